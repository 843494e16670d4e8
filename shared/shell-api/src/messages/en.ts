/** Words of shell-api itself, in English. */
export const en = {
  error: {
    expired: 'Login expired, please log in again',
    offline: 'You are offline. Check your connection and try again',
    unreachable: 'The server cannot be reached right now. Try again later',
    timeout: 'The server took too long to answer. Try again later',
    unreadable:
      'The server gave an answer that cannot be read. Try again later; if it goes on, tell your administrator',
  },
  intent: {
    nobody: 'What does this is switched off or not available right now',
    failed: 'That cannot be done right now. Try again later',
  },
  folder: {
    inbox: 'Inbox',
    sent: 'Sent',
    drafts: 'Drafts',
    trash: 'Trash',
    spam: 'Spam',
  },
  date: {
    today: 'Today',
    yesterday: 'Yesterday',
    tomorrow: 'Tomorrow',
    am: 'AM',
    pm: 'PM',
  },
}
