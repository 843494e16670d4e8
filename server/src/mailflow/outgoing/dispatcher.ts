import { sql } from 'kysely'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/index.ts'
import { isRelayOnHold } from '../../store/queue/holdQueue.ts'
import { announce } from '../delivery/deliverer.ts'
import { LAST_WAIT_MS, nextAttemptAt } from '../queue/retry.ts'
import type { DeliverySteps } from '../steps/deliverySteps.ts'
import { bounceMail } from './bounceMail.ts'
import type { Bouncer } from './bouncer.ts'
import { planRelease } from './planRelease.ts'
import { createRelay, type Relay } from './relay.ts'
import { relayMail } from './relayMail.ts'
import { giveUp, releaseMail } from './releaseMail.ts'

export interface Dispatcher {
  start(): void
  /** A mail was queued that leaves now; the next look is made at once. */
  expect(at: number): void
  /** Does everything that is due now: releases held mail, relays, reports failures to senders. */
  runDue(): Promise<void>
  /** Finishes what was begun and stops. What is left waits on disk for the next start. */
  stop(): Promise<void>
}

/** The longest wait between two looks: mail that another instance queued is found by then. */
const LOOK_EVERY_MS = 5_000
const AT_ONCE = 20
const RELAYS_AT_ONCE = 4

/** One thing that is done to mails on their way out. */
interface Step {
  run(outgoingId: string): Promise<void>
  /** After a failure: stores when to try again; null when it has been tried for long enough. */
  putOff(trx: Trx, outgoingId: string, at: number | null): Promise<void>
}

/** The mails that are due for a step, some at a time, without those that were skipped. */
type FindDue = (passed: readonly string[]) => Promise<readonly string[]>

/**
 * Moves outgoing mail on. Every step is claimed by one update in the store, so any number of processes may run this
 * beside each other, and what one that dies leaves undone is finished by another.
 */
