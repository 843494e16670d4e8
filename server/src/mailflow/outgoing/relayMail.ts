import type { Context, TransactionContext } from '../../store/context/context.ts'
import { skipLocked } from '../../store/database/skipLocked.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { type LoggedDelivery, logDeliveries } from '../queue/deliveryLog.ts'
import { finishIfDone, noteSent } from '../queue/endMail.ts'
import { claimRecipients, renewRecipients, setRecipient } from '../queue/recipientRows.ts'
import { nextAttemptAt } from '../queue/retry.ts'
import type { Relay, RelayResult } from './relay.ts'

/**
 * How long a claim on relaying lasts; renewed while the relay is busy with it. After a crash another process tries
 * again.
 */
const CLAIM_MS = 5 * 60_000
const RENEW_EVERY_MS = 60_000

/**
 * Hands one mail to a relay for those of its recipients in these domains that are due, and stores the result of each. Answers the
 * sender's account (null for the system's own mail, and when another server is working on it).
 */
export async function relayMail(
  context: Context,
  relay: Relay,
  { outgoingId, domains }: { readonly outgoingId: string; readonly domains: readonly string[] },
): Promise<number | null> {
  const claimed = await transact(context, (trx) => claim(trx, context, outgoingId, domains))
  if (claimed.length === 0) return null
  const mail = await context.store.db
    .selectFrom('outgoing')
    .innerJoin('message', 'message.id', 'outgoing.message_id')
    .select([
      'account_id',
      'mail_id',
      'envelope_from',
      'release_at',
      'raw_hash',
      'message.size',
      'message.rfc_message_id',
    ])
    .where('outgoing.id', '=', outgoingId)
    .executeTakeFirstOrThrow()
  const addresses = claimed.map((recipient) => recipient.address)
  const renewing = setInterval(() => void renew(context, outgoingId, addresses), RENEW_EVERY_MS)
  let results: ReadonlyMap<string, RelayResult>
  try {
    const raw = await context.blobs.read(mail.raw_hash ?? '', { size: mail.size })
    results = await relay.send({ from: mail.envelope_from, to: addresses, raw })
  } catch (error) {
    context.log.error({ err: error, outgoingId }, 'an outgoing mail could not be read')
    results = new Map(addresses.map((address) => [address, { state: 'later', reason: 'the mail could not be read' }]))
  } finally {
    clearInterval(renewing)
  }
  await transact(context, async (trx) => {
    const log: LoggedDelivery[] = []
    const [at, sender, rfc_message_id] = [context.now(), mail.envelope_from, mail.rfc_message_id]
    for (const { address, attempts } of claimed) {
      const result = results.get(address) ?? { state: 'later', reason: '' }
      const outcome = { result, next: nextAttemptAt(attempts, mail.release_at, at) }
      const { state, reason, next: nextAt } = stateAfter(outcome)
      // A recipient whom the sender has given up meanwhile is not tried again; what has left or was refused is noted as it is.
      const from = state === 'queued' ? 'queued' : undefined
      await setRecipient(trx, outgoingId, address, { state, reason, nextAt }, from)
      const reply = result.state === 'relayed' ? result.reply : result.reason
      const what = { outcome: stateAfter(outcome).logged, reply }
      log.push({ at, outgoing_id: outgoingId, rfc_message_id, sender, recipient: address.toLowerCase(), ...what })
    }
    await logDeliveries(trx, log)
    await finishIfDone(trx, outgoingId, context.now())
    noteSent(trx, mail)
  })
  return mail.account_id
}

async function claim(trx: Trx, context: TransactionContext, outgoingId: string, domains: readonly string[]) {
  const due = await skipLocked(
    context.store.engine,
    trx
      .selectFrom('outgoing_recipient')
      .select('address')
      .where('outgoing_id', '=', outgoingId)
      .where('domain', 'in', domains)
      .where('state', '=', 'queued')
      .where('next_attempt_at', '<=', context.now()),
  ).execute()
  if (due.length === 0) return []
  return claimRecipients(
    trx,
    outgoingId,
    due.map(({ address }) => address),
    context.now() + CLAIM_MS,
  )
}

async function renew(context: Context, outgoingId: string, addresses: readonly string[]): Promise<void> {
  try {
    await renewRecipients(context.store.db, outgoingId, addresses, context.now() + CLAIM_MS)
  } catch (error) {
    context.log.warn({ err: error, outgoingId }, 'a claim on an outgoing mail could not be renewed')
  }
}

interface Outcome {
  readonly result: RelayResult
  /** When to try again; null when it is too late for that. */
  readonly next: number | null
}

/** The result of an attempt for a recipient: its state in the queue, and how the log names it. */
function stateAfter({ result, next }: Outcome) {
  if (result.state === 'relayed') return { state: 'relayed', logged: 'relayed', next: 0, reason: '' } as const
  const { reason } = result
  if (result.state === 'later' && next !== null) return { state: 'queued', logged: 'later', next, reason } as const
  return { state: 'failed', logged: 'failed', next: 0, reason } as const
}
