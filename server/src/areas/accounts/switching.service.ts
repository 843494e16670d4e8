import type { Switched } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { ForbiddenError, TokenInvalidError } from '../../platform/http/errors.ts'
import { mayReach } from '../../store/accounts/reachableAccounts.ts'
import type { Context } from '../../store/context/context.ts'
import type { Device } from '../../store/sessions/session.service.ts'
import { openSwitchedSession, returnToOwnSession } from '../../store/sessions/switchSession.ts'
import { accountOf, userInfo } from '../user/index.ts'

/**
 * Opens a session of another account for the person who uses this one (§4, Account switching). An unknown account
 * and one that they may not reach get the same answer. Throws `ForbiddenError`.
 */
export async function switchTo(
  context: Context,
  caller: SessionActor,
  account: string,
  device: Device,
): Promise<Switched> {
  const address = account.toLowerCase()
  const target = await context.store.db
    .selectFrom('account')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirst()
  if (target?.id === caller.personId) return switchBack(context, caller, device)
  const person = await accountOf(context, caller.personId)
  const note = (outcome: string) => audit(context, { person, from: caller, to: address, device, outcome })
  if (!target || !(await mayReach(context.store.db, caller.personId, target.id))) {
    note('refused')
    throw new ForbiddenError()
  }
  const user = await userInfo(context, target.id, caller.personId)
  // Nothing is asked for once the former session has ended: its windows are notified and abort this call with its tokens.
  const tokens = await openSwitchedSession(context, caller, target.id, device)
  if (!tokens) throw new TokenInvalidError()
  note('switched')
  return { ...tokens, userMail: user.account, user }
}

/** Leads back to the person's own account. Throws `ForbiddenError` where they are in it. */
export async function switchBack(context: Context, caller: SessionActor, device: Device): Promise<Switched> {
  const person = await accountOf(context, caller.personId)
  const user = await userInfo(context, caller.personId, caller.personId)
  // As above, nothing is asked for after it.
  const tokens = await returnToOwnSession(context, caller)
  if (!tokens) throw new ForbiddenError()
  audit(context, { person, from: caller, to: person.address, device, outcome: 'back' })
  return { ...tokens, userMail: user.account, user }
}

interface Switching {
  readonly person: { readonly address: string }
  readonly from: SessionActor
  readonly to: string
  readonly device: Device
  readonly outcome: string
}

/** The line by which an operator sees who was in which mailbox. */
function audit({ log }: Context, { person, from, to, device, outcome }: Switching): void {
  const facts = { audit: 'account.switch', outcome, person: person.address, from: from.address, to, ip: device.ip }
  log.info(facts, 'account switch')
}
