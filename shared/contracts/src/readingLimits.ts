/** Exports of mail that an account has at a time, over all its logins. */
export const EXPORTS_AT_ONCE = 2

/** Characters of a note and of a comment beside a mail of a public mailbox, and comments of one mail. */
export const TEAM_NOTE_MAX = 200
export const TEAM_COMMENT_MAX = 2_000
export const TEAM_COMMENTS_MAX = 300
/** Members of a public mailbox who are offered to be asked. */
export const TEAM_MEMBERS_SHOWN = 500
/** The open event of the push socket by which the members of a public mailbox read anew what is noted about a mail. */
export const TEAM_CHANGED = 'mail.team'

/** Charsets that a person may choose for the mails of a sender, in the spelling of the server. */
export const READING_CHARSETS = [
  'utf-8',
  'gb18030',
  'big5',
  'hz-gb-2312',
  'shift_jis',
  'iso-2022-jp',
  'euc-jp',
  'euc-kr',
  'windows-1252',
  'windows-1251',
  'utf-16le',
] as const
export type ReadingCharset = (typeof READING_CHARSETS)[number]
/** Senders for whom one is remembered. */
export const SENDER_CHARSETS_MAX = 1_000
