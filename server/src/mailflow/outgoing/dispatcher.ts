import { sql } from 'kysely'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/index.ts'
import { isRelayOnHold } from '../../store/queue/holdQueue.ts'
import { countFailure, moveMail, reportLater } from '../../store/queue/moveMail.ts'
import { endPause } from '../../store/queue/queuePause.ts'
import { announce } from '../delivery/deliverer.ts'
import { refuseMail } from '../queue/endMail.ts'
import { LAST_WAIT_MS, nextAttemptAt } from '../queue/retry.ts'
import type { DeliverySteps } from '../steps/deliverySteps.ts'
import type { SubmissionSteps } from '../steps/submissionSteps.ts'
import { bounceMail } from './bounceMail.ts'
import type { Bouncer } from './bouncer.ts'
import { planRelease } from './planRelease.ts'
import { createPump, type Due, type Passed } from './pump.ts'
import { createRelaying } from './relaying.ts'
import { giveUp, holdMail, releaseMail } from './releaseMail.ts'
import { createStorePause, type Pause } from './storePause.ts'
import { takeApart } from './takeApart.ts'

export interface Dispatcher {
  start(): void
  /** A mail was queued that leaves now; the queue is read at once. */
  expect(at: number): void
  /** Does everything that is due now: releases mail, relays, reports failures to senders. */
  runDue(): Promise<void>
  /** Since when and why nothing leaves, because the store gives no answer; null while it does. */
  pause(): Pause | null
  /** Finishes what was begun and stops. What is left waits on disk for the next start. */
  stop(): Promise<void>
}

/** The longest wait between two readings of the queue: mail that another instance queued is found by then. */
const LOOK_EVERY_MS = 5_000
/** Mails that one reading finds. */
const FOUND_AT_ONCE = 20
const RELEASES_AT_ONCE = 4
const REPORTS_AT_ONCE = 2

/** As it stands in the index. */
const IS_UNRELEASED = sql<boolean>`state in ('accepted', 'checking', 'held')`

/** What is done to a mail that is due, and what follows a failure of this server. */
interface Step {
  run(outgoingId: string): Promise<void>
  /** Stores when to try again; null when it has been tried for long enough. */
  putOff(trx: Trx, outgoingId: string, at: number | null): Promise<unknown>
}

/**
 * Moves outgoing mail on. Every step is claimed by one update in the store, so any number of processes may run this
 * beside each other, and what one that ends leaves undone is finished by another.
 */
