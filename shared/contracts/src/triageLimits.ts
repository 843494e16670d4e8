/** Senders about whom one call of the screener decides. */
export const HELD_SENDERS_AT_ONCE = 100

/** Days without an answer after which a question is listed, until a person chooses. */
export const UNANSWERED_DAYS = 3
/** Older questions are no longer listed, in days. */
export const UNANSWERED_DAYS_MAX = 30
/** Questions that are listed and counted, at most. */
export const UNANSWERED_SHOWN = 100
/** Questions of one morning of which a browser with a closed page gets a note, at most. */
export const UNANSWERED_NOTES_MAX = 3
