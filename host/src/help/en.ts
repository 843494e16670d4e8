import { FIGURES as n } from '@yanshu/help/figures'
import type { HelpTopic } from './topics.ts'

export const en: readonly HelpTopic[] = [
  {
    id: 'search',
    title: 'Search mail',
    words: ['find'],
    text: [
      'Press / for the search field. A few letters list people and mails; names are found by pinyin and initials too.',
      'Conditions: from:lina, to:zhang, subject:report, has:attachment, is:unread, in:projects, after:2026-03-01, before:yesterday.',
      'Dates such as yesterday, last wednesday or march are understood. Each condition is a chip that you can take away.',
    ],
  },
  {
    id: 'move',
    title: 'Move mail',
    words: ['drag', 'file'],
    text: [
      'Drag mails onto a folder at the left; selected mails move together. On a phone, press long to select, then “Move to”.',
      'By keyboard: select mails, press v, type the name of the folder, Enter.',
      'Ctrl+Z (⌘Z on a Mac) or “Undo” in the notice takes it back.',
    ],
  },
  {
    id: 'undo',
    title: 'Undo what you just did',
    words: ['revert'],
    text: [
      'For 30 seconds Ctrl+Z (⌘Z) takes back one step after the other: moving, deleting, marking, stars, labels, and renaming, hiding or making folders.',
    ],
  },
  {
    id: 'recall',
    title: 'I sent the wrong mail',
    words: ['unsend', 'recall'],
    text: [
      `A sent mail is held for ${n.undoLeast} to ${n.undoMost} seconds (${n.undoUsual} at first; choose it in the general settings). Meanwhile the notice lets you take it back, and it becomes a draft again. Later it has been delivered.`,
    ],
  },
  {
    id: 'draft',
    title: 'Where is my unfinished mail',
    words: ['drafts', 'autosave'],
    text: [
      `It is saved to Drafts ${n.draftSeconds} seconds after you stop typing. A crash, an expired login or a switch of accounts loses nothing: an encrypted copy on this device is offered at the next login.`,
    ],
  },
  {
    id: 'attachment',
    title: 'Limits of attachments',
    words: ['files'],
    text: [
      `Up to ${n.attachments} attachments, each at most ${n.attachmentGb} GB. Empty files, a name twice, and types that run on opening are refused.`,
    ],
  },
  {
    id: 'pictures',
    title: 'Why pictures are not shown',
    words: ['remote images', 'privacy'],
    text: [
      'Pictures from other websites tell the sender that you read the mail, so they are not loaded. “Show pictures” above the mail loads them.',
    ],
  },
  {
    id: 'folders',
    title: 'Folders and labels',
    words: ['organise'],
    text: [
      'Use “New” beside My folders or Labels at the left. A right-click (or the menu key) renames, hides, empties and deletes.',
      'A mail is in one folder and may have several labels.',
    ],
  },
  {
    id: 'delete',
    title: 'Delete and restore mail',
    words: ['trash', 'recycle bin'],
    text: ['Deleted mail is in Trash and can be put back. What is deleted from Trash is gone for good.'],
  },
  {
    id: 'tabs',
    title: 'Tabs',
    words: ['views', 'restore'],
    text: [
      'Every open view is a tab, and is there again after a reload. A middle click closes one; a right-click closes the others, moves it, or opens again what you closed last.',
      'Keys: Alt+↓ and Alt+↑ switch, Alt+W closes, Ctrl+Shift+left and right move the tab.',
    ],
  },
  {
    id: 'keyboard',
    title: 'Keyboard shortcuts',
    words: ['keys', 'palette'],
    text: [
      'Press ? for the shortcuts of a view. Ctrl+K (⌘K) opens the palette: type a folder, a setting, a view or a command.',
      'Shortcuts of a single key can be switched off in the sheet.',
    ],
  },
  {
    id: 'look',
    title: 'Skin, font size, dark, layout',
    words: ['theme', 'night', 'columns'],
    text: [
      'The palette at the top right has layout (two or three columns), font size, light or dark, skin and language. Each applies at once.',
    ],
  },
  {
    id: 'calendar',
    title: 'Calendar and invitations',
    words: ['meeting', 'event'],
    text: ['Calendar is at the left. An invitation is answered in the mail itself, and the event follows.'],
  },
  {
    id: 'contacts',
    title: 'Contacts and groups',
    words: ['address book', 'people'],
    text: [
      'Contacts has your own contacts, the organisation and groups. When writing, people are found by name, pinyin, initials, department or the end of the phone number.',
    ],
  },
  {
    id: 'phishing',
    title: 'Spot a suspicious mail',
    words: ['fraud', 'security'],
    text: [
      'Watch for the stranger mark and the notice that a sender claims to be of this organisation. Never enter your mail password on another site; before a link leaves Yanshu, its real address is shown.',
      'When in doubt do not click; forward it to the administrator.',
    ],
  },
  {
    id: 'quota',
    title: 'The mailbox is full',
    words: ['storage', 'space'],
    text: [
      'The bottom left shows what is used. Empty Trash and Spam, or search has:attachment and delete large mails. If that is not enough, ask your administrator.',
    ],
  },
]