export function createDispatcher(
  context: Context,
  parts: { readonly bouncer: Bouncer; readonly steps: DeliverySteps; readonly submission: SubmissionSteps },
): Dispatcher {
  const { bouncer } = parts
  const hasRoutes = context.config.relay !== null || context.config.routes.length > 0
  const { db } = context.store
  const pause = createStorePause(context)
  let timer: NodeJS.Timeout | null = null
  let wakeAt = Number.POSITIVE_INFINITY
  let started = false
  const readings = new Set<Promise<void>>()
  let handingOver: Promise<void> | null = null

  /** A mail that fails is postponed by itself and stops no other, also when not even that could be stored. */
  const attempt = (step: Step) => async (id: string) => {
    try {
      await step.run(id)
    } catch (error) {
      if (await pause.isCausedBy(error)) return
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
    const mail = await countFailure(trx, id)
    if (mail) await step.putOff(trx, id, nextAttemptAt(mail.attempts, mail.release_at, context.now()))
  }

  const release: Step = {
    async run(id) {
      const planned = await planRelease(context, parts, id)
      if (planned?.kind === 'release') {
        const released = await transact(context, (trx) => releaseMail(trx, context, id, planned), { grows: true })
        if (!released) return
        announce(context, released.outcome)
        announceTo(released.accountId)
      } else if (planned?.kind === 'apart') {
        announceTo(await transact(context, (trx) => takeApart(trx, context, id, planned), { grows: true }))
      } else if (planned?.kind === 'hold') {
        announceTo(await transact(context, (trx) => holdMail(trx, context, id, planned)))
      } else if (planned) {
        const { status, reason } = planned
        const refused = await transact(context, (trx) =>
          refuseMail(trx, id, { status, reason, report: true }, context.now()),
        )
        announceTo(refused?.account_id ?? null)
      }
    },
    putOff: (trx, id, at) => (at === null ? giveUp(trx, id, context.now()) : moveMail(trx, id, { to: 'checking', at })),
  }

  const announceTo = (accountId: number | null) => {
    if (accountId !== null) announceChanges(context, [accountId])
  }

  const report: Step = {
    run: (id) => bounceMail(context, bouncer, id),
    // A sender gets the report in the end, however late.
    putOff: (trx, id, at) => reportLater(trx, id, at ?? context.now() + LAST_WAIT_MS),
  }

  const found = <One extends Due>(due: readonly One[]) => ({ due, more: due.length === FOUND_AT_ONCE })
  const pauses = () => pause.current() !== null

  /** Mails of one sender leave one after the other, in their order; those of others do not wait for them. */
  const releases = createPump({
    atOnce: RELEASES_AT_ONCE,
    perKey: () => 1,
    pauses,
    async find({ ids, keys }: Passed) {
      let query = db
        .selectFrom('outgoing')
        .select(['id', 'account_id'])
        .where(IS_UNRELEASED)
        .where('on_hold', '=', 0)
        .where('due_at', '<=', context.now())
      if (ids.length > 0) query = query.where('id', 'not in', ids)
      if (keys.length > 0) {
        const accounts = keys.map(Number)
        query = query.where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', 'not in', accounts)]))
      }
      const rows = await query.orderBy('due_at').limit(FOUND_AT_ONCE).execute()
      return found(rows.map(({ id, account_id }) => ({ id, keys: account_id === null ? [] : [String(account_id)] })))
    },
    run: ({ id }) => attempt(release)(id),
  })

  const unreported = async ({ ids }: Passed) => {
    let query = db
      .selectFrom('outgoing_recipient as r')
      .innerJoin('outgoing', 'outgoing.id', 'r.outgoing_id')
      .select('r.outgoing_id')
      .distinct()
      // As it stands in the index.
      .where(sql<boolean>`r.state = 'failed' and r.notified_at is null`)
      .where(sql<boolean>`case when outgoing.on_hold = 0 then outgoing.report_at <= ${context.now()} end`)
    if (ids.length > 0) query = query.where('r.outgoing_id', 'not in', ids)
    const rows = await query.limit(FOUND_AT_ONCE).execute()
    return found(rows.map(({ outgoing_id }) => ({ id: outgoing_id, keys: [] })))
  }

  const relaying = createRelaying(context, {
    pauses,
    announce: announceTo,
    // The claim on its recipients ends by itself.
    attempt: (id, run) => attempt({ run, putOff: async () => {} })(id),
  })

  const reports = createPump({
    atOnce: REPORTS_AT_ONCE,
    perKey: () => REPORTS_AT_ONCE,
    pauses,
    find: unreported,
    run: ({ id }: Due) => attempt(report)(id),
  })

  const relayDue = async () => {
    if (hasRoutes && !(await isRelayOnHold(db))) await relaying.run()
  }

  /** Does one of the works unless the queue pauses. What the store does not answer begins a pause. */
  const runUnlessPaused = async (work: () => Promise<void>) => {
    try {
      if (!(await pause.lasts())) await work()
    } catch (error) {
      if (await pause.isCausedBy(error)) return
      context.log.error({ err: error }, 'outgoing mail could not be moved on; it will be tried again')
    }
  }

  const runDue = async () => {
    for (const work of [releases.run, relayDue, reports.run]) await runUnlessPaused(work)
  }

  const nextDue = async (): Promise<number> => {
    if (pauses()) return Number.POSITIVE_INFINITY
    const next = await db
      .selectFrom('outgoing')
      .select((eb) => eb.fn.min('due_at').as('at'))
      .where(IS_UNRELEASED)
      .where('on_hold', '=', 0)
      // What was due before and is still there is claimed by another server, or failed.
      .where('due_at', '>', context.now())
      .executeTakeFirst()
    return next?.at ?? Number.POSITIVE_INFINITY
  }

  /**
   * Runs beside the rest: another mail server may take minutes to answer, and people of this one do not wait for it.
   */
  const startRelaying = () => {
    // A run that is going on reads again what was released meanwhile.
    if (handingOver) void runUnlessPaused(relayDue)
    handingOver ??= runUnlessPaused(relayDue)
      .then(() => runUnlessPaused(reports.run))
      .finally(() => {
        handingOver = null
      })
  }

  /** One reading may still wait for a slow mail when the next one begins; they share what runs. */
  const readQueue = () => {
    timer = null
    wakeBy(context.now() + LOOK_EVERY_MS)
    const one: Promise<void> = runUnlessPaused(releases.run)
      .then(startRelaying)
      .then(() => runUnlessPaused(reports.run))
      .then(nextDue)
      .catch(() => Number.POSITIVE_INFINITY)
      .then((at) => {
        readings.delete(one)
        if (started) wakeBy(at)
      })
    readings.add(one)
  }

  const wakeBy = (at: number) => {
    if (timer && wakeAt <= at) return
    if (timer) clearTimeout(timer)
    wakeAt = at
    timer = at === Number.POSITIVE_INFINITY ? null : setTimeout(readQueue, Math.max(0, at - context.now()))
  }

  return {
    start() {
      started = true
      // One of a server that was killed.
      endPause(db).catch((error: unknown) => context.log.warn({ err: error }, 'a pause of the queue stays noted'))
      if (!timer) readQueue()
    },
    expect(at) {
      if (started) wakeBy(at)
    },
    runDue,
    pause: pause.current,
    async stop() {
      started = false
      if (timer) clearTimeout(timer)
      timer = null
      await Promise.all(readings)
      await handingOver
      relaying.close()
    },
  }
}