export function createDispatcher(
  context: Context,
  { bouncer, steps }: { readonly bouncer: Bouncer; readonly steps: DeliverySteps },
  relay: Relay | null = context.config.relay ? createRelay(context.config.relay, context.config) : null,
): Dispatcher {
  const { db } = context.store
  let timer: NodeJS.Timeout | null = null
  let wakeAt = Number.POSITIVE_INFINITY
  let started = false
  let running: Promise<void> | null = null
  let relaying: Promise<void> | null = null

  /**
   * Does one step for every mail that is due for it, once each. A mail that fails is postponed by itself and stops no
   * other, also when not even the postponement could be stored.
   */
  const forEachDue = async (find: FindDue, atOnce: number, step: Step) => {
    const tried = new Set<string>()
    const passed: string[] = []
    for (;;) {
      const due = await find(passed)
      if (due.length === 0) return
      passed.push(...due.filter((id) => tried.has(id)))
      const fresh = due.filter((id) => !tried.has(id))
      for (const id of fresh) tried.add(id)
      for (let at = 0; at < fresh.length; at += atOnce) {
        await Promise.all(fresh.slice(at, at + atOnce).map((id) => attempt(id, step)))
      }
    }
  }

  const attempt = async (id: string, step: Step) => {
    try {
      await step.run(id)
    } catch (error) {
      context.log.error(
        { err: error, outgoingId: id },
        'an outgoing mail could not be moved on; it is tried again later',
      )
      // This is not caused by the mail: it continues as soon as there is space.
      if (isDiskFull(error)) return
      try {
        await transact(context, (trx) => putOff(trx, id, step))
      } catch (cause) {
        context.log.error({ err: cause, outgoingId: id }, 'an outgoing mail could not be put off')
      }
    }
  }

  const putOff = async (trx: Trx, id: string, step: Step) => {
    const mail = await trx
      .updateTable('outgoing')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .returning(['attempts', 'release_at'])
      .executeTakeFirst()
    if (mail) await step.putOff(trx, id, nextAttemptAt(mail.attempts, mail.release_at, context.now()))
  }

  const release: Step = {
    async run(id) {
      const planned = await planRelease(context, steps, id)
      if (!planned) return
      const released = await transact(context, (trx) => releaseMail(trx, context, id, planned), { grows: true })
      if (!released) return
      announce(context, released.outcome)
      announceChanges(context, [released.accountId])
    },
    putOff: (trx, id, at) => (at === null ? giveUp(trx, id, context.now()) : retryAt(trx, id, at)),
  }

  const bounce: Step = {
    run: (id) => bounceMail(context, bouncer, id),
    // A sender gets the report in the end, however late.
    putOff: (trx, id, at) => retryAt(trx, id, at ?? context.now() + LAST_WAIT_MS),
  }

  const releaseDue = () => forEachDue(heldDue, 1, release)

  const heldDue: FindDue = async (passed) => {
    let query = db
      .selectFrom('outgoing')
      .select('id')
      .where('state', '=', 'held')
      .where('release_at', '<=', context.now())
      .where('retry_at', '<=', context.now())
    if (passed.length > 0) query = query.where('id', 'not in', [...passed])
    return (await query.orderBy('release_at').limit(AT_ONCE).execute()).map(({ id }) => id)
  }

  const relayDue = async () => {
    if (!relay || (await isRelayOnHold(db))) return
    const through: Step = {
      async run(id) {
        const sender = await relayMail(context, relay, id)
        if (sender !== null) announceChanges(context, [sender])
      },
      // The claim on its recipients ends by itself.
      putOff: async () => {},
    }
    await forEachDue(recipientsDue('queued'), RELAYS_AT_ONCE, through)
  }

  const bounceDue = () => forEachDue(recipientsDue('failed'), 1, bounce)

  const recipientsDue =
    (state: 'queued' | 'failed'): FindDue =>
    async (passed) => {
      let query = db
        .selectFrom('outgoing_recipient as r')
        .innerJoin('outgoing', 'outgoing.id', 'r.outgoing_id')
        .select('r.outgoing_id')
        .distinct()
        .where(
          state === 'queued'
            ? sql<boolean>`r.state = 'queued' and r.next_attempt_at <= ${context.now()}`
            : sql<boolean>`r.state = 'failed' and r.notified_at is null`,
        )
        .where('outgoing.retry_at', '<=', context.now())
      if (passed.length > 0) query = query.where('r.outgoing_id', 'not in', [...passed])
      return (await query.limit(AT_ONCE).execute()).map(({ outgoing_id }) => outgoing_id)
    }

  const take = async (step: () => Promise<void>) => {
    try {
      await step()
    } catch (error) {
      context.log.error({ err: error }, 'outgoing mail could not be moved on; it will be tried again')
    }
  }

  const runDue = async () => {
    for (const step of [releaseDue, relayDue, bounceDue]) await take(step)
  }

  const nextDue = async (): Promise<number> => {
    const held = await db
      .selectFrom('outgoing')
      .select((eb) => eb.fn.min('release_at').as('at'))
      .where('state', '=', 'held')
      // What was due before and is still there is claimed by another server, or failed.
      .where('release_at', '>', context.now())
      .executeTakeFirst()
    return held?.at ?? Number.POSITIVE_INFINITY
  }

  /**
   * Runs beside the rest: another mail server may take minutes to answer, and people of this one do not wait for it.
   */
  const startRelaying = () => {
    relaying ??= take(relayDue)
      .then(() => take(bounceDue))
      .finally(() => {
        relaying = null
      })
  }

  const look = () => {
    timer = null
    wakeAt = Number.POSITIVE_INFINITY
    running = take(releaseDue)
      .then(startRelaying)
      .then(() => take(bounceDue))
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
      await relaying
      relay?.close()
    },
  }
}

const retryAt = async (trx: Trx, outgoingId: string, at: number): Promise<void> => {
  await trx.updateTable('outgoing').set({ retry_at: at }).where('id', '=', outgoingId).execute()
}
