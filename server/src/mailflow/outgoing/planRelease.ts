import type { Context } from '../../store/context/context.ts'
import { readText } from '../../store/database/storedText.ts'
import type { StoredMessage } from '../delivery/deliverMessage.ts'
import { type Destination, findDestinations } from '../delivery/recipients.ts'
import { arrivingMail } from '../steps/arrivingMail.ts'
import type { DeliveryPlan } from '../steps/deliveryPlan.ts'
import type { DeliverySteps } from '../steps/deliverySteps.ts'
import type { Addressed } from '../steps/line.ts'

/** A held mail that may leave, with the decisions of the delivery steps for its recipients of this system. */
export interface PlannedRelease {
  readonly message: StoredMessage
  readonly destinations: ReadonlyMap<string, Destination>
  /** Recipients of this system: those who have an account, and those a step speaks for. */
  readonly local: ReadonlySet<string>
  readonly plan: DeliveryPlan
}

/**
 * Reads a held mail and asks the steps about it, before the transaction that releases it, because steps may be slow.
 * Answers null when the mail is not held any more.
 */
export async function planRelease(
  context: Context,
  steps: DeliverySteps,
  outgoingId: string,
): Promise<PlannedRelease | null> {
  const { db } = context.store
  const held = await db
    .selectFrom('outgoing')
    .select(['account_id', 'message_id', 'envelope_from'])
    .where('id', '=', outgoingId)
    .where('state', '=', 'held')
    .executeTakeFirst()
  if (!held) return null
  const rows = await db
    .selectFrom('outgoing_recipient')
    .select('address')
    .where('outgoing_id', '=', outgoingId)
    .execute()
  const destinations = await findDestinations(
    db,
    rows.map(({ address }) => address),
  )
  const unknown = [...destinations].flatMap(([address, { kind }]) => (kind === 'unknown' ? [address] : []))
  const spoken = await steps.spokenFor(unknown)
  const addressed = [...destinations].flatMap(([address, destination]): Addressed[] => {
    if (destination.kind === 'account') return [{ address, accountId: destination.accountId }]
    return spoken.has(address) ? [{ address, accountId: null }] : []
  })
  const row = await db
    .selectFrom('message')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .selectAll('message')
    .select('message_body.text')
    .where('message.id', '=', held.message_id)
    .executeTakeFirstOrThrow()
  const text = readText(row.text)
  // The fields of a report are a part that is not listed as a file; reports have no sender.
  const hasParts = row.has_attachment === 1 || held.envelope_from === ''
  const mail = arrivingMail(row, text, hasParts ? await attachmentsOf(context, row.id) : [], {
    source: 'local',
    envelopeFrom: held.envelope_from,
    senderId: held.account_id === 0 ? null : held.account_id,
    flaggedAsSpam: false,
    receivedAt: context.now(),
  })
  return {
    message: {
      messageId: row.id,
      size: row.size,
    },
    destinations,
    local: new Set(addressed.map(({ address }) => address)),
    plan: await steps.plan(mail, addressed),
  }
}

async function attachmentsOf({ store }: Context, messageId: number) {
  const rows = await store.db
    .selectFrom('attachment')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    blobHash: row.blob_hash,
    contentId: row.content_id,
    disposition: row.disposition,
    kind: row.kind,
  }))
}
