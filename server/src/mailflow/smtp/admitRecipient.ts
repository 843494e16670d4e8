import type { Context } from '../../store/context/context.ts'
import { findDestination } from '../delivery/recipients.ts'
import type { DeliverySteps } from '../steps/deliverySteps.ts'
import { refusals } from './refusal.ts'

/**
 * Decides at RCPT whether a recipient here can take a message of a declared size (0 when none was declared).
 * Answers their account, null for an address of a step of delivery.
 * Throws the `SmtpRefusal` that the client is answered with.
 */
export async function admitRecipient(
  context: Pick<Context, 'store'>,
  steps: Pick<DeliverySteps, 'ownedBySteps'>,
  address: string,
  declaredSize: number,
): Promise<number | null> {
  const destination = await findDestination(context.store.db, address)
  switch (destination.kind) {
    case 'elsewhere':
      throw refusals.relaying(address)
    case 'unknown':
      if ((await steps.ownedBySteps([address])).has(address)) return null
      throw refusals.unknownUser(address)
    case 'disabled':
      throw refusals.disabledUser(address)
    case 'account': {
      const { quota, used } = destination
      if (quota > 0 && declaredSize > quota) throw refusals.mailboxTooSmall(address)
      if (quota > 0 && used + Math.max(declaredSize, 1) > quota) throw refusals.mailboxFull(address)
      return destination.accountId
    }
  }
}
