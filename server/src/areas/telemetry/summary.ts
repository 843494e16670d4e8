import { type FailureClass, type GetData, VITALS, type VitalName } from '@yanshu/contracts/schemas'
import type { Context } from '../../store/context/context.ts'
import { readCounts, readErrors } from './beacon.repository.ts'
import { HOUR_MS } from './beaconCounts.ts'
import { type Measure, percentile } from './histogram.ts'

type Summary = GetData<'telemetry/summary'>
type Version = Summary['versions'][number]
type Measured = Version['total']

/** A step of the time line, by how long it is. */
const STEPS: Readonly<Record<number, number>> = { 24: HOUR_MS, 168: 6 * HOUR_MS, 720: 24 * HOUR_MS }
/** What most people had: the share that counts for web vitals. */
const MOST = 0.75

/** Counts by kind and step. */
type Counts = Map<string, Map<number, number>>

function addCount(counts: Counts, kind: string, step: number, count: number): void {
  const steps = counts.get(kind) ?? new Map<number, number>()
  steps.set(step, (steps.get(step) ?? 0) + count)
  counts.set(kind, steps)
}

const sumOf = (counts: Counts, kind: string): number =>
  [...(counts.get(kind)?.values() ?? [])].reduce((sum, count) => sum + count, 0)

const most = (counts: Counts, kind: Measure): number | null => percentile(kind, counts.get(kind) ?? new Map(), MOST)

function measuredBy(counts: Counts): Measured {
  const failures: Partial<Record<FailureClass, number>> = {}
  for (const kind of counts.keys()) {
    if (kind.startsWith('failure.')) failures[kind.slice('failure.'.length) as FailureClass] = sumOf(counts, kind)
  }
  const vitals: Partial<Record<VitalName, number>> = {}
  for (const name of VITALS) {
    const value = most(counts, `vital.${name}`)
    if (value !== null) vitals[name] = value
  }
  return {
    loads: sumOf(counts, 'load'),
    failures,
    fallbacks: sumOf(counts, 'fallback'),
    errors: sumOf(counts, 'error'),
    duplicates: sumOf(counts, 'duplicate'),
    tried: sumOf(counts, 'tried'),
    failed: sumOf(counts, 'failed'),
    loadMs: most(counts, 'load'),
    fallbackMs: most(counts, 'fallback'),
    vitals,
  }
}

/** Between which percentiles of the rollout people met the version. */
function bucketsOf(counts: Counts): [number, number] | null {
  const steps = [...(counts.get('bucket')?.keys() ?? [])]
  return steps.length === 0 ? null : [Math.min(...steps) * 10, Math.max(...steps) * 10 + 9]
}

/** How each version does over the last so many hours. */
export async function summarise(context: Context, hours: number): Promise<Summary> {
  const stepMs = STEPS[hours] ?? HOUR_MS
  const to = context.now()
  const from = to - hours * HOUR_MS
  const rows = await readCounts(context, from - (from % stepMs), stepMs)
  const versions = new Map<string, { revision: number; total: Counts; points: Map<number, Counts> } & Named>()
  for (const { remote, version, kind, step, at, count, revision } of rows) {
    const key = `${remote} ${version}`
    const one = versions.get(key) ?? { remote, version, revision: 0, total: new Map(), points: new Map() }
    versions.set(key, one)
    one.revision = Math.max(one.revision, revision)
    addCount(one.total, kind, step, count)
    const point = one.points.get(at) ?? new Map()
    one.points.set(at, point)
    addCount(point, kind, step, count)
  }
  return {
    from,
    to,
    stepMs,
    versions: [...versions.values()]
      .map(
        ({ remote, version, revision, total, points }): Version => ({
          remote,
          version,
          revision,
          buckets: bucketsOf(total),
          total: measuredBy(total),
          points: [...points].map(([at, counts]) => ({ at, ...measuredBy(counts) })),
        }),
      )
      .sort((a, b) => a.remote.localeCompare(b.remote) || b.version.localeCompare(a.version)),
    errors: await readErrors(context, from),
    rule: context.config.canaryRule,
  }
}

interface Named {
  readonly remote: string
  readonly version: string
}
