import { MAIL_FRAME_HEADER, MAIL_FRAME_PATH, MAIL_FRAME_POLICY } from '@yanshu/contracts'

/** A file that every server of the application must serve as it stands. */
export interface FrameFile {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The empty document into which mails are written. It is a file of its own, because a `srcdoc` or `blob:` document
 * inherits the policy of the page, under which the inline styles that every mail needs are refused; loaded by
 * address it has its own. The policy stands in the file as well as in the headers: a proxy that loses headers loses
 * only what guards the file when someone opens it directly. The application's general policy must not be sent with it.
 */
export const FRAME_FILE: FrameFile = {
  path: MAIL_FRAME_PATH,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': MAIL_FRAME_HEADER,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-cache',
  },
  body: `<!doctype html>
<html data-mail-frame="1">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${MAIL_FRAME_POLICY}">
<meta name="referrer" content="no-referrer">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail</title>
</head>
<body></body>
</html>
`,
}
