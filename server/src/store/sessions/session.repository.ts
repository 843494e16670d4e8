import type { Insertable, Kysely } from 'kysely'
import type { Context } from '../context/context.ts'
import type { Engine } from '../database/engine.ts'
import type { Schema, SessionTable } from '../database/schema.ts'
import type { Trx } from '../database/transact.ts'
import { noteLogin } from './loginLog.ts'

type Store = Pick<Context, 'store'>

/** Opens a login, and writes it into the log of log-ins. */
export async function addSession(db: Kysely<Schema>, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(session).execute()
  await noteLogin(db, {
    accountId: session.account_id,
    at: session.created_at,
    ip: session.ip,
    userAgent: session.user_agent,
    way: 'web',
    result: 'ok',
    sessionId: session.id,
  })
}

/**
 * The stored password of an account, null when it is gone or disabled. It stays as it is until the transaction ends: on
 * PostgreSQL the row is locked, SQLite has one writer.
 */
export async function passwordHeldFast(trx: Trx, engine: Engine, accountId: number): Promise<string | null> {
  const account = await trx
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .where('disabled', '=', 0)
    .$if(engine === 'postgres', (query) => query.forShare())
    .executeTakeFirst()
  return account?.password_hash ?? null
}

/** Ends a login, and where a person had switched to its account, their own session with it. */
export const endSession = ({ store }: Store, sessionId: string) =>
  store.db
    .deleteFrom('session')
    .where((eb) =>
      eb(
        'id',
        '=',
        eb.fn.coalesce(
          eb.selectFrom('session as one').select('one.parent_id').where('one.id', '=', sessionId),
          eb.val(sessionId),
        ),
      ),
    )
    .execute()

export const endExpiredSessions = ({ store }: Store, now: number) =>
  store.db.deleteFrom('session').where('refresh_expires_at', '<=', now).execute()

/** How a login stands: ended when it is gone or its account is disabled. */
export async function standingOf({ store }: Store, sessionId: string): Promise<'open' | 'locked' | 'ended'> {
  const found = await store.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.disabled', 'session.locked_at'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
  if (found?.disabled !== 0) return 'ended'
  return found.locked_at === null ? 'open' : 'locked'
}

/** The login that a refresh token belongs to, as its current one or the one before. */
export const sessionByRefreshHash = ({ store }: Store, hash: string) =>
  store.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('session')
    .select('account.disabled')
    .where((eb) => eb.or([eb('refresh_hash', '=', hash), eb('previous_refresh_hash', '=', hash)]))
    .executeTakeFirst()

/** Replaces this pair by the next one, unless another call has done so already. Answers whether it did. */
export async function rotateSession(
  { store }: Store,
  refreshHash: string,
  next: Pick<
    SessionTable,
    | 'access_hash'
    | 'access_expires_at'
    | 'refresh_hash'
    | 'refresh_expires_at'
    | 'rotation_salt'
    | 'rotated_at'
    | 'last_used_at'
  > & { previous_rotation_salt: string },
): Promise<boolean> {
  const row = await store.db
    .updateTable('session')
    .set({ ...next, previous_refresh_hash: refreshHash })
    .where('refresh_hash', '=', refreshHash)
    .returning('parent_id')
    .executeTakeFirst()
  if (row?.parent_id) {
    // The person's own session stays open as long as the one they switched to is used.
    const { refresh_expires_at } = next
    await store.db.updateTable('session').set({ refresh_expires_at }).where('id', '=', row.parent_id).execute()
  }
  return row !== undefined
}
