import type { Envelope, Tokens } from '@yanshu/contracts'
import ky from 'ky'
import { platform } from '../platform/platform.ts'
import { local } from '../storage/browserStorage.ts'
import { readTokens, writeTokens } from './tokens.ts'

/** Refreshing takes the network; a window that died while refreshing must not hold the others longer than this. */
const REFRESH_TIMEOUT_MS = 30_000
const FALLBACK_LOCK = 'yanshu.refreshing'

let running: Promise<string | null> | null = null

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * One refresh at a time in all windows. Plain http has no `navigator.locks`; there a note in local storage stands in,
 * which is good enough: whoever loses the race finds the new token instead of asking for another.
 */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (locks) return locks.request('yanshu-refresh', work)
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

async function exchange(stale: string | null): Promise<string | null> {
  const stored = readTokens()
  if (!stored) return null
  // Another window was quicker: its token is the good one, and the old refresh token is spent.
  if (stored.accessToken !== stale) return stored.accessToken
  const response = await ky.post(`${platform().apiBase}oauth/token`, {
    json: { grantType: 'refresh_token', refreshToken: stored.refreshToken },
    throwHttpErrors: false,
    retry: 0,
    timeout: REFRESH_TIMEOUT_MS,
  })
  // A server that is failing says nothing about the session: the call fails, the session stays.
  if (response.status >= 500 || response.status === 429) throw new Error(`refresh answered ${response.status}`)
  const answer = await response.json<Envelope<Tokens>>()
  if (!response.ok || Number(answer.code) !== 200 || !answer.data) return null
  writeTokens(answer.data)
  return answer.data.accessToken
}

/**
 * Exchanges the refresh token for the next pair, unless the stored access token is no longer `stale`.
 * Answers the token to use, null when the session is over. Throws when the server cannot be asked.
 */
export function refreshTokens(stale: string | null): Promise<string | null> {
  running ??= alone(() => exchange(stale)).finally(() => {
    running = null
  })
  return running
}
