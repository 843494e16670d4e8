import type { Switched, Tokens } from '@yanshu/contracts'
import type { Caller } from '../../platform/http/caller.ts'
import { ForbiddenError, TokenInvalidError } from '../../platform/http/errors.ts'
import { mayReach } from '../../store/accounts/reachableAccounts.ts'
import type { Context } from '../../store/context/context.ts'
import type { Device } from '../../store/sessions/session.service.ts'
import { openSwitchedSession, returnToOwnSession } from '../../store/sessions/switchSession.ts'
import { accountOf, userInfo } from '../user/index.ts'

/**
 * Opens a session of another account for the person who sits before this one (§4, Account switching). An unknown account
 * and one that they may not reach get the same answer. Throws `ForbiddenError`.
 */
export async function switchTo(context: Context, caller: Caller, account: string, device: Device): Promise<Switched> {
  const address = account.toLowerCase()
  const target = await context.store.db
    .selectFrom('account')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirst()
  if (target?.id === caller.personId) return switchBack(context, caller, device)
  if (!target || !(await mayReach(context.store.db, caller.personId, target.id))) {
    await audit(context, caller, address, device, 'refused')
    throw new ForbiddenError()
  }
  const tokens = await openSwitchedSession(context, caller, target.id, device)
  if (!tokens) throw new TokenInvalidError()
  await audit(context, caller, address, device, 'switched')
  return answer(context, tokens, target.id, caller.personId)
}

/** Leads back to the person's own account. Throws `ForbiddenError` where they are in it. */
export async function switchBack(context: Context, caller: Caller, device: Device): Promise<Switched> {
  const tokens = await returnToOwnSession(context, caller)
  if (!tokens) throw new ForbiddenError()
  const { address } = await accountOf(context, caller.personId)
  await audit(context, caller, address, device, 'back')
  return answer(context, tokens, caller.personId, caller.personId)
}

async function answer(context: Context, tokens: Tokens, accountId: number, personId: number): Promise<Switched> {
  const user = await userInfo(context, accountId, personId)
  return { ...tokens, userMail: user.account, user }
}

/** The line by which an operator sees who was in which mailbox. */
async function audit(context: Context, caller: Caller, to: string, { ip }: Device, outcome: string): Promise<void> {
  const { address: person } = await accountOf(context, caller.personId)
  context.log.info({ audit: 'account.switch', outcome, person, from: caller.address, to, ip }, 'account switch')
}
