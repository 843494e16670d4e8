import { createHash } from 'node:crypto'
import type { BeaconFact } from '@yanshu/contracts'
import type { DeployedVersions } from '../deployments/index.ts'
import { stepOf } from './histogram.ts'

/** One row of what is kept: so often in an hour. */
export interface Counted {
  readonly hour: number
  readonly remote: string
  readonly version: string
  readonly revision: number
  readonly kind: string
  readonly step: number
  readonly count: number
}

export interface CountedError {
  readonly remote: string
  readonly version: string
  readonly fingerprint: string
  readonly name: string
  readonly frames: string
  readonly count: number
  readonly lastAt: number
}

/** What a process has counted since its start, for a monitor. */
export interface Total {
  readonly remote: string
  readonly version: string
  readonly kind: string
  readonly step: number
  readonly count: number
  /** Of the values, where the kind has any. */
  readonly sum: number
}

/** A version that failed for an account. */
export interface Failing {
  readonly remote: string
  readonly version: string
}

export const HOUR_MS = 3_600_000
/** What is neither listed by the manifest nor a version of the host. */
export const OTHER = 'other'
/** Bounds on what a flood of wrong facts can take: rows between two writings, errors, people in an hour, versions. */
const ROWS_MAX = 5_000
const ERRORS_MAX = 500
const PEOPLE_MAX = 200_000
const HOST_VERSIONS_MAX = 20
/** A page that was open for long may be behind the manifest, but not further than this. */
const REVISIONS_BEHIND = 100

const VERSION = /^\d+\.\d+\.\d+[\w.-]{0,30}$/

const joined = (...parts: readonly (string | number)[]) => parts.join('\t')

/** Facts of pages as counts by the hour, in memory until they are taken. No name or number of an account leaves it. */
export class BeaconCounts {
  readonly #rows = new Map<string, { row: Omit<Counted, 'count'>; count: number }>()
  readonly #errors = new Map<string, { error: Omit<CountedError, 'count' | 'lastAt'>; count: number; lastAt: number }>()
  readonly #failing = new Map<string, Failing>()
  readonly #totals = new Map<string, { total: Omit<Total, 'count' | 'sum'>; count: number; sum: number }>()
  readonly #hostVersions = new Set<string>()
  /** Who met which version in this hour, and for whom it failed; forgotten with the hour. */
  readonly #people = new Set<string>()
  #hour = 0

  /**
   * Counts what a page of an account reported.
   * @param weight what a fact stands for that only some pages report
   */
  add(
    accountId: number,
    facts: readonly BeaconFact[],
    weight: number,
    deployed: DeployedVersions | null,
    now: number,
  ): void {
    const hour = now - (now % HOUR_MS)
    if (hour !== this.#hour) {
      this.#hour = hour
      this.#people.clear()
    }
    for (const fact of facts) {
      const version = this.#versionOf(fact, deployed)
      const newest = deployed?.revision ?? 0
      const revision = fact.revision <= newest && fact.revision >= newest - REVISIONS_BEHIND ? fact.revision : 0
      const at = { hour, remote: fact.remote, version, revision }
      this.#count(at, fact, weight)
      this.#countPerson(accountId, at, fact, weight)
      if (fact.kind === 'error') this.#countError(at, fact, now)
    }
  }

  /** Takes out what was counted since the last time. */
  take(): { readonly rows: Counted[]; readonly errors: CountedError[]; readonly failing: Failing[] } {
    const rows = [...this.#rows.values()].map(({ row, count }) => ({ ...row, count }))
    const errors = [...this.#errors.values()].map(({ error, count, lastAt }) => ({ ...error, count, lastAt }))
    const failing = [...this.#failing.values()]
    this.#rows.clear()
    this.#errors.clear()
    this.#failing.clear()
    return { rows, errors, failing }
  }

  totals(): Total[] {
    return [...this.#totals.values()].map(({ total, count, sum }) => ({ ...total, count, sum }))
  }

  #versionOf({ remote, build }: BeaconFact, deployed: DeployedVersions | null): string {
    if (remote !== 'host') {
      const known = deployed?.byBuild.get(build)
      return known?.remote === remote ? known.label : OTHER
    }
    if (!VERSION.test(build)) return OTHER
    if (this.#hostVersions.size < HOST_VERSIONS_MAX) this.#hostVersions.add(build)
    return this.#hostVersions.has(build) ? build : OTHER
  }

  #count(at: Pick<Counted, 'hour' | 'remote' | 'version' | 'revision'>, fact: BeaconFact, weight: number): void {
    switch (fact.kind) {
      case 'load':
        this.#put(at, 'load', stepOf('load', fact.ms), weight, fact.ms)
        if (fact.bucket !== null) this.#put(at, 'bucket', Math.floor(fact.bucket / 10), weight)
        return
      case 'fallback':
        this.#put(at, 'fallback', stepOf('fallback', fact.ms), 1, fact.ms)
        return
      case 'vital':
        this.#put(at, `vital.${fact.name}`, stepOf(`vital.${fact.name}`, fact.value), weight, fact.value)
        return
      case 'failure':
        this.#put(at, `failure.${fact.class}`, 0, 1)
        return
      case 'duplicate':
      case 'error':
        this.#put(at, fact.kind, 0, 1)
    }
  }

  /** One broken browser that reports again and again is one person for whom a version fails. */
  #countPerson(
    accountId: number,
    at: Pick<Counted, 'hour' | 'remote' | 'version' | 'revision'>,
    { kind }: BeaconFact,
    weight: number,
  ): void {
    const failed = kind === 'failure' || kind === 'error'
    if (!failed && kind !== 'load') return
    const first = (outcome: string) => {
      const key = joined(accountId, at.remote, at.version, at.revision, outcome)
      if (this.#people.has(key) || this.#people.size >= PEOPLE_MAX) return false
      this.#people.add(key)
      return true
    }
    if (first('tried')) this.#put(at, 'tried', 0, failed ? 1 : weight)
    if (!failed || !first('failed')) return
    this.#put(at, 'failed', 0, 1)
    this.#failing.set(joined(at.remote, at.version), { remote: at.remote, version: at.version })
  }

  #countError(
    { remote, version }: Pick<Counted, 'remote' | 'version'>,
    { name, frames }: Extract<BeaconFact, { kind: 'error' }>,
    now: number,
  ): void {
    const text = JSON.stringify(frames)
    const fingerprint = createHash('sha256').update(`${name} ${text}`).digest('hex').slice(0, 32)
    const key = joined(remote, version, fingerprint)
    const known = this.#errors.get(key)
    if (known) {
      known.count += 1
      known.lastAt = now
    } else if (this.#errors.size < ERRORS_MAX) {
      this.#errors.set(key, { error: { remote, version, fingerprint, name, frames: text }, count: 1, lastAt: now })
    }
  }

  #put(
    at: Pick<Counted, 'hour' | 'remote' | 'version' | 'revision'>,
    kind: string,
    step: number,
    count: number,
    value = 0,
  ): void {
    const key = joined(at.hour, at.remote, at.version, at.revision, kind, step)
    const known = this.#rows.get(key)
    if (known) known.count += count
    else if (this.#rows.size < ROWS_MAX) this.#rows.set(key, { row: { ...at, kind, step }, count })
    else return
    const { remote, version } = at
    const name = joined(remote, version, kind, step)
    const total = this.#totals.get(name)
    if (total) {
      total.count += count
      total.sum += value * count
    } else if (this.#totals.size < ROWS_MAX) {
      this.#totals.set(name, { total: { remote, version, kind, step }, count, sum: value * count })
    }
  }
}
