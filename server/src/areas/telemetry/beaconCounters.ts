import { VITALS } from '@yanshu/contracts/schemas'
import type { CounterSeries } from '../../platform/health/measures.ts'
import type { Context } from '../../store/context/context.ts'
import type { Total } from './beaconCounts.ts'
import { boundsOf, type Measure } from './histogram.ts'
import { telemetryOf } from './telemetry.ts'

type Read = ReturnType<CounterSeries['read']>

const OF_VERSION = ['remote', 'version'] as const

/** What is only counted, with the kinds that it is made of; `label` gets what follows the dot of a kind. */
const COUNTS = [
  { name: 'failures_total', help: 'Versions of remotes that failed on a page', kind: 'failure', label: 'class' },
  { name: 'fallbacks_total', help: 'Versions that ran in the place of one that failed', kind: 'fallback' },
  { name: 'errors_total', help: 'Errors on a page that nobody caught, by whose code threw', kind: 'error' },
  { name: 'duplicates_total', help: 'Modules that were on a page twice and may be there once', kind: 'duplicate' },
  { name: 'people_tried_total', help: 'People who met a version, each once an hour', kind: 'tried' },
  { name: 'people_failed_total', help: 'People for whom a version failed, each once an hour', kind: 'failed' },
] as const

/** Times and values, as Prometheus writes a histogram. `unit` turns what pages send into what is shown. */
const HISTOGRAMS = [
  { name: 'remote_load_seconds', help: 'Time until a remote ran on a page', measure: 'load', unit: 1_000 },
  ...VITALS.map((name) => ({
    name: name === 'CLS' ? 'view_cls' : `view_${name.toLowerCase()}_seconds`,
    help: `${name} of views on a page (web.dev/vitals)`,
    measure: `vital.${name}` as Measure,
    unit: 1_000,
  })),
] as const satisfies readonly { name: string; help: string; measure: Measure; unit: number }[]

/** What pages reported to this process since it started, for `/metrics`. No label names a person. */
export function beaconCounters(context: Context): readonly CounterSeries[] {
  const totals = () => telemetryOf(context).totals()
  return [...COUNTS.map((one) => counted(one, totals)), ...HISTOGRAMS.flatMap((one) => histogram(one, totals))]
}

function counted(
  { name, help, kind, label }: { name: string; help: string; kind: string; label?: string },
  totals: () => readonly Total[],
): CounterSeries {
  return {
    name: `yanshu_remote_${name}`,
    help,
    labelNames: label ? [...OF_VERSION, label] : OF_VERSION,
    read: () =>
      totals().flatMap(({ remote, version, count, ...total }) => {
        const [base, detail = ''] = total.kind.split('.')
        if (base !== kind) return []
        return [{ labels: { remote, version, ...(label ? { [label]: detail } : {}) }, value: count }]
      }),
  }
}

interface Histogram {
  readonly name: string
  readonly help: string
  readonly measure: Measure
  readonly unit: number
}

function histogram({ name, help, measure, unit }: Histogram, totals: () => readonly Total[]): readonly CounterSeries[] {
  const of = () => totals().filter(({ kind }) => kind === measure)
  const bounds = boundsOf(measure)
  const series = (suffix: string, labelNames: readonly string[], read: () => Read): CounterSeries => ({
    name: `yanshu_${name}_${suffix}`,
    help,
    labelNames,
    read,
  })
  return [
    // A step counts in every bucket at or above it.
    series('bucket', [...OF_VERSION, 'le'], () =>
      of().flatMap(({ remote, version, step, count }) =>
        [...bounds, Number.POSITIVE_INFINITY]
          .slice(step)
          .map((bound) => ({ labels: { remote, version, le: le(bound / unit) }, value: count })),
      ),
    ),
    series('count', OF_VERSION, () =>
      of().map(({ remote, version, count }) => ({ labels: { remote, version }, value: count })),
    ),
    series('sum', OF_VERSION, () =>
      of().map(({ remote, version, sum }) => ({ labels: { remote, version }, value: sum / unit })),
    ),
  ]
}

const le = (bound: number): string => (Number.isFinite(bound) ? String(bound) : '+Inf')
