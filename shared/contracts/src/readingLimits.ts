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
