/** The empty document into which mails are written; see `docs/mail-rendering.md`. Who serves it sends its own policy. */
export const MAIL_FRAME_PATH = '/mail-frame.html'

/**
 * What the document of the mail frame may load at most: no script runs and no request goes out. The policy is in the file
 * and in its header, for reading, print, quoting and writing. `'self'` for images is narrowed to the addresses that the
 * caller names before any mail is written.
 */
export const MAIL_FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: blob:; form-action 'none'; base-uri 'none'"

/**
 * What the frame may do. `allow-scripts` is not among it and must never be: with `allow-same-origin` it would undo the
 * sandbox. `allow-modals` is for print.
 */
export const MAIL_FRAME_SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals'

/** The policy as a header, which also guards the file when it is opened directly. */
export const MAIL_FRAME_HEADER = `${MAIL_FRAME_POLICY}; frame-ancestors 'self'; sandbox ${MAIL_FRAME_SANDBOX}`
