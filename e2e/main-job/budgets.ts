/** What a page may cost, measured in a browser on the wire with the server's compression. Bytes and counts, no times. */

/** From the first visit to the login form, scripts. */
export const LOGIN_SCRIPT_BYTES = 108_000
/** From the first visit over the login to a list that can be used, all scripts and all styles. */
export const INBOX_SCRIPT_BYTES = 237_600
/** The same to the home page, where the root leads. */
export const HOME_SCRIPT_BYTES = 241_600
export const INBOX_STYLE_BYTES = 30_000
/** Elements of the page when the inbox can be used. */
export const INBOX_ELEMENTS = 800
/** Until the inbox can be used, coming with a session. */
export const INBOX_REQUESTS = 13
/** The same, login page and login included: what else is asked first comes with its answer. */
export const INBOX_REQUESTS_BY_LOGIN = 11
/** Rows of the list that stand in the page, however many mails there are. */
export const MAX_DOM_ROWS = 60
