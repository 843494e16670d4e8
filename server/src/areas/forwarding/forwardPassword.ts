import { findDestination } from '../../mailflow/delivery/recipients.ts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { requireRecentPassword } from '../../store/sessions/rights.ts'
import { confirmedForwards } from './forwarding.service.ts'

type Parts = Pick<Context, 'store' | 'now'>

/** Asks for a recent password before an address outside of the organisation is added. Throws `RecentPasswordError`. */
export async function requirePasswordToAdd(context: Parts, actor: SessionActor, address: string): Promise<void> {
  const { kind } = await findDestination(context.store.db, address.toLowerCase())
  if (kind === 'elsewhere') await requireRecentPassword(context, actor)
}

/**
 * Asks for a recent password before forwarding is switched on or changed, where an outside address is confirmed to which
 * the mail would go. Throws `RecentPasswordError`.
 */
export async function requirePasswordToForward(context: Parts, actor: SessionActor): Promise<void> {
  if ((await confirmedForwards(context, actor.accountId)).length > 0) await requireRecentPassword(context, actor)
}
