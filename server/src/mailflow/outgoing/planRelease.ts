import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { OutgoingOrigin } from '../../store/database/schema.ts'
import { readText } from '../../store/database/storedText.ts'
import type { Trx } from '../../store/database/transact.ts'
import { type Hold, UNRELEASED } from '../../store/queue/outgoingState.ts'
import { type Destination, findDestination, findDestinations } from '../delivery/recipients.ts'
import { hasBlindCopies } from '../queue/blindCopies.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { arrivingMail } from '../steps/arrivingMail.ts'
import type { DeliveryPlan } from '../steps/deliveryPlan.ts'
import type { DeliverySteps } from '../steps/deliverySteps.ts'
import type { Addressed } from '../steps/plannedRecipient.ts'
import type { OutgoingLetter, WhenHeld } from '../steps/submissionStep.ts'
import type { SubmissionSteps } from '../steps/submissionSteps.ts'
import { goesSeparately, type PlannedApart } from './takeApart.ts'

/** A mail that may leave, with the decisions of the delivery steps for its recipients of this system. */
export interface PlannedRelease {
  readonly kind: 'release'
  readonly messageId: number
  readonly size: number
  /** What the steps of sending have made of it; null when it leaves as it is. */
  readonly rewritten: PreparedMessage | null
  readonly destinations: ReadonlyMap<string, Destination>
  /** Recipients of this system: those who have an account, and addresses of a step. */
  readonly local: ReadonlySet<string>
  readonly plan: DeliveryPlan
  /** The account that it counts for, whose mailbox is locked while the steps count. */
  readonly countsFor: number | null
  /** Asks the steps that count, in the transaction that releases it. Answers a hold where there is no room any more. */
  readonly claim: (trx: Trx, context: TransactionContext) => Promise<Hold | null>
}

/** What becomes of a mail that is due. */
export type Plan =
  | PlannedRelease
  | PlannedApart
  | { readonly kind: 'hold'; readonly hold: Hold; readonly held: WhenHeld | null }
  | { readonly kind: 'refuse'; readonly status: string; readonly reason: string }

export interface Steps {
  readonly steps: DeliverySteps
  readonly submission: SubmissionSteps
}

/**
 * Reads a mail that is due and asks the steps of sending, and where they let it pass those of delivery, before the
 * transaction that acts on it, because steps may be slow. Answers null when the mail is not due any more.
 */
export async function planRelease(context: Context, parts: Steps, outgoingId: string): Promise<Plan | null> {
  // Recipients first: those of a mail that another server releases meanwhile are not held any more, nor is it due.
  const recipients = await context.store.db
    .selectFrom('outgoing_recipient')
    .select('address')
    .where('outgoing_id', '=', outgoingId)
    .where('state', '=', 'held')
    .execute()
  const row = await readDue(context, outgoingId)
  if (!row) return null
  const addresses = recipients.map(({ address }) => address)
  const passed = new Set(row.passed_steps.split(' ').filter((step) => step !== ''))
  const senderId = await senderOf(context, row)
  const letter = letterOf(outgoingId, row, addresses, senderId)
  const judged = await parts.submission.judge(letter, passed)
  if (judged.kind !== 'pass') return judged
  const { rewritten } = judged
  // As it is it names the other recipients, unless it was written for this one.
  if (row.origin === 'part' && rewritten === null && passed.size === 0)
    throw new Error('no step has written the mail of one recipient')
  const claim: PlannedRelease['claim'] = (trx, inside) => parts.submission.claim(trx, inside, letter, passed)
  const { countsFor, envelopeFrom } = letter
  if (goesSeparately(row.writing) || (row.origin === 'page' && (await hasBlindCopies(context.store.db, outgoingId))))
    return { kind: 'apart', messageId: row.id, size: row.size, rewritten, countsFor, claim, envelopeFrom }
  const planned = await planDelivery(context, parts.steps, { row, addresses, senderId, rewritten })
  return { ...planned, countsFor, claim }
}

type DueRow = NonNullable<Awaited<ReturnType<typeof readDue>>>

