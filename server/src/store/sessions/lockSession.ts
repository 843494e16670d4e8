import type { Context } from '../context/context.ts'

/** The event that notifies the sockets of a session, on any server, that its screen is locked. Its data is the session's id. */
export const SESSION_LOCKED = 'session.locked'

/**
 * Locks the screen of a session: from the commit on each of its calls but a few is refused, and its sockets are closed.
 * Locking it again changes nothing.
 */
export async function lockSession(
  { store, events, now }: Pick<Context, 'store' | 'events' | 'now'>,
  { sessionId, accountId }: { readonly sessionId: string; readonly accountId: number },
): Promise<void> {
  await store.db
    .updateTable('session')
    .set({ locked_at: now() })
    .where('id', '=', sessionId)
    .where('locked_at', 'is', null)
    .execute()
  events.publish(accountId, { optType: 'event', name: SESSION_LOCKED, data: sessionId })
}

/** Since when a session is locked, null when it is not. */
export async function lockedSince({ store }: Pick<Context, 'store'>, sessionId: string): Promise<number | null> {
  const row = await store.db.selectFrom('session').select('locked_at').where('id', '=', sessionId).executeTakeFirst()
  return row?.locked_at ?? null
}

/** Unlocks the screen of a session. */
export const relieveSession = ({ store }: Pick<Context, 'store'>, sessionId: string) =>
  store.db.updateTable('session').set({ locked_at: null }).where('id', '=', sessionId).execute()

/** Unlocks all sessions of a person, who has turned the lock off. */
export const relieveSessionsOf = ({ store }: Pick<Context, 'store'>, personId: number) =>
  store.db
    .updateTable('session')
    .set({ locked_at: null })
    .where((eb) =>
      eb.or([eb('person_id', '=', personId), eb.and([eb('account_id', '=', personId), eb('person_id', 'is', null)])]),
    )
    .where('locked_at', 'is not', null)
    .execute()
