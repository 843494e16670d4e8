import { ForbiddenError } from '../../platform/http/errors.ts'
import { managesGroup } from '../../store/accounts/mailGroups.ts'
import type { Trx } from '../../store/database/transact.ts'
import { type MovedMail, moveMail } from '../../store/queue/moveMail.ts'
import type { Holder } from '../../store/queue/outgoingState.ts'
import { type Refusal, refuseMail } from './endMail.ts'

/** What is decided about a letter that is held: it passes the step that holds it, or it is refused. */
export type Verdict = 'pass' | { readonly refuse: Refusal }

/**
 * Who decides: an account and the person who uses it, as in a call; or this server, where what the letter waits for has
 * ended, such as a group that is deleted.
 */
export type Decider = { readonly accountId: number; readonly personId: number } | 'server'

/**
 * Whether a person may decide about what waits for a holder. A manager of a group decides for it, also from a mailbox that
 * they share; what waits for one person is decided by that person alone, never by another who uses their mailbox.
 */
async function mayDecide(db: Trx, by: Holder, decider: Decider): Promise<boolean> {
  if (decider === 'server') return true
  const [kind, id] = by.split(':')
  if (kind === 'group') return managesGroup(db, Number(id), decider.accountId)
  return kind === 'account' && Number(id) === decider.accountId && decider.personId === decider.accountId
}

/**
 * Decides about a letter that waits for this holder. Answers null when it does not wait for them any more: another was
 * first, its sender took it back, or an operator dropped it. An operator's hold stays: the decision is kept, and the letter
 * leaves when that ends. Throws `ForbiddenError` where who decides may not, also when that right was taken back since.
 */
export async function decideHeld(
  trx: Trx,
  {
    id,
    by,
    decider,
    now,
  }: { readonly id: string; readonly by: Holder; readonly decider: Decider; readonly now: number },
  verdict: Verdict,
): Promise<MovedMail | null> {
  if (!(await mayDecide(trx, by, decider))) throw new ForbiddenError()
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
