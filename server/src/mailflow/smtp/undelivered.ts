import type { BouncedRecipient } from '../outgoing/bounceMessage.ts'
import type { Undelivered } from '../steps/deliveryPlan.ts'
import { losesReason, refusals, type SmtpRefusal } from './refusal.ts'

/**
 * The answer of SMTP to a recipient who did not get the message.
 *
 * @param utf8 whether the client reads answers in UTF-8
 */
export function refusalOf({ address, failure }: Undelivered, utf8 = false): SmtpRefusal {
  switch (failure.kind) {
    case 'full':
      return refusals.mailboxFull(address)
    case 'too-small':
      return refusals.mailboxTooSmall(address)
    case 'gone':
      return refusals.disabledUser(address)
    case 'unknown':
      return refusals.unknownUser(address)
    case 'no-relay':
      return refusals.noRelay(address)
    case 'unresolved':
      return refusals.unresolved(address)
    case 'refused':
      return refusals.refusedByStep(address, failure.status, failure.reason, utf8)
  }
}

/** The same for a report: final, and with the full reason. */
export function bouncedOf(one: Undelivered): BouncedRecipient {
  const { address, failure, partly } = one
  const refusal = refusalOf(one)
  const reason = failure.kind === 'refused' ? failure.reason : refusal.message
  return {
    address,
    status: refusal.enhanced.replace(/^4/, '5'),
    reason: partly ? `${PARTLY}: ${reason}` : reason,
  }
}

/** Whether the answer to a client without SMTPUTF8 leaves out what the recipient has written. */
export const isReasonLost = ({ failure }: Undelivered): boolean =>
  failure.kind === 'refused' && losesReason(failure.reason)

const PARTLY = '此地址的部分收件人没有收到 / Not everybody behind this address got it'
