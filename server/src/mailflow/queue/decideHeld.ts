import type { Trx } from '../../store/database/transact.ts'
import { type MovedMail, moveMail } from '../../store/queue/moveMail.ts'
import type { Holder } from '../../store/queue/outgoingState.ts'
import { type Refusal, refuseMail } from './endMail.ts'

/** What is decided about a letter that is held: it passes the step that holds it, or nobody gets it. */
export type Verdict = 'pass' | { readonly refuse: Refusal }

/**
 * Decides about a letter that waits for this holder. The caller has made sure that who decides may. Answers null when it
 * does not wait for them any more: another was first, its sender took it back, or an operator dropped it. An operator's
 * hold stays: the decision is kept, and the letter leaves when that ends.
 */
export async function decideHeld(
  trx: Trx,
  { id, by, now }: { readonly id: string; readonly by: Holder; readonly now: number },
  verdict: Verdict,
): Promise<MovedMail | null> {
  const waiting = await trx
    .selectFrom('outgoing')
    .select('id')
    .where('id', '=', id)
    .where('held_by', '=', by)
    .where('state', '=', 'held')
    .executeTakeFirst()
  if (!waiting) return null
  return verdict === 'pass' ? moveMail(trx, id, { to: 'accepted', now }) : refuseMail(trx, id, verdict.refuse, now)
}
