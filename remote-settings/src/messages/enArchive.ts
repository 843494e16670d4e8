/** What the page of the archive shows, in English. */
export default {
  lead: 'Puts all that is yours into one ZIP file. The server makes it while you work, keeps it for seven days, and does not count it against your storage.',
  what: {
    mail: 'All mail, an .mbox file for each folder (but folders with a password that are not open)',
    contacts: 'Your contacts (.vcf)',
    calendars: 'Your own calendars (.ics)',
    settings: 'Settings, signatures and templates (JSON)',
    rules: 'Rules for incoming mail (JSON and Sieve)',
  },
  begin: 'Begin',
  making: 'The archive is being made…',
  waiting: 'Getting ready',
  progress: '{{done}} of {{all}} written',
  cancel: 'Cancel',
  ready: 'Ready: {{size}}, begun {{time}}',
  until: 'Kept until {{time}}',
  lost_one:
    '{{count}} thing is damaged on the server and was left out. Ask your administrator to restore it from a backup.',
  lost_other:
    '{{count}} things are damaged on the server and were left out. Ask your administrator to restore them from a backup.',
  download: 'Download',
  anew: 'Make it anew',
  delete: 'Delete',
  failed:
    'It was not finished; the server may be out of space. Try again later, and if it goes on, tell your administrator.',
  again: 'Try again',
  password: 'Password of your account',
  required: 'Enter the password of your account',
  passwordHint: 'The file holds all of your mail. Enter your password once more before it is downloaded.',
  loadFailed: 'How the archive stands could not be loaded',
}
