import { local } from '../storage/browserStorage.ts'

/** Access and refresh token as §3 names them in local storage. */
export interface StoredTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

export const COOKIE = 'safeMailToken'

function writeCookie(value: string | null): void {
  if (typeof document === 'undefined') return
  const secure = globalThis.location?.protocol === 'https:' ? '; Secure' : ''
  const life = value === null ? '; Max-Age=0' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http, where offices run too
  document.cookie = `${COOKIE}=${value ?? ''}; Path=/; SameSite=Strict${secure}${life}`
}

/** Characters that a header may hold. A value with others was not written by this client and is no token. */
const isToken = (text: string | null): text is string => text !== null && /^[!-~]+$/.test(text)

export function readTokens(): StoredTokens | null {
  const accessToken = local.get('accessToken')
  const refreshToken = local.get('refreshToken')
  return isToken(accessToken) && isToken(refreshToken) ? { accessToken, refreshToken } : null
}

/** Stores a pair of tokens where the calls and, by the cookie, plain links to files find them. */
export function writeTokens(tokens: StoredTokens): void {
  local.set('refreshToken', tokens.refreshToken)
  local.set('accessToken', tokens.accessToken)
  writeCookie(tokens.accessToken)
}

export function clearTokens(): void {
  local.set('accessToken', null)
  local.set('refreshToken', null)
  writeCookie(null)
}

/** Sets the cookie again when the browser lost it (it ends with the browser session, local storage does not). */
export function restoreCookie(): void {
  const tokens = readTokens()
  if (tokens && typeof document !== 'undefined' && !document.cookie.includes(`${COOKIE}=`)) {
    writeCookie(tokens.accessToken)
  }
}
