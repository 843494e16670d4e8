/** Why a mail is reported to the administrators of the organisation. */
export const MISUSE_REASONS = ['phishing', 'spam', 'harassment', 'other'] as const
export type MisuseReason = (typeof MISUSE_REASONS)[number]

/** Mails that a person reports within 24 hours. */
export const MISUSE_PER_DAY = 20
/** Characters of the words with a report, of the note at its end, and of the answer to who reported. */
export const MISUSE_TEXT_MAX = 1_000
/** Reports of one page of the list. */
export const MISUSE_PAGE = 50
/** Bytes of the header of a reported mail that are shown. */
export const MISUSE_HEADER_MAX = 64 * 1_024
/** How long a report and its copy of the mail are kept once it was closed, in milliseconds. */
export const MISUSE_KEPT_MS = 180 * 86_400_000
