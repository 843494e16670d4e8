import type { Context, Trx } from '../context.ts'
import { transact } from '../database/transact.ts'
import { announce } from '../delivery/deliverer.ts'
import { publishChange } from '../mailbox/index.ts'
import type { Bouncer } from './bouncer.ts'
import { createRelay, type Relay, type RelayResult } from './relay.ts'
import { finishIfDone, releaseMail } from './releaseMail.ts'
import { nextAttemptAt } from './retry.ts'

export interface Dispatcher {
  start(): void
  /** A mail was queued that leaves at this moment; no need to wait for the next look. */
  expect(at: number): void
  /** Does everything that is due now: lets held mail go, relays, tells senders of what failed. */
  runDue(): Promise<void>
  /** Finishes what was begun and stops. What is left waits on disk for the next start. */
  stop(): Promise<void>
}

/** The longest wait between two looks: what another instance queued is seen by then. */
const LOOK_EVERY_MS = 5_000
/** How long a claim on relaying holds; renewed while the relay is busy with it. After a crash somebody tries again. */
const CLAIM_MS = 5 * 60_000
const RENEW_EVERY_MS = 60_000
const AT_ONCE = 20
const RELAYS_AT_ONCE = 4

/**
 * Moves outgoing mail on. Every step is claimed by one update in the store, so any number of processes may run this
 * beside each other, and one that dies leaves nothing that another would not finish.
 */
