import { randomUUID } from 'node:crypto'
import type { Tokens } from '@yanshu/contracts'
import type { Insertable } from 'kysely'
import { TokenExpiredError, TokenInvalidError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import type { SessionTable } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { addSession, endSession, passwordHeldFast, rotateSession, sessionByRefreshHash } from './session.repository.ts'
import { nextTokens, randomToken, tokenHash } from './tokens.ts'

export const ACCESS_LIFE_S = 15 * 60
const ACCESS_LIFE_MS = ACCESS_LIFE_S * 1_000
export const REFRESH_LIFE_MS = 30 * 24 * 60 * 60 * 1_000
/** How long the refresh token before the last rotation is accepted, for a lost answer or another window. */
export const REFRESH_GRACE_MS = 30_000

/** Where a login came from, for the list of one's devices. */
export interface Device {
  readonly userAgent: string
  readonly ip: string
}

/** Opens a login and hands out its first pair of tokens. */
export async function openSession(context: Context, accountId: number, device: Device): Promise<Tokens> {
  const { session, tokens } = newSession(context, accountId, device)
  await addSession(context.store.db, session)
  return tokens
}

/**
 * Opens a login for a password that was found right, as long as it still is the account's: comparing takes its time, and
 * a password that was changed or an account that was disabled meanwhile opens nothing. Null when it does not.
 * @param options `proven` where the login counts as an entered password ({@link requireRecentPassword})
 */
export async function openSessionByPassword(
  context: Context,
  account: { readonly id: number; readonly password_hash: string },
  device: Device,
  { proven }: { readonly proven: boolean },
): Promise<Tokens | null> {
  const { session, tokens } = newSession(context, account.id, device)
  return transact(context, async (trx) => {
    const current = await passwordHeldFast(trx, context.store.engine, account.id)
    if (current !== account.password_hash) return null
    await addSession(trx, proven ? session : { ...session, proved_at: null })
    return tokens
  })
}

/** A session of an account that is to be stored, and its tokens. */
export function newSession(
  context: Context,
  accountId: number,
  device: Device,
): { session: Insertable<SessionTable>; tokens: Tokens } {
  const now = context.now()
  const { pair, tokens } = freshPair(context)
  const session = {
    id: randomUUID(),
    account_id: accountId,
    ...pair,
    proved_at: now,
    created_at: now,
    last_used_at: now,
    user_agent: device.userAgent.slice(0, 300),
    ip: device.ip,
  }
  return { session, tokens }
}

/** A pair of tokens that follows no other, as a session keeps it and as its client gets it. */
export function freshPair(context: Pick<Context, 'now'>) {
  const now = context.now()
  const accessToken = randomToken()
  const refreshToken = randomToken()
  const pair = {
    access_hash: tokenHash(accessToken),
    access_expires_at: now + ACCESS_LIFE_MS,
    refresh_hash: tokenHash(refreshToken),
    refresh_expires_at: now + REFRESH_LIFE_MS,
    previous_refresh_hash: null,
    rotation_salt: randomToken(),
    previous_rotation_salt: '',
    rotated_at: now,
  }
  return { pair, tokens: { accessToken, refreshToken, expiresIn: ACCESS_LIFE_S } satisfies Tokens }
}

/**
 * Exchanges a refresh token for the next pair. The token before it answers with that same pair for thirty seconds;
 * later it means that another client has used it, and the login ends for both.
 * Throws `TokenInvalidError` or `TokenExpiredError`.
 */
export async function refreshSession(context: Context, refreshToken: string): Promise<Tokens> {
  const hash = tokenHash(refreshToken)
  const now = context.now()
  const session = await sessionByRefreshHash(context, hash)
  if (!session || session.disabled) throw new TokenInvalidError()
  if (session.refresh_hash !== hash) {
    if (now - session.rotated_at > REFRESH_GRACE_MS) {
      context.log.warn({ session: session.id }, 'a refresh token came back after its time; the login is ended')
      await endSession(context, session.id)
      throw new TokenInvalidError()
    }
    const expiresIn = Math.max(1, Math.floor((session.access_expires_at - now) / 1_000))
    return { ...nextTokens(refreshToken, session.previous_rotation_salt), expiresIn }
  }
  if (session.refresh_expires_at <= now) {
    await endSession(context, session.id)
    throw new TokenExpiredError()
  }
  const next = nextTokens(refreshToken, session.rotation_salt)
  const rotated = await rotateSession(context, hash, {
    access_hash: tokenHash(next.accessToken),
    access_expires_at: now + ACCESS_LIFE_MS,
    refresh_hash: tokenHash(next.refreshToken),
    refresh_expires_at: now + REFRESH_LIFE_MS,
    rotation_salt: randomToken(),
    previous_rotation_salt: session.rotation_salt,
    rotated_at: now,
    last_used_at: now,
  })
  // Another window was faster with the same token; its pair is the one computed here.
  return rotated ? { ...next, expiresIn: ACCESS_LIFE_S } : refreshSession(context, refreshToken)
}
