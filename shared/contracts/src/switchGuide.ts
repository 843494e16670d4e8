import type { GeneralSettings } from './http/settings.ts'
import type { SwitchName } from './http/switchValues.ts'

/** What a setting does, for the page `docs/switches.md` and the test that goes over all of them. */
export interface SettingGuide {
  /** What it does, in one sentence. */
  readonly what: string
  /** How it is honoured: calls are refused, places of remotes are hidden, answers differ, or the screen differs. */
  readonly acts?: readonly ('calls' | 'places' | 'answers' | 'screen')[]
  /** Why nothing acts by it yet. */
  readonly later?: string
}

/** The operator's switches. Each acts, or names what is still to come. */
export const SWITCH_GUIDE: Readonly<Record<SwitchName, SettingGuide>> = {
  assistantEnable: { what: 'The assistant, its drawer and calls.', acts: ['calls', 'places'] },
  calendarEnable: { what: 'The calendar, its page, cards and calls.', acts: ['calls', 'places'] },
  mailArchiveEnable: { what: 'The link to the mail archive (guidang).', acts: ['calls', 'screen'] },
  mailMoveEnable: { what: 'Mailbox migration (mailmig).', acts: ['calls', 'places'] },
  mailApproval: {
    what: 'Approval of outgoing mail: review list and own applications.',
    acts: ['places', 'answers'],
  },
  approvalCount: { what: 'How many levels of a rule a mail passes at most; 0 for all of them.', acts: ['answers'] },
  approvalKeepDays: {
    what: 'Days after which a record of approval that has ended is deleted; 0 keeps it.',
    acts: ['answers'],
  },
  netdiskEnable: { what: 'The document center.', acts: ['calls', 'places'] },
  netdiskSize: { what: 'Megabytes that a person may keep in the document center; 0 for no limit.', acts: ['answers'] },
  bigFileSize: {
    what: 'Megabytes above which a file of a letter goes as a link that is valid for 15 days; 0 for never.',
    acts: ['answers'],
  },
  previewEnable: { what: 'Attachments are shown in place, not only downloaded.', acts: ['calls', 'screen'] },
  smimeEnable: { what: 'Signed and encrypted mail (S/MIME): keys and certificates.', acts: ['calls', 'places'] },
  smimeCodeEnable: {
    what: 'Encrypted letters to people without a certificate, who open them with a code on the page `/smimePage`.',
    acts: ['calls', 'screen'],
  },
  secretModeEnable: {
    what: 'Letters with a reading password, a number of readings, a last day and other conditions of reading.',
    acts: ['calls', 'screen'],
  },
  outsideReadEnable: {
    what: 'People outside open a letter with a reading password on a page of the server; else it is refused to them.',
    acts: ['answers'],
  },
  autoForwardEnable: { what: 'Forwarding of all mail to another address.', acts: ['calls', 'places'] },
  islandPersonnel: {
    what: 'The second compose button of island personnel, whose pages come without pictures until they choose otherwise.',
    acts: ['calls', 'screen'],
  },
  enableGray: { what: 'The page in shades of gray.', acts: ['screen'] },
  clientSwitch: { what: 'Mail programs may be used with an authorization code.', acts: ['calls', 'answers'] },
  mailClient: { what: 'The list of devices with mail programs.', acts: ['calls', 'screen'] },
  displayOrg: {
    what: 'The departments and people of the organisation can be browsed and found.',
    acts: ['calls', 'answers', 'screen'],
  },
  displayEmail: { what: 'Addresses stand beside the names of people.', acts: ['screen'] },
  adminMailgroupFlag: { what: 'May make and manage mail groups.', acts: ['calls', 'screen'] },
  authMailgroupFlag: { what: 'Sees the mail groups that they may write to.', acts: ['screen'] },
  mailSourceMarkEnable: {
    what: 'Mail that claims an own address from outside, and suspicious mail, is marked.',
    acts: ['answers'],
  },
  strangerMarkEnable: { what: 'The first mail of an unknown sender is marked.', acts: ['answers'] },
  deletMailRecoverFlag: {
    what: 'Mail that was deleted for good can be restored by its owner within 30 days.',
    acts: ['calls', 'places'],
  },
  recallReadEnable: {
    what: 'A delivered mail can be taken back from those who have read it as well.',
    acts: ['answers'],
  },
  privateEnable: { what: '0 shows the feedback box.', acts: ['calls', 'screen'] },
  passwordComplexLevel: {
    what: 'Shortest password: level 1 six characters, 2 eight, 3 ten.',
    acts: ['answers'],
  },
  validTime: { what: 'When the mailbox expires, announced 30 days before; 0 for never.', acts: ['screen'] },
  systemCopyright: { what: "The organisation's line below the login.", acts: ['screen'] },
  logoutLink: { what: 'Where a sign-out leads.', acts: ['screen'] },
  showLogout: { what: 'Whether one can sign out.', acts: ['screen'] },
  watermark: { what: 'The watermark behind the page.', acts: ['screen'] },
  festivalAskWord: { what: 'The question before a festival skin.', acts: ['screen'] },
  festivalSkin: { what: 'The festival skin that is offered.', acts: ['screen'] },
  islockscreen: { what: 'The screen lock is offered.', acts: ['calls', 'screen'] },
  locktime: { what: 'Minutes until the screen of who has chosen nothing locks; 0 for never.', acts: ['answers'] },
  currentSkin: {
    what: 'The skin that the organisation proposes, while it proposes none for a festival.',
    acts: ['screen'],
  },
  mailApprovalDownload: { what: 'Who approves a mail may download its attachments.', acts: ['answers'] },
  emojiEnable: { what: 'Names of folders and labels may hold emojis.', acts: ['calls', 'screen'] },
  releasesEnable: { what: 'Administrators have the page of versions and how they do.', acts: ['places'] },
}

