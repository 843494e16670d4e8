import { isDiskFull } from '../../platform/errors/diskFull.ts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { Context } from '../context/context.ts'
import { afterCommit } from '../database/afterCommit.ts'
import { inBackground, transact } from '../database/transact.ts'
import {
  type ClaimedJob,
  claimJobs,
  endJob,
  findFirst,
  giveBack,
  holdClaim,
  putOff,
  RENEW_EVERY_MS,
  renewClaims,
} from './claims.ts'
import { type Job, JobClaimLostError, type JobKind, JobTooSlowError, ServerStopsError } from './job.ts'
import { type KindCounts, type Outcome, outcomeCounts } from './outcomes.ts'
import { takeOverAll } from './takeOver.ts'
import { plan, upkeepOf } from './upkeep.ts'
import { onWake } from './wake.ts'

/** The longest wait between two readings: what another server was asked for is found by then. */
const LOOK_EVERY_MS = 5_000
/** How long a job may go on after it was aborted, before its place is given to another. */
const GRACE_MS = 5_000
/** A full disk is no fault of a job: it is tried again after this, and the attempt does not count. */
const DISK_FULL_WAIT_MS = 60_000

export interface JobRunner {
  /** What this server runs. A kind that is named again replaces the one of before. */
  register(kinds: readonly JobKind[]): void
  /** Runs what is due from now on. */
  start(): Promise<void>
  /** Runs everything of these kinds that is due now, and waits for it; all kinds when left out. */
  runDue(kinds?: readonly JobKind[]): Promise<void>
  /** Begins nothing more, aborts what can be aborted, and waits for the rest, some seconds at most. */
  stop(): Promise<void>
  /** What this process has done, by kind. */
  counts(): ReadonlyMap<string, KindCounts>
}

interface Running {
  readonly kind: JobKind
  readonly job: ClaimedJob
  readonly controller: AbortController
  progress: string
  ended: Promise<void>
}

const RUNNER: RuntimePart<JobRunner> = { name: 'jobs' }

/**
 * The runner of a server, made at the first call, whose context the jobs are handed. Nothing runs by itself until `start`.
 */
export const jobsOf = (context: Context): JobRunner => context.runtime.use(RUNNER, () => createRunner(context))

/**
 * Any number of servers may run this beside each other: a job is claimed by one update, and the claim is renewed while it
 * runs. One that hangs keeps its own place alone, until its time is over.
 */