export function createDispatcher(
  context: Context,
  bouncer: Bouncer,
  relay: Relay | null = context.config.relay ? createRelay(context.config.relay, context.config) : null,
): Dispatcher {
  const { db } = context.store
  let timer: NodeJS.Timeout | null = null
  let wakeAt = Number.POSITIVE_INFINITY
  let started = false
  let running: Promise<void> | null = null

  const tellSender = async (accountId: number, mailIds: readonly number[]) => {
    if (accountId === 0) return
    try {
      await publishChange(context, accountId, { change: 'updated', mailboxId: null, mailIds })
    } catch (error) {
      context.log.warn({ err: error, accountId }, 'a sender could not be told about a mail')
    }
  }

  const releaseDue = async () => {
    for (;;) {
      const due = await db
        .selectFrom('outgoing')
        .select('id')
        .where('state', '=', 'held')
        .where('release_at', '<=', context.now())
        .orderBy('release_at')
        .limit(AT_ONCE)
        .execute()
      if (due.length === 0) return
      for (const { id } of due) {
        const released = await transact(context, (trx) => releaseMail(trx, context, id))
        if (!released) continue
        await announce(context, released.outcome)
        await tellSender(released.accountId, released.mailIds)
      }
    }
  }

  const relayDue = async () => {
    if (!relay) return
    for (;;) {
      const due = await db
        .selectFrom('outgoing_recipient')
        .select('outgoing_id')
        .distinct()
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', context.now())
        .limit(RELAYS_AT_ONCE)
        .execute()
      if (due.length === 0) return
      await Promise.all(due.map(({ outgoing_id }) => relayOne(relay, outgoing_id)))
    }
  }

  const relayOne = async (through: Relay, outgoingId: string) => {
    const claimed = await db
      .updateTable('outgoing_recipient')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: context.now() + CLAIM_MS }))
      .where('outgoing_id', '=', outgoingId)
      .where('state', '=', 'queued')
      .where('next_attempt_at', '<=', context.now())
      .returning(['address', 'attempts'])
      .execute()
    if (claimed.length === 0) return
    const mail = await db
      .selectFrom('outgoing')
      .innerJoin('message', 'message.id', 'outgoing.message_id')
      .select(['account_id', 'mail_id', 'envelope_from', 'release_at', 'raw_hash'])
      .where('outgoing.id', '=', outgoingId)
      .executeTakeFirstOrThrow()
    const addresses = claimed.map((recipient) => recipient.address)
    const renewing = setInterval(() => void renew(outgoingId, addresses), RENEW_EVERY_MS)
    let results: ReadonlyMap<string, RelayResult>
    try {
      const raw = await context.blobs.read(mail.raw_hash ?? '')
      results = await through.send({ from: mail.envelope_from, to: addresses, raw })
    } catch (error) {
      context.log.error({ err: error, outgoingId }, 'an outgoing mail could not be read')
      results = new Map(addresses.map((address) => [address, { state: 'later', reason: 'the mail could not be read' }]))
    } finally {
      clearInterval(renewing)
    }
    await transact(context, async (trx) => {
      for (const { address, attempts } of claimed) {
        const result = results.get(address) ?? { state: 'later', reason: '' }
        await record(trx, outgoingId, address, result, nextAttemptAt(attempts, mail.release_at, context.now()))
      }
      await finishIfDone(trx, outgoingId)
    })
    await tellSender(mail.account_id, [mail.mail_id])
  }

  const renew = async (outgoingId: string, addresses: readonly string[]) => {
    try {
      await db
        .updateTable('outgoing_recipient')
        .set({ next_attempt_at: context.now() + CLAIM_MS })
        .where('outgoing_id', '=', outgoingId)
        .where('address', 'in', [...addresses])
        .where('state', '=', 'queued')
        .execute()
    } catch (error) {
      context.log.warn({ err: error, outgoingId }, 'a claim on an outgoing mail could not be renewed')
    }
  }

  const record = async (trx: Trx, outgoingId: string, address: string, result: RelayResult, next: number | null) => {
    const values =
      result.state === 'relayed'
        ? { state: 'relayed' as const, reason: '', next_attempt_at: 0 }
        : result.state === 'later' && next !== null
          ? { state: 'queued' as const, reason: result.reason, next_attempt_at: next }
          : // For what failed the moment stands until the sender has been told.
            { state: 'failed' as const, reason: result.reason, next_attempt_at: context.now() }
    await trx
      .updateTable('outgoing_recipient')
      .set(values)
      .where('outgoing_id', '=', outgoingId)
      .where('address', '=', address)
      .execute()
  }

  const bounceDue = async () => {
    const due = await db
      .selectFrom('outgoing_recipient')
      .select('outgoing_id')
      .distinct()
      .where('state', '=', 'failed')
      .where('next_attempt_at', '>', 0)
      .limit(AT_ONCE)
      .execute()
    for (const { outgoing_id } of due) await bounceOne(outgoing_id)
  }

  const bounceOne = async (outgoingId: string) => {
    const mail = await db
      .selectFrom('outgoing')
      .innerJoin('message', 'message.id', 'outgoing.message_id')
      .select(['envelope_from', 'subject', 'message.message_id as messageId', 'raw_hash'])
      .where('outgoing.id', '=', outgoingId)
      .executeTakeFirstOrThrow()
    const failed = await db
      .selectFrom('outgoing_recipient')
      .select(['address', 'reason', 'attempts'])
      .where('outgoing_id', '=', outgoingId)
      .where('state', '=', 'failed')
      .where('next_attempt_at', '>', 0)
      .execute()
    await bouncer.bounce(
      {
        from: mail.envelope_from,
        subject: mail.subject,
        messageId: mail.messageId,
        rawHash: mail.raw_hash,
        recipients: failed.map(({ address, reason, attempts }) => ({
          address,
          status: /\b5\.\d{1,3}\.\d{1,3}\b/.exec(reason)?.[0] ?? '5.0.0',
          reason,
          remote: attempts > 0,
        })),
      },
      async (trx) => {
        const marked = await trx
          .updateTable('outgoing_recipient')
          .set({ next_attempt_at: 0 })
          .where('outgoing_id', '=', outgoingId)
          .where('state', '=', 'failed')
          .where('next_attempt_at', '>', 0)
          .where(
            'address',
            'in',
            failed.map((one) => one.address),
          )
          .returning('address')
          .execute()
        return marked.length > 0
      },
    )
  }

  const runDue = async () => {
    for (const step of [releaseDue, relayDue, bounceDue]) {
      try {
        await step()
      } catch (error) {
        context.log.error({ err: error }, 'outgoing mail could not be moved on; it will be tried again')
      }
    }
  }

  const nextDue = async (): Promise<number> => {
    const held = await db
      .selectFrom('outgoing')
      .select((eb) => eb.fn.min('release_at').as('at'))
      .where('state', '=', 'held')
      .executeTakeFirst()
    return held?.at ?? Number.POSITIVE_INFINITY
  }

  const look = () => {
    timer = null
    wakeAt = Number.POSITIVE_INFINITY
    running = runDue()
      .then(nextDue)
      .catch(() => Number.POSITIVE_INFINITY)
      .then((at) => {
        running = null
        if (started) wakeBy(Math.min(at, wakeAt, context.now() + LOOK_EVERY_MS))
      })
  }

  const wakeBy = (at: number) => {
    if (timer && wakeAt <= at) return
    if (timer) clearTimeout(timer)
    wakeAt = at
    timer = setTimeout(look, Math.max(0, at - context.now()))
  }

  return {
    start() {
      started = true
      if (!timer && !running) look()
    },
    expect(at) {
      if (!started) return
      if (running) wakeAt = Math.min(wakeAt, at)
      else wakeBy(at)
    },
    runDue,
    async stop() {
      started = false
      if (timer) clearTimeout(timer)
      timer = null
      await running
      relay?.close()
    },
  }
}
