import type { Kysely } from 'kysely'
import type { Context } from '../context/context.ts'
import type { Schema } from '../database/schema.ts'
import type { Device } from './session.service.ts'

const LOG_MS = 30 * 86_400_000

export interface LoginNote extends Device {
  readonly accountId: number
  readonly at: number
  readonly way: 'web' | 'client'
  readonly result: 'ok' | 'wrong' | 'second' | 'refused'
  readonly sessionId?: string
}

/** Logs that a person has logged in, or tried to. */
export async function noteLogin(db: Kysely<Schema>, note: LoginNote): Promise<void> {
  const { accountId, at, ip, userAgent, way, result, sessionId = null } = note
  await db
    .insertInto('login_log')
    .values({
      account_id: accountId,
      at,
      ip,
      user_agent: userAgent.slice(0, 300),
      way,
      result,
      session_id: sessionId,
    })
    .execute()
}

/** Deletes what is older than 30 days (§9). */
export const forgetOldLogins = (db: Kysely<Schema>, now: number) =>
  db
    .deleteFrom('login_log')
    .where('at', '<', now - LOG_MS)
    .execute()

/**
 * A log-in that failed: by its password, or with a right password by its second step. It is not waited for, so that an
 * account that is there takes no longer than one that is not.
 */
export function noteWrongLogin(
  { store, now, log }: Pick<Context, 'store' | 'now' | 'log'>,
  accountId: number,
  device: Device,
  result: 'wrong' | 'second' = 'wrong',
): void {
  const note: LoginNote = { ...device, accountId, at: now(), way: 'web', result }
  noteLogin(store.db, note).catch((error: unknown) => log.warn({ err: error }, 'a log-in could not be written down'))
}
