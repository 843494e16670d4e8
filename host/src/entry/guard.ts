/** What the rules of access ask of the session (§2). */
export interface SessionFacts {
  /** Whether a token is stored. */
  readonly open: boolean
  readonly userMail: string
  /** `isChangePassword` of the user: 1 must change now. Unknown before the user has been asked for: 0. */
  readonly isChangePassword: 0 | 1 | 2
}

/** `public` is a page that a remote may fill without a login. */
export type PublicPage = 'login' | 'link' | 'lost' | 'public'

/** Where a path leads: elsewhere, to a page that needs no login, or into the application. */
export type GuardVerdict = { readonly go: string } | { readonly show: PublicPage } | { readonly show: 'app' }

const PUBLIC = [
  'login',
  'loginBefore',
  'bigFileUpload',
  'smimePage',
  'sharefile',
  'resetPassword',
  'firstResetPsd',
  'lockscreen',
  'linkPage',
  '404',
  'print',
] as const

const pathnameOf = (path: string) => path.replace(/\?.*$/, '')
const firstSegment = (path: string) => pathnameOf(path).split('/')[1] ?? ''

/** Public in name: it shows a mail, so it needs a login. */
const NEEDS_SESSION = 'print'

/** The path that an address asks to come back to; '' for none, and for one of another site. */
function askedPath(path: string): string {
  const asked = new URLSearchParams(path.split('?')[1] ?? '').get('redirect') ?? ''
  return asked.startsWith('/') && !asked.startsWith('//') && !asked.includes('\\') ? asked : ''
}

/** The path that a login page leads back to: one of this application, never another login page or another site. */
export function returnPath(path: string): string {
  const asked = askedPath(path)
  const first = firstSegment(asked)
  return asked && (first === NEEDS_SESSION || !PUBLIC.some((page) => page === first)) ? asked : '/'
}

/** The login page without an address to return to: the next user must not land where the one before was. */
export const loginPath = (path: string): string => (firstSegment(path) === 'loginBefore' ? '/loginBefore' : path)

/** The address of a locked screen. */
export const LOCK_PATH = '/lockscreen'
/** The same, with the path that comes back with the screen. */
export const lockPath = (path: string): string => `${LOCK_PATH}?redirect=${encodeURIComponent(path)}`

/** What a locked screen covered, from its address: also a page that needs no login, which follows a lock. */
export function coveredPath(path: string): string {
  const asked = askedPath(path)
  return asked && !['login', 'loginBefore', 'lockscreen'].includes(firstSegment(asked)) ? asked : '/'
}

/**
 * The rules of access (§2), as a pure function of the hash path and the session.
 *
 * @param home where `/` leads, null while it is not known which pages there are
 */
export function guard(path: string, session: SessionFacts, home: string | null): GuardVerdict {
  const first = firstSegment(path)
  if (session.open && session.isChangePassword === 1) {
    const change = `/firstResetPsd/${session.userMail}`
    return pathnameOf(path) === change ? { show: 'public' } : { go: change }
  }
  if (first === 'login' || first === 'loginBefore') return session.open ? { go: returnPath(path) } : { show: 'login' }
  if (first === 'linkPage') return { show: 'link' }
  if (first === '404') return { show: 'lost' }
  if (first === 'lockscreen' && !session.open)
    return { go: `/loginBefore?redirect=${encodeURIComponent(returnPath(path))}` }
  if (PUBLIC.some((page) => page === first) && (session.open || first !== NEEDS_SESSION)) return { show: 'public' }
  if (!session.open) return { go: `/loginBefore?redirect=${encodeURIComponent(path || '/')}` }
  if (first === '' && home && home !== '/') return { go: home }
  return { show: 'app' }
}
