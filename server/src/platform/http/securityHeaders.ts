import { MAIL_FRAME_HEADER, MAIL_FRAME_PATH } from '@yanshu/contracts'

/** On every answer of the API. Private data must not stay in a cache, and no answer may be shown as a page. */
export const apiHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

/**
 * On every answer that went by TLS, here or as far as a trusted proxy: browsers ask by nothing else for a year (RFC 6797).
 * Without `includeSubDomains`, which other servers of the domain would have to agree to.
 */
export const strictTransport = { 'strict-transport-security': 'max-age=31536000' } as const

/** From where besides this server code may come. */
export interface Elsewhere {
  /** Where operators publish remotes as well. */
  readonly remotesUrl: string | null
  /** Whether developers may put builds of their own machine in the place of remotes. */
  readonly allowOverride: boolean
}

const OWN_MACHINE = 'http://localhost:* http://127.0.0.1:*'

/** The policy of the page; `here` is this server, and from where else remotes may come. */
const appPolicy = (here: string, sockets: string) => [
  "default-src 'none'",
  `script-src ${here}`,
  `style-src ${here}`,
  `img-src ${here} data: blob:`,
  // Sounds and films of mails and of kept files, also of those that a device keeps.
  "media-src 'self' blob:",
  `font-src ${here}`,
  "frame-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  // 'self' covers the push socket as well (Content Security Policy Level 3: it also fits ws: and wss: of the page's
  // host). Its address is not written out: it could only be taken from the request, whose Host cannot be trusted.
  // A file of a remote that failed is asked for once more, to see why.
  `connect-src ${here}${sockets}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
]

/** Every file of the client. */
export const fileHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/**
 * The application's page: nothing runs, loads or frames it but its own origin, and the one of published remotes where an
 * operator names it. The same for every request.
 */
export function pageHeaders({ remotesUrl, allowOverride }: Elsewhere): Readonly<Record<string, string>> {
  const origins = [remotesUrl === null ? '' : new URL(remotesUrl).origin, allowOverride ? OWN_MACHINE : '']
  const here = ["'self'", ...origins.filter((one) => one !== '')].join(' ')
  const sockets = allowOverride ? ` ${OWN_MACHINE.replaceAll('http:', 'ws:')}` : ''
  return {
    'content-security-policy': appPolicy(here, sockets).join('; '),
    // Scripts without a hash are not run on any page: the build gives each its own. One that is being worked on
    // has none.
    ...(allowOverride ? {} : { 'integrity-policy': 'blocked-destinations=(script)' }),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...fileHeaders,
  }
}

/**
 * Pages with headers of their own, by path. `mail-frame.html` is the empty page that mails are written into: their
 * inline styles may stand in it, nothing runs, and nothing leaves. The application's policy must not come with it.
 */
export const ownPages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [MAIL_FRAME_PATH]: {
    'content-security-policy': MAIL_FRAME_HEADER,
    'x-dns-prefetch-control': 'off',
    'cross-origin-resource-policy': 'same-origin',
    ...fileHeaders,
  },
}
