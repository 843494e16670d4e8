import type { OperatorActor, SystemActor } from '../../platform/actor/actor.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'

/** A mailbox that is open, and the person who uses it. */
export interface UsedMailbox {
  readonly accountId: number
  readonly personId: number
}

/** The server itself, in work for an account without a call. */
export const systemActor = (accountId: number): SystemActor => ({
  via: 'system',
  scopes: 'all',
  accountId,
  personId: accountId,
  openFolders: 'all',
})

/** An operator, who works on an account by a command. */
export const operatorActor = (accountId: number): OperatorActor => ({ ...systemActor(accountId), via: 'operator' })

/** Whether a person acts in their own mailbox, and not in one that they switched to. */
export const isPerson = ({ accountId, personId }: UsedMailbox): boolean => accountId === personId

/**
 * Requires that a person acts in their own mailbox: what is for its owner alone is refused to all who switched to it,
 * administrators too. Throws `ForbiddenError`.
 */
export function requirePerson(actor: UsedMailbox): void {
  if (!isPerson(actor)) throw new ForbiddenError()
}
