import { BEACONS_PER_MINUTE, type BeaconFact } from '@yanshu/contracts'
import { TooManyRequestsError } from '../../platform/http/errors.ts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { Context } from '../../store/context/context.ts'
import { deployedVersions } from '../deployments/index.ts'
import { forgetOld, keepCounts } from './beacon.repository.ts'
import { BeaconCounts, HOUR_MS, type Total } from './beaconCounts.ts'
import { watchCanaries } from './canaryRule.ts'

/** How often what was counted is written down. A process that is killed loses so much of it. */
const WRITE_EVERY_MS = 5_000
const MINUTE_MS = 60_000

/** What pages report to one process, until it is written to the store that all share. */
export class Telemetry {
  readonly #context: Context
  readonly #counts = new BeaconCounts()
  /** How many times each account has sent in this minute. */
  readonly #sent = new Map<number, number>()
  #minute = 0
  #forgottenAt = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(context: Context) {
    this.#context = context
  }

  /** Counts what a page of an account reports. Throws `TooManyRequestsError` before it reads any of it. */
  async add(accountId: number, facts: readonly BeaconFact[], oneIn: number): Promise<void> {
    this.#admit(accountId)
    if (this.#context.config.beaconsOneIn === 0) return
    this.#counts.add(accountId, facts, oneIn, await deployedVersions(this.#context), this.#context.now())
  }

  /** Writes what was counted, forgets what is old, and checks canaries that failed; one such work at a time. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  totals(): readonly Total[] {
    return this.#counts.totals()
  }

  /** Writes from time to time. Answers how to stop, which writes the rest. */
  start(): () => Promise<void> {
    const timer = setInterval(() => void this.write(), WRITE_EVERY_MS)
    timer.unref()
    return () => {
      clearInterval(timer)
      return this.write()
    }
  }

  #admit(accountId: number): void {
    const now = this.#context.now()
    const minute = now - (now % MINUTE_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#sent.clear()
    }
    const sent = this.#sent.get(accountId) ?? 0
    if (sent >= BEACONS_PER_MINUTE) throw new TooManyRequestsError(Math.ceil((minute + MINUTE_MS - now) / 1_000))
    this.#sent.set(accountId, sent + 1)
  }

  /** Counting is never a reason for anything else to fail. */
  async #write(): Promise<void> {
    const { rows, errors, failing } = this.#counts.take()
    try {
      if (rows.length > 0) await keepCounts(this.#context, rows, errors)
      await watchCanaries(this.#context, failing)
      const now = this.#context.now()
      if (now - this.#forgottenAt < HOUR_MS) return
      this.#forgottenAt = now
      await forgetOld(this.#context)
    } catch (error) {
      this.#context.log.warn({ err: error }, 'What pages reported could not be kept')
    }
  }
}

const TELEMETRY: RuntimePart<Telemetry> = { name: 'telemetry' }

/** What the pages of this server report. */
export const telemetryOf = (context: Context): Telemetry => context.runtime.use(TELEMETRY, () => new Telemetry(context))