/** What people choose for themselves; an operator may set the default, and lock it. */
export const GENERAL_GUIDE: Readonly<Record<keyof GeneralSettings, string>> = {
  language: 'Language of the screens.',
  layout: '2: list above or instead of the mail; 3: folders, list and mail side by side.',
  fontSize: 'Standard, large or extra large.',
  skin: 'The skin.',
  colorMode: 'Light, dark, or as the system says.',
  mailCount: 'Mails on a page of the list.',
  markReadDelay: 'Seconds until an open mail is marked as read, -1 for never.',
  timeZone: 'Hours from GMT all year; a zone that is set holds instead.',
  zone: 'A zone of the IANA list with its daylight saving time, such as `Europe/Berlin`; empty for hours from GMT.',
  timeFormat: 'A clock of 12 or 24 hours.',
  showMailSize: 'The list shows the size of a mail.',
  conversations: 'The list of a folder has a row for each conversation.',
  previewLines: 'lines of the text below a subject: 1, 2 or 3',
  showMailList: 'The list shows the first words of a mail.',
  showMailPageNumber: 'The list shows the pager.',
  saveContact: 'Recipients of a sent mail join the personal contacts.',
  suggestFollowUp: 'A sent mail that asks for something offers a reminder.',
  tableSize: 'Rows on a page of the tables of groups, logs and files.',
  notify: 'Desktop notifications of new mail.',
  singleKeys: 'Shortcuts of a single key apply.',
  sound: 'A sound with each notification.',
  remoteImages: 'Pictures on other servers: asked for each mail, shown for people known, or always.',
  undoSeconds: 'Seconds in which a sent mail can be taken back.',
  wordSize: 'Pixels of the text of a new letter.',
  lineSpacing: 'Line spacing of a new letter.',
  signPosition: 'Where the signature of an answer stands.',
  letterPaper: 'The letter paper that a new letter begins on, by its key; empty for none.',
  requestReceipt: 'A new letter asks for a receipt.',
  letterProtection: 'Whether a new letter is signed, encrypted where all its recipients can read it, or both.',
  receiptAnswer: 'What happens when a mail asks whether it was read.',
  letterLanguage: 'Language of what the program writes into letters.',
}
