import { APP_ID, Code, callSign, type Envelope, HTTP_TIMEOUT_MS } from '@yanshu/contracts'
import ky, { isTimeoutError, type KyInstance } from 'ky'
import { HTML_LANG, language, OWN, t } from '../i18n/i18n.ts'
import { type LoginScope, sameAccount } from '../login/loginScope.ts'
import { newName } from '../newName.ts'
import { platform } from '../platform/platform.ts'
import { refreshTokens } from '../session/refresh.ts'
import { expireSession, passwordDue, sessionStore } from '../session/state.ts'
import { readTokens } from '../session/tokens.ts'
import { noteAnswer } from '../socket/changeSeq.ts'
import { local } from '../storage/browserStorage.ts'
import { eventsOf, storeOf, useStore } from '../storeOf.ts'
import { ApiError, isAbort } from './ApiError.ts'
import { showError } from './notifier.ts'

/** After this time the page shows that it waits for a call that reads; in milliseconds. */
const SLOW_MS = 10_000
const slowAnswer = storeOf(() => false)

/** Whether something that is read has been waited for long, and the server has answered nothing since. */
export const useSlowAnswer = (): boolean => useStore(slowAnswer)

/** Sent while no token is stored (§7); it names the client, not a person. */
const DEFAULT_AUTHORIZATION = `Basic ${btoa('yanshu:web')}`

let instance: KyInstance | null = null
let clientName = 'host'
const lockHooks = eventsOf<void>()

/** Names host and remotes with their versions in the `X-Client` header of every call. */
export function setClientName(name: string): void {
  clientName = name
}

/** The server has answered that the screen of the session is locked. */
export const screenLocked = (): void => lockHooks.emit()

/** Calls back when the server answers that the screen is locked (HTTP 400 with 401014, or the push socket). */
export const onLock = (fn: () => void): (() => void) => lockHooks.on(fn)

function client(): KyInstance {
  instance ??= ky.create({ timeout: HTTP_TIMEOUT_MS, retry: 0, throwHttpErrors: false })
  return instance
}

export const authorization = (token: string | null): string => (token ? `Bearer ${token}` : DEFAULT_AUTHORIZATION)

/** The language on the screen, which may be another than the browser's: what the server answers is shown there. */
const spoken = () => ({ 'accept-language': HTML_LANG[language()] })

let page = ''
let made = 0

/** The fields that identify a call (§3): the user, the page, the number of the call on it, and a checksum of these. */
function fieldsOf(method: string, path: string): Record<string, string> {
  const state = sessionStore.get()
  const uuidserver = (state.status === 'open' && state.user?.uuid) || ''
  page ||= newName()
  made += 1
  const fields = { appid: APP_ID, uuidserver, transSeq: `${made}`, uniqueId: page }
  return { ...fields, sign: callSign(fields, method, path) }
}

export const headersOf = (token: string | null, method: string, path: string): Record<string, string> => ({
  ...spoken(),
  authorization: authorization(token),
  'x-client': clientName,
  ...fieldsOf(method, path),
})

export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Record<string, unknown> | undefined
  readonly body?: unknown
  readonly signal: AbortSignal
  readonly keepalive?: boolean | undefined
  /** Link calls send no authorization; the cookie lets them in. */
  readonly anonymous?: boolean
}

/** The address of a path below the base, with the parts of the query that are set. */
export function addressOf(path: string, query?: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null)
      search.set(key, value === true ? '1' : value === false ? '0' : `${value}`)
  }
  const text = search.toString()
  return `${platform().apiBase}${path}${text ? `?${text}` : ''}`
}

/** Calls of the login itself: their 401 is an answer, not an expired session. */
const OPENS_SESSION = new Set(['mail/apilogin/userLogin', 'oauth/token', 'oauth2/verify', 'oauth2/code', 'oauth/code'])

/** What a call belongs to: a login, and of it the session that was open when the call began. */
export interface Caller {
  readonly login: LoginScope
  readonly session: AbortSignal
}

export const callerOf = (login: LoginScope): Caller => ({ login, session: login.session })

/** The signal that aborts a call: that of its session, or of the login for calls that open a session. */
export const endOf = ({ login, session }: Caller, path: string): AbortSignal =>
  OPENS_SESSION.has(path) ? login.signal : session

/**
 * The token of the caller. Throws an AbortError when another window has stored the tokens of another account: this page
 * will be notified soon, and must not send calls with those tokens until then.
 */
export function tokenOf({ login }: Caller): string | null {
  const owner = local.get('userMail')
  if (login.userMail && owner && !sameAccount(login.userMail, owner)) {
    throw new DOMException('Another account has logged in', 'AbortError')
  }
  return readTokens()?.accessToken ?? null
}

