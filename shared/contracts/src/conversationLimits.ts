/** People whom a row of a list of conversations names. */
export const CONVERSATION_PEOPLE = 3

/** Mails of a conversation that are read: a script may answer itself for ever. */
export const CONVERSATION_READ = 2_000

/** Rows of a conversation that come at once. */
export const CONVERSATION_ROWS = 40

/** Conversations that are muted at once. */
export const MUTED_THREADS_MAX = 1_000

/** Mails for which the rows of one action on conversations may stand. */
export const WHOLE_MAILS_MAX = 1_000
