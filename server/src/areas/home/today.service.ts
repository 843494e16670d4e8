import type { HomeToday } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { isApprover } from '../../store/accounts/isApprover.ts'
import type { Context } from '../../store/context/context.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { isPerson } from '../../store/sessions/actor.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { countWaiting } from '../approval/index.ts'
import { countShared } from '../documents/index.ts'
import { countFollowUps, countUnanswered } from '../follow-up/index.ts'
import { countHeld } from '../screener/index.ts'

/**
 * What is to be done today, each number from the same place as the list behind it. What is for the person alone (approvals,
 * files, whom they let write to them) is not counted for who switched to the mailbox.
 */
export async function readToday(
  context: Context,
  actor: SessionActor,
  { unansweredDays }: { readonly unansweredDays: number },
): Promise<HomeToday> {
  const { accountId } = actor
  const { db } = context.store
  const isOwn = isPerson(actor)
  const { mailApproval, netdiskEnable } = await switchesOf(db, accountId)
  const approves = isOwn && (await isApprover(db, accountId, mailApproval))
  const [unread, followUps, unanswered, approvals, held, shared] = await Promise.all([
    openMailbox(context, actor).unreadByGroup(),
    countFollowUps(context, accountId),
    countUnanswered(context, accountId, unansweredDays),
    approves ? countWaiting(context, accountId) : null,
    isOwn ? countHeld(context, actor) : null,
    isOwn && netdiskEnable ? countShared(context, accountId) : null,
  ])
  return { ...unread, followUps: followUps.due, unanswered, approvals: approvals?.unapproved ?? null, held, shared }
}
