import { Code, type Envelope, HTTP_TIMEOUT_MS } from '@yanshu/contracts'
import ky, { isTimeoutError, type KyInstance } from 'ky'
import { HTML_LANG, language, OWN, t } from '../i18n/i18n.ts'
import { platform } from '../platform/platform.ts'
import { refreshTokens } from '../session/refresh.ts'
import { expireSession } from '../session/state.ts'
import { readTokens } from '../session/tokens.ts'
import { eventsOf } from '../storeOf.ts'
import { ApiError, isAbort } from './ApiError.ts'
import { noteAnswer } from './firstAnswer.ts'
import { tellError } from './notifier.ts'

/** Sent while no token is stored (§7); it names the client, not a person. */
const DEFAULT_AUTHORIZATION = `Basic ${btoa('yanshu:web')}`

let instance: KyInstance | null = null
let clientName = 'host'
const lockHooks = eventsOf<void>()

/** Names host and remotes with their versions in the `X-Client` header of every call. */
export function setClientName(name: string): void {
  clientName = name
}

/** Calls back when the server says that the screen is locked (HTTP 400 with 401014). */
export const onLock = (fn: () => void): (() => void) => lockHooks.on(fn)

function client(): KyInstance {
  instance ??= ky.create({ timeout: HTTP_TIMEOUT_MS, retry: 0, throwHttpErrors: false })
  return instance
}

export const authorization = (token: string | null): string => (token ? `Bearer ${token}` : DEFAULT_AUTHORIZATION)

/** The language on the screen, which may be another than the browser's: what the server says is shown there. */
const spoken = () => ({ 'accept-language': HTML_LANG[language()] })

export const headersOf = (token: string | null): Record<string, string> => ({
  ...spoken(),
  authorization: authorization(token),
  'x-client': clientName,
})

export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Record<string, unknown> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
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
const OPENS_SESSION = new Set(['mail/apilogin/userLogin', 'oauth/token'])

/** Sends once. Throws an ApiError with code 0 when no answer came. */
async function send(call: Exchange, token: string | null): Promise<Response> {
  try {
    const response = await client()(addressOf(call.path, call.query), {
      method: call.method.toLowerCase(),
      headers: call.anonymous ? spoken() : headersOf(token),
      ...(call.method === 'POST' ? { json: call.body ?? {} } : {}),
      ...(call.signal ? { signal: call.signal } : {}),
      ...(call.keepalive ? { keepalive: true } : {}),
    })
    if (token) noteAnswer(response)
    return response
  } catch (error) {
    if (isAbort(error) || call.signal?.aborted) throw error
    throw networkError(isTimeoutError(error))
  }
}

/** What the user is told when no answer came. */
export function networkError(timedOut = false): ApiError {
  const offline = globalThis.navigator?.onLine === false
  const text = t(OWN, offline ? 'error.offline' : timedOut ? 'error.timeout' : 'error.unreachable')
  return new ApiError(text, { code: 0, status: 0 })
}

/** The session is over on the server: said once, then the token goes (§8, HTTP 401). */
export function sessionOver(): ApiError {
  const text = t(OWN, 'error.expired')
  tellError(text)
  expireSession()
  // The user has been told; nobody tells again.
  return new ApiError(text, { code: Code.tokenExpired, status: 401, silent: true })
}

/** A token other than the one that was refused, or null when the session is over. Network failure is thrown. */
export async function renew(refused: string): Promise<string | null> {
  try {
    return await refreshTokens(refused)
  } catch {
    throw networkError()
  }
}

/** Sends; an expired token is exchanged once and the call sent again. */
export async function exchange(call: Exchange): Promise<Response> {
  const token = readTokens()?.accessToken ?? null
  const response = await send(call, token)
  if (response.status !== 401 || OPENS_SESSION.has(call.path) || call.path === 'oauth/logout') return response
  if (!token) throw sessionOver()
  const next = await renew(token)
  if (!next) throw sessionOver()
  const again = await send(call, next)
  if (again.status === 401) throw sessionOver()
  return again
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return typeof value === 'object' && value !== null && 'code' in value
}

/** Reads the envelope of an answer, whatever its type says (errors of blob calls are JSON inside the blob). */
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
  if (response.status === 400 && code === Code.screenLocked) lockHooks.emit()
  const waits = Number(response.headers.get('retry-after'))
  return new ApiError(envelope ? envelope.message || 'Error' : t(OWN, 'error.unreadable'), {
    code,
    status: response.status,
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