const readDue = ({ store, now }: Context, outgoingId: string) =>
  store.db
    .selectFrom('outgoing')
    .innerJoin('message', 'message.id', 'outgoing.message_id')
    .leftJoin('message_body', 'message_body.message_id', 'message.id')
    // An account that was deleted since counts nothing any more.
    .leftJoin('account', 'account.id', 'outgoing.counts_for')
    .selectAll('message')
    .select('message_body.text')
    .select([
      'outgoing.origin',
      'outgoing.account_id',
      'outgoing.envelope_from',
      'outgoing.created_at',
      'outgoing.writing',
    ])
    .select(['outgoing.release_at', 'outgoing.passed_steps', 'account.id as counts_for'])
    .where('outgoing.id', '=', outgoingId)
    .where('outgoing.state', 'in', UNRELEASED)
    .where('outgoing.on_hold', '=', 0)
    .where('outgoing.due_at', '<=', now())
    .executeTakeFirst()

const letterOf = (id: string, row: DueRow, recipients: readonly string[], senderId: number | null): OutgoingLetter => ({
  countsFor: row.origin === 'event' ? senderId : row.counts_for,
  id,
  origin: row.origin,
  accountId: row.account_id,
  envelopeFrom: row.envelope_from,
  recipients,
  createdAt: row.created_at,
  releaseAt: row.release_at,
  subject: row.subject,
  from: { name: row.from_name, address: row.from_address },
  rfcMessageId: row.rfc_message_id,
  automatic: row.automatic === 1,
  size: row.size,
  rawHash: row.raw_hash ?? '',
  hasAttachment: row.has_attachment === 1,
})

interface Passed {
  readonly row: DueRow
  readonly addresses: readonly string[]
  readonly senderId: number | null
  readonly rewritten: PreparedMessage | null
}

async function planDelivery(
  context: Context,
  steps: DeliverySteps,
  { row, addresses, senderId, rewritten }: Passed,
): Promise<Omit<PlannedRelease, 'claim' | 'countsFor'>> {
  const { db } = context.store
  const destinations = await findDestinations(db, addresses)
  const unknown = [...destinations].flatMap(([address, { kind }]) => (kind === 'unknown' ? [address] : []))
  const owned = await steps.ownedBySteps(unknown)
  const addressed = [...destinations].flatMap(([address, destination]): Addressed[] => {
    if (destination.kind === 'account') return [{ address, accountId: destination.accountId }]
    return owned.has(address) ? [{ address, accountId: null }] : []
  })
  const columns = rewritten?.columns ?? row
  if (row.text === null) throw new Error('the text of a mail on its way out is gone')
  const text = rewritten ? rewritten.body.text : readText(row.text)
  // The fields of a report are a part that is not listed as a file.
  const hasParts = row.has_attachment === 1 || row.envelope_from === ''
  const attachments = rewritten?.attachments ?? (hasParts ? await attachmentsOf(context, row.id) : [])
  const mail = arrivingMail(columns, text, attachments, {
    source: isFromOutside(row) ? 'smtp' : 'local',
    envelopeFrom: row.envelope_from,
    senderId,
    origin: row.origin,
    flaggedAsSpam: false,
    receivedAt: context.now(),
  })
  return {
    kind: 'release',
    messageId: row.id,
    size: columns.size,
    rewritten,
    destinations,
    local: new Set(addressed.map(({ address }) => address)),
    plan: await steps.plan(mail, addressed),
  }
}

/** A mail that came from outside, and that a group has let through. */
const isFromOutside = ({ origin, account_id }: { origin: OutgoingOrigin; account_id: number | null }) =>
  origin === 'group' && account_id === null

/** Whose rights count: those of the account, or of the person in whose name an event is written about. */
async function senderOf({ store }: Context, row: DueRow): Promise<number | null> {
  if (row.origin !== 'event' || row.envelope_from === '') return row.account_id
  const destination = await findDestination(store.db, row.envelope_from)
  return destination.kind === 'account' ? destination.accountId : null
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
