import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { labelMails } from '../../store/mailbox/index.ts'
import type { DeliveryFailure, DeliveryOutcome, Recipients, WrittenDelivery } from '../delivery/deliverMessage.ts'
import type { Placement } from '../delivery/placement.ts'
import { queueMail } from '../queue/queueMail.ts'
import { routeOf } from '../queue/route.ts'
import type { ArrivingMail } from './deliveryStep.ts'
import type { PlannedRecipient } from './plannedRecipient.ts'
import { type VerdictRow, writeEffects, writeVerdicts } from './verdicts.ts'

/** Why a recipient did not get a mail. `unresolved`: the address is a step's, which has not named its recipients. */
export type Failure =
  | { readonly kind: DeliveryFailure | 'unknown' | 'no-relay' | 'unresolved' }
  | { readonly kind: 'refused'; readonly status: string; readonly reason: string }

export interface Undelivered {
  /** As the mail was addressed. */
  readonly address: string
  readonly failure: Failure
  /** Others of those who get this address's mail have it. */
  readonly partly: boolean
}

/** What the steps have decided, ready to be delivered. */
export interface DeliveryPlan {
  readonly recipients: Recipients
  /** The accounts that it is addressed to, by themselves or as members of a group; not those to whom an account passes it on. */
  readonly addressees: ReadonlySet<number>
  /** Who of those the mail was addressed to did not get it, or not wholly. */
  undelivered(outcome: Pick<DeliveryOutcome, 'failed'>): Undelivered[]
}

/** What a mail without any deviation gets: filed into the inbox, unread. */
const isPlain = ({ place, seen, color, quiet }: PlannedRecipient) =>
  'role' in place && place.role === 'inbox' && !seen && color === 0 && !quiet

/** Makes of the planned recipients what the deliverer needs. */
export function deliveryPlan(
  context: Context,
  mail: ArrivingMail,
  asked: ReadonlyMap<string, PlannedRecipient>,
): DeliveryPlan {
  const recipients = allRecipients(asked.values())
  const accountIds: number[] = []
  const placements = new Map<number, Placement>()
  for (const recipient of recipients) {
    const { accountId, place, seen, color, quiet } = recipient
    if (recipient.state !== 'deliver' || accountId === null) continue
    accountIds.push(accountId)
    if (!isPlain(recipient)) placements.set(accountId, { place, seen, color, quiet })
  }
  const hasRoute = (address: string) => routeOf(context.config, address) !== null
  const relayed = relayedFor(recipients, (recipient) => recipient.state === 'elsewhere' && hasRoute(recipient.address))
  const written = recipients.filter(
    ({ notes, effects, labelIds }) => notes.length + effects.length + labelIds.length > 0,
  )
  const within = async (trx: Trx, delivery: WrittenDelivery) => {
    await writeRecipients(trx, context, written, delivery)
    if (delivery.messageId === null) return
    for (const one of relayed) await relay(trx, context, mail, delivery.messageId, one)
  }
  return {
    recipients: {
      accountIds,
      role: 'inbox',
      receivedAt: mail.receivedAt,
      ...(placements.size > 0 ? { placements } : {}),
      ...(relayed.length > 0 ? { keepMessage: true } : {}),
      ...(written.length + relayed.length > 0 ? { within } : {}),
    },
    addressees: addresseesOf(asked.values()),
    undelivered: ({ failed }) => {
      const failures = new Map(failed.map(({ accountId, reason }) => [accountId, reason]))
      const failureOf = (recipient: PlannedRecipient) => failureFor(recipient, failures, hasRoute(recipient.address))
      return [...asked].flatMap(([address, recipient]) => {
        const ends = allRecipients([recipient]).filter(({ state }) => state !== 'replaced')
        const failed = ends.flatMap((end) => failureOf(end) ?? [])
        const [failure] = failed
        return failure ? [{ address, failure, partly: failed.length < ends.length }] : []
      })
    },
  }
}

/** What goes on to addresses elsewhere for an account, or for an address that no account has, such as a group's. */
interface Relayed {
  readonly accountId: number | null
  readonly to: readonly string[]
}

