import { readAddresses } from '../../store/mailbox/index.ts'
import { isUnproven, readArrival } from '../arrival/arrival.ts'
import type { PreparedAttachment, PreparedMessage } from '../reading/preparedMessage.ts'
import type { ArrivingMail } from './deliveryStep.ts'

type Columns = Pick<
  PreparedMessage['columns'],
  | 'raw_hash'
  | 'size'
  | 'rfc_message_id'
  | 'subject'
  | 'from_name'
  | 'from_address'
  | 'to_list'
  | 'cc_list'
  | 'has_attachment'
  | 'automatic'
  | 'claims_own_domain'
  | 'arrival'
>

type Arrival = Pick<ArrivingMail, 'source' | 'envelopeFrom' | 'senderId' | 'origin' | 'flaggedAsSpam' | 'receivedAt'>

/** A mail as the steps see it. Lists of people are read when a step asks for them. */
export function arrivingMail(
  columns: Columns,
  text: string,
  attachments: readonly PreparedAttachment[],
  arrival: Arrival,
): ArrivingMail {
  // What is written here does not come from outside, also when it sends on what once came from there.
  const first = readArrival(columns.arrival)
  const came = arrival.source === 'local' ? null : first
  return {
    ...arrival,
    peer: came?.peer ?? null,
    authentication: came?.authentication ?? null,
    subject: columns.subject,
    from: { name: columns.from_name, address: columns.from_address },
    get to() {
      return readAddresses(columns.to_list)
    },
    get cc() {
      return readAddresses(columns.cc_list)
    },
    rfcMessageId: columns.rfc_message_id,
    automatic: columns.automatic === 1,
    claimsOwnDomain: columns.claims_own_domain === 1,
    unproven: isUnproven(first, columns.from_address),
    size: columns.size,
    text,
    hasAttachment: columns.has_attachment === 1,
    attachments,
    rawHash: columns.raw_hash ?? '',
  }
}