/** Sends once. Throws an ApiError with code 0 when no answer came. */
async function send(call: Exchange, token: string | null): Promise<Response> {
  const address = addressOf(call.path, call.query)
  const givenUp = new AbortController()
  const posts = call.method === 'POST'
  const slow = posts ? undefined : setTimeout(() => slowAnswer.set(true), SLOW_MS)
  // Begun in this very step: ky begins some steps later, behind what React draws for the same click.
  const begun = fetch(address, {
    method: call.method,
    headers: {
      ...(call.anonymous ? spoken() : headersOf(token, call.method, call.path)),
      ...(posts ? { 'content-type': 'application/json' } : {}),
    },
    ...(posts ? { body: JSON.stringify(call.body ?? {}) } : {}),
    signal: AbortSignal.any([call.signal, givenUp.signal]),
    ...(call.keepalive ? { keepalive: true } : {}),
  })
  begun.catch(() => undefined)
  try {
    const response = await client()(address, { signal: call.signal, fetch: () => begun })
    call.signal.throwIfAborted()
    return response
  } catch (error) {
    givenUp.abort()
    if (isAbort(error) || call.signal.aborted) throw error
    throw networkError(isTimeoutError(error))
  } finally {
    clearTimeout(slow)
    slowAnswer.set(false)
  }
}

/** The message for the user when no answer came. */
export function networkError(timedOut = false): ApiError {
  const offline = globalThis.navigator?.onLine === false
  const text = t(OWN, offline ? 'error.offline' : timedOut ? 'error.timeout' : 'error.unreachable')
  return new ApiError(text, { code: 0, status: timedOut ? 408 : 0 })
}

/** The error of a call whose session is over. The user has seen a message already, so no other is shown. */
export const expiredError = (): ApiError =>
  new ApiError(t(OWN, 'error.expired'), { code: Code.tokenExpired, status: 401, silent: true })

/** The session is over on the server: the token is deleted, and the user is informed once (§8, HTTP 401). */
export function sessionOver({ session }: Caller): ApiError {
  const error = expiredError()
  // A 401 to a call of a former session does not end this one.
  if (!session.aborted) {
    expireSession()
    showError(error.message)
  }
  return error
}

/** A token other than the one that was refused, or null when the session is over. Network failure is thrown. */
export async function renew(refused: string, caller: Caller): Promise<string | null> {
  try {
    return (await refreshTokens(refused, caller.session)) && tokenOf(caller)
  } catch (error) {
    throw isAbort(error) ? error : networkError()
  }
}

/** Sends; an expired token is exchanged once and the call sent again. */
export async function exchange(call: Exchange, caller: Caller): Promise<Response> {
  const token = tokenOf(caller)
  const response = await send(call, token)
  const note = (answer: Response) => {
    if (!caller.session.aborted) noteAnswer(call.path, answer)
    return answer
  }
  note(response)
  if (response.status !== 401 || OPENS_SESSION.has(call.path) || call.path === 'oauth/logout') return response
  const next = token && (await renew(token, caller))
  const again = next ? await send(call, next) : response
  if (again.status === 401) throw sessionOver(caller)
  return note(again)
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return typeof value === 'object' && value !== null && 'code' in value
}

/** Reads the envelope of an answer, whatever its type is (errors of blob calls are JSON inside the blob). */
export async function readEnvelope(response: Response): Promise<Envelope<unknown> | null> {
  try {
    const value: unknown = JSON.parse(await response.text())
    return isEnvelope(value) ? value : null
  } catch {
    return null
  }
}

/** What went wrong, from status and envelope. Runs the lock hooks for HTTP 400 with 401014. */
export function failureOf(response: Response, envelope: Envelope<unknown> | null): ApiError {
  const code = Number(envelope?.code ?? 0) || response.status
  const locks = response.status === 400 && code === Code.screenLocked
  if (locks) screenLocked()
  const due = code === Code.passwordDue
  if (due) passwordDue()
  const waits = Number(response.headers.get('retry-after'))
  return new ApiError(envelope ? envelope.message || 'Error' : t(OWN, 'error.unreadable'), {
    code,
    status: response.status,
    // The page that replaces this one shows it.
    silent: locks || due,
    retryAfter: Number.isFinite(waits) && waits > 0 ? waits : null,
  })
}

/** The data of an answer: codes 200 and 401, as number or text, are let through (§8). */
export async function dataOf(response: Response): Promise<unknown> {
  const envelope = await readEnvelope(response)
  const code = Number(envelope?.code)
  if (envelope && response.ok && (code === 200 || code === 401)) return envelope.data
  throw failureOf(response, envelope)
}
