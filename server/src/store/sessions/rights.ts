import { RECENT_PASSWORD_MS } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { RecentPasswordError } from '../../platform/http/errors.ts'
import { mayReach } from '../accounts/reachableAccounts.ts'
import type { Context } from '../context/context.ts'
import { isPerson, type UsedMailbox } from './actor.ts'

type Parts = Pick<Context, 'store' | 'now'>

const personOf = ({ store }: Pick<Context, 'store'>, personId: number) =>
  store.db.selectFrom('account').select(['is_admin', 'disabled']).where('id', '=', personId).executeTakeFirst()

/** Whether what a person made in a mailbox still counts: they are its owner, or an administrator who reaches it. */
export async function isMakerEntitled(context: Pick<Context, 'store'>, mailbox: UsedMailbox): Promise<boolean> {
  if (isPerson(mailbox)) return true
  const person = await personOf(context, mailbox.personId)
  if (person?.disabled !== 0 || person.is_admin !== 1) return false
  return mayReach(context.store.db, mailbox.personId, mailbox.accountId)
}

/**
 * Requires that the person logged in or entered their password within the last ten minutes, in this session or in their
 * own one from which they switched. A login counts, so that an account without a password has a way: to log in again;
 * but not one by a phone code or a QR code alone. Throws `RecentPasswordError`.
 */
export async function requireRecentPassword(
  { store, now }: Parts,
  { sessionId }: Pick<SessionActor, 'sessionId'>,
): Promise<void> {
  const found = await store.db
    .selectFrom('session')
    .leftJoin('session as own', 'own.id', 'session.parent_id')
    .select(['session.proved_at', 'own.proved_at as own_proved_at'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
  const provedAt = found?.own_proved_at ?? found?.proved_at ?? null
  // A time ahead of the clock is of a clock that was set back, and proves nothing.
  if (provedAt === null || provedAt > now() || now() - provedAt > RECENT_PASSWORD_MS) throw new RecentPasswordError()
}

/** Notes that the person has entered their password, for the session and the one from which they switched. */
export async function noteRecentPassword({ store, now }: Parts, sessionId: string): Promise<void> {
  await store.db
    .updateTable('session')
    .set({ proved_at: now() })
    .where((eb) =>
      eb.or([
        eb('id', '=', sessionId),
        eb('id', '=', eb.selectFrom('session as one').select('one.parent_id').where('one.id', '=', sessionId)),
      ]),
    )
    .execute()
}