function createRunner(given: Context): JobRunner {
  const { log } = given
  const context = inBackground(given)
  const kinds = new Map<string, JobKind>()
  const running = new Map<number, Running>()
  const counts = outcomeCounts()
  let started = false
  let stopped = false
  let timer: NodeJS.Timeout | null = null
  let timerAt = Number.POSITIVE_INFINITY
  let renewing: NodeJS.Timeout | null = null
  let isReading: Promise<void> | null = null
  let again = false

  const everyOf = ({ everyMs }: JobKind) => (everyMs === undefined ? undefined : { at: context.now() + everyMs })
  const countOf = (name: string) => [...running.values()].filter(({ kind }) => kind.name === name).length

  /** Claims what is due of these kinds where they have places, and begins it. Answers how many, and when the next is due. */
  const begin = async (some: readonly JobKind[]) => {
    const free = some.flatMap(({ name, atOnce }) => {
      const most = atOnce - countOf(name)
      return most > 0 ? [{ name, most }] : []
    })
    const first = await findFirst(context, free)
    const now = context.now()
    const due = first.filter(({ id, run_at }) => run_at <= now && !running.has(id))
    const claimed = stopped
      ? []
      : await claimJobs(
          context,
          due.map(({ id }) => id),
        )
    for (const job of claimed) {
      const kind = some.find(({ name }) => name === job.kind)
      if (kind) run(kind, job)
    }
    const next = Math.min(...first.filter(({ run_at }) => run_at > now).map(({ run_at }) => run_at))
    // Where every place was filled, more may be due; the end of one of these jobs is when it is looked for.
    return { begun: claimed.length, next }
  }

  const run = (kind: JobKind, job: ClaimedJob) => {
    const controller = new AbortController()
    const one: Running = { kind, job, controller, progress: '', ended: Promise.resolve() }
    running.set(job.id, one)
    one.ended = work(one).finally(() => {
      running.delete(job.id)
      if (running.size === 0 && renewing) {
        clearInterval(renewing)
        renewing = null
      }
      // Its place is free for what waits.
      if (started) readDue()
    })
    renewing ??= setInterval(() => void renew(), RENEW_EVERY_MS)
    if (stopped) controller.abort(new ServerStopsError())
  }

  const work = async (one: Running): Promise<void> => {
    const { kind, job, controller } = one
    const began = performance.now()
    let ended = false
    const handed: Job = {
      key: job.key,
      attempt: job.attempts,
      signal: controller.signal,
      say: (done, total) => {
        one.progress = `${done}/${total}`
      },
      hold: (trx) => holdClaim(trx, context.now(), job),
      end: async (trx, next) => {
        await endJob(trx, context.now(), job, next ?? everyOf(kind))
        afterCommit(trx, () => {
          ended = true
        })
      },
    }
    const limit = setTimeout(() => controller.abort(new JobTooSlowError(kind.limitMs)), kind.limitMs)
    let outcome: Outcome = 'done'
    try {
      const next = await Promise.race([kind.run(given, handed), abandoned(controller.signal)])
      if (!ended) await transact(context, (trx) => endJob(trx, context.now(), job, next ?? everyOf(kind)))
    } catch (error) {
      // What was aborted fails with errors of any kind; the reason of the abort is the cause.
      const cause = controller.signal.aborted ? controller.signal.reason : error
      outcome = await settle(one, cause)
    } finally {
      clearTimeout(limit)
      counts.add(kind.name, outcome, performance.now() - began)
    }
  }

  /** Stores what becomes of a job that did not end. */
  const settle = async ({ kind, job }: Running, error: unknown): Promise<Outcome> => {
    const named = { jobId: job.id, kind: kind.name, key: job.key }
    if (error instanceof JobClaimLostError) {
      log.warn(named, 'a job was taken over by another server; what this one did of it counts for nothing')
      return 'lost'
    }
    try {
      if (error instanceof ServerStopsError) {
        await transact(context, (trx) => giveBack(trx, job, context.now()))
        return 'given back'
      }
      log.error({ err: error, ...named, attempt: job.attempts }, 'a job failed; it is tried again later')
      if (isDiskFull(error)) {
        await transact(context, (trx) => giveBack(trx, job, context.now() + DISK_FULL_WAIT_MS))
        return 'given back'
      }
      const last = await transact(context, (trx) => putOff(trx, context, { kind, job, error }))
      if (last) log.error(named, 'a job has failed for good; “yanshu job list” names it')
      return last ? 'failed' : 'put off'
    } catch (cause) {
      log.error({ err: cause, ...named }, 'a job could not be put off; it is tried again when its claim ends')
      return 'put off'
    }
  }

  const renew = async () => {
    const claims = [...running.values()]
    try {
      const kept = await renewClaims(
        context,
        claims.map(({ job, progress }) => ({ id: job.id, claim: job.claim, progress })),
      )
      for (const { job, controller } of claims) {
        if (!kept.has(job.id) && running.get(job.id)?.job === job) controller.abort(new JobClaimLostError())
      }
    } catch (error) {
      log.warn({ err: error }, 'claims on jobs could not be renewed')
    }
  }

  const readDue = () => {
    if (isReading) {
      again = true
      return
    }
    if (timer) clearTimeout(timer)
    timer = null
    timerAt = Number.POSITIVE_INFINITY
    again = false
    isReading = begin([...kinds.values()])
      .then(({ next }) => next - context.now())
      .catch((error: unknown) => {
        log.error({ err: error }, 'jobs could not be looked for; they are looked for again')
        return LOOK_EVERY_MS
      })
      .then((wait) => {
        isReading = null
        if (!started) return
        if (again) readDue()
        else readIn(wait)
      })
  }

  const readIn = (wait: number) => {
    const ms = Math.min(Math.max(wait, 0), LOOK_EVERY_MS)
    const at = performance.now() + ms
    if (at >= timerAt) return
    if (timer) clearTimeout(timer)
    timerAt = at
    timer = setTimeout(readDue, ms)
  }

  return {
    register(more) {
      for (const kind of more) kinds.set(kind.name, kind)
    },
    async start() {
      // A store in a file is worked on by one server: what is claimed was begun by one that has ended.
      if (context.store.engine === 'sqlite') await takeOverAll(context)
      const upkeep = upkeepOf([...kinds.values()])
      kinds.set(upkeep.name, upkeep)
      await plan(context, [...kinds.values()])
      started = true
      onWake(context, (at) => {
        if (isReading) again = true
        else readIn(at - context.now())
      })
      readDue()
    },
    async runDue(some = [...kinds.values()]) {
      const names = new Set(some.map(({ name }) => name))
      const ends = () => [...running.values()].filter(({ kind }) => names.has(kind.name)).map(({ ended }) => ended)
      for (;;) {
        // What runs already may be what the caller waits for.
        await isReading
        await Promise.all(ends())
        const { begun } = await begin(some)
        if (begun === 0 && !isReading && ends().length === 0) return
      }
    },
    async stop() {
      started = false
      stopped = true
      onWake(context, null)
      if (timer) clearTimeout(timer)
      await isReading
      for (const { controller } of running.values()) controller.abort(new ServerStopsError())
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
    counts: counts.all,
  }
}

/** Rejects some time after a job was aborted: one that does not end by itself no longer keeps its place. */
const abandoned = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      setTimeout(() => reject(signal.reason), GRACE_MS).unref()
    })
  })
