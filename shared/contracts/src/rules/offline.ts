/** Days of which all mails are kept on a device on request, and rows of each folder that are kept without it. */
export const OFFLINE_DAYS = 14
export const OFFLINE_FOLDER_ROWS = 50
/** Rows that a device keeps at most, the newest first. */
export const OFFLINE_ROWS = 3_000
/** Mails whose texts one call brings. */
export const OFFLINE_TEXTS_AT_ONCE = 20
/** Actions that one call settles, and mails of one of them. */
export const OFFLINE_ACTIONS_AT_ONCE = 50
export const OFFLINE_ACTION_MAILS = 500
/** An action that was not settled within this time is not done any more; the server remembers those that were for longer. */
export const OFFLINE_ACTION_MS = 30 * 86_400_000