/** Who passes the mail on to whom, each address once: for the first that names it. */
function relayedFor(
  recipients: readonly PlannedRecipient[],
  isRelayed: (recipient: PlannedRecipient) => boolean,
): Relayed[] {
  const seen = new Set<PlannedRecipient>()
  const of = new Map<number | null, string[]>()
  const add = (accountId: number | null, recipient: PlannedRecipient) => {
    if (seen.has(recipient) || !isRelayed(recipient)) return
    seen.add(recipient)
    of.set(accountId, [...(of.get(accountId) ?? []), recipient.address])
  }
  for (const { accountId, targets } of recipients) for (const target of targets) add(accountId, target)
  for (const recipient of recipients) add(null, recipient)
  return [...of].map(([accountId, to]) => ({ accountId, to }))
}

/** These recipients and all that get the mail through them, each once. */
function allRecipients(from: Iterable<PlannedRecipient>): PlannedRecipient[] {
  const found = new Set<PlannedRecipient>(from)
  // The loop over a set also reaches what is added meanwhile.
  for (const recipient of found) for (const target of recipient.targets) found.add(target)
  return [...found]
}

function addresseesOf(from: Iterable<PlannedRecipient>): ReadonlySet<number> {
  const found = new Set<PlannedRecipient>(from)
  for (const recipient of found)
    if (recipient.accountId === null) for (const target of recipient.targets) found.add(target)
  return new Set([...found].flatMap(({ accountId }) => accountId ?? []))
}

function failureFor(
  recipient: PlannedRecipient,
  failed: ReadonlyMap<number, DeliveryFailure>,
  hasRoute: boolean,
): Failure | null {
  switch (recipient.state) {
    case 'refused':
      return { kind: 'refused', ...(recipient.refusal ?? { status: '5.7.1', reason: '' }) }
    case 'elsewhere':
      return hasRoute ? null : { kind: 'no-relay' }
    case 'unknown':
    case 'gone':
      return { kind: recipient.state }
    case 'deliver': {
      if (recipient.accountId === null) return { kind: 'unresolved' }
      const kind = failed.get(recipient.accountId)
      return kind ? { kind } : null
    }
    case 'discarded':
    case 'replaced':
      return null
  }
}

/** Labels, notes and effects, in the transaction of the delivery. */
async function writeRecipients(
  trx: Trx,
  context: TransactionContext,
  recipients: readonly PlannedRecipient[],
  delivery: WrittenDelivery,
) {
  const mails = new Map(delivery.delivered.map(({ accountId, mailId }) => [accountId, mailId]))
  const failed = new Set(delivery.failed.map(({ accountId }) => accountId))
  const verdicts: VerdictRow[] = []
  const effects: Parameters<typeof writeEffects>[2][number][] = []
  for (const { accountId, address, labelIds, notes, effects: wanted } of recipients) {
    const mailId = accountId === null ? null : (mails.get(accountId) ?? null)
    const whom = { accountId, address, mailId }
    for (const note of notes) verdicts.push({ ...whom, ...note })
    // A recipient who could not get the mail has no effects; its sender tries again or gets a report.
    if (accountId === null || !failed.has(accountId)) for (const effect of wanted) effects.push({ ...whom, ...effect })
    if (accountId !== null && mailId !== null) await putLabels(trx, context, accountId, mailId, labelIds)
  }
  await writeVerdicts(trx, context, verdicts)
  await writeEffects(trx, context, effects, delivery.messageId)
}

async function putLabels(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  mailId: number,
  labelIds: readonly number[],
) {
  if (labelIds.length === 0) return
  const there = await trx
    .selectFrom('label')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', labelIds)
    .execute()
  if (there.length === 0) return
  await labelMails(trx, context, accountId, { mailIds: [mailId], add: there.map(({ id }) => id), remove: [] })
}

/** Passes a mail on as it is (RFC 5321 §3.9.1): reports go to whom they would have gone. */
async function relay(
  trx: Trx,
  { now }: TransactionContext,
  mail: ArrivingMail,
  messageId: number,
  { accountId, to }: Relayed,
) {
  await queueMail(trx, {
    origin: 'forward',
    messageId,
    // No report goes out about what an automaton wrote, or two of them would go on forever.
    envelopeFrom: mail.automatic ? '' : mail.envelopeFrom,
    recipients: to,
    countsFor: accountId,
    now: now(),
  })
}
