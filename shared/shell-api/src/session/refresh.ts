import type { Envelope, Tokens } from '@yanshu/contracts'
import ky from 'ky'
import { platform } from '../platform/platform.ts'
import { local } from '../storage/browserStorage.ts'
import { readTokens, writeTokens } from './tokens.ts'

/** A window that was closed while refreshing must not block the others longer than this; in milliseconds. */
const REFRESH_TIMEOUT_MS = 30_000
const FALLBACK_LOCK = 'yanshu.refreshing'

let running: { readonly session: AbortSignal; readonly token: Promise<string | null> } | null = null

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * One refresh at a time in all windows. Plain http has no `navigator.locks`; there a note in local storage stands in,
 * which is good enough: the window that loses the race finds the new token instead of asking for another.
 */
async function alone<T>(session: AbortSignal, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (locks) return locks.request('yanshu-refresh', { signal: session }, work)
  const mine = `${Math.random()}`
  const deadline = Date.now() + REFRESH_TIMEOUT_MS
  while (Date.now() < deadline) {
    const [, since] = (local.get(FALLBACK_LOCK) ?? '').split('@')
    if (!since || Date.now() - Number(since) > REFRESH_TIMEOUT_MS) {
      const note = `${mine}@${Date.now()}`
      local.set(FALLBACK_LOCK, note)
      await pause(20)
      if (local.get(FALLBACK_LOCK) === note) break
    }
    await pause(100)
  }
  try {
    return await work()
  } finally {
    if (local.get(FALLBACK_LOCK)?.startsWith(`${mine}@`)) local.set(FALLBACK_LOCK, null)
  }
}

async function exchange(stale: string | null, session: AbortSignal): Promise<string | null> {
  session.throwIfAborted()
  const stored = readTokens()
  if (!stored) return null
  // Another window was faster: its token is valid, and the old refresh token has been used.
  if (stored.accessToken !== stale) return stored.accessToken
  const response = await ky.post(`${platform().apiBase}oauth/token`, {
    json: { grantType: 'refresh_token', refreshToken: stored.refreshToken },
    throwHttpErrors: false,
    retry: 0,
    timeout: REFRESH_TIMEOUT_MS,
    signal: session,
  })
  // An error of the server does not mean that the session is over: the call fails, the session stays.
  if (response.status >= 500 || response.status === 429) throw new Error(`refresh answered ${response.status}`)
  const answer = await response.json<Envelope<Tokens>>()
  session.throwIfAborted()
  // A login happened meanwhile, in another window perhaps: these tokens are neither to be replaced nor lost.
  const now = readTokens()
  if (now?.refreshToken !== stored.refreshToken) return now?.accessToken ?? null
  if (!response.ok || Number(answer.code) !== 200 || !answer.data) return null
  writeTokens(answer.data)
  return answer.data.accessToken
}

/**
 * Exchanges the refresh token for the next pair, unless the stored access token is no longer `stale`.
 * Answers the token to use, null when the session is over. Throws when the server cannot be asked, or when `session`
 * ended meanwhile: nothing is written then.
 */
export function refreshTokens(stale: string | null, session: AbortSignal): Promise<string | null> {
  if (running?.session === session) return running.token
  const token = alone(session, () => exchange(stale, session)).finally(() => {
    if (running?.token === token) running = null
  })
  running = { session, token }
  return token
}
