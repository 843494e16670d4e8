import type { MeasuredPoint, MeasuredVersion } from '@yanshu/contracts'

/** What a plot can show of a remote. */
export const METRICS = ['rate', 'loadMs', 'LCP', 'INP', 'CLS'] as const
/** And of the frame, which is there before any remote. */
export const HOST_METRICS = ['FCP', 'TTFB', 'rate'] as const
export type Metric = (typeof METRICS)[number] | (typeof HOST_METRICS)[number]

/** The share of people for whom a version failed, in percent; null when no page tried it. */
export const errorRate = ({ tried, failed }: Pick<MeasuredPoint, 'tried' | 'failed'>): number | null =>
  tried === 0 ? null : Math.round((failed / tried) * 1_000) / 10

export function valueAt(metric: Metric, point: Omit<MeasuredPoint, 'at'>): number | null {
  if (metric === 'rate') return errorRate(point)
  if (metric === 'loadMs') return point.loadMs
  return point.vitals[metric] ?? null
}

/** A point of a plot, both in percent of its width and height, from the upper left. */
export interface PlotPoint {
  readonly x: number
  readonly y: number
  readonly value: number
}

export interface PlotLine {
  readonly version: string
  readonly points: readonly PlotPoint[]
}

export interface PlotShape {
  readonly lines: readonly PlotLine[]
  /** The value at the upper edge. */
  readonly top: number
}

export interface Span {
  readonly from: number
  readonly to: number
}

const NICE = [1, 2, 2.5, 5, 10]

/** A round number that is at least so large. */
export function niceTop(largest: number): number {
  if (largest <= 0) return 1
  const scale = 10 ** Math.floor(Math.log10(largest))
  return (NICE.find((step) => step * scale >= largest) ?? 10) * scale
}

/** How far along a moment is, in percent; kept inside the plot. */
export const xOf = (at: number, { from, to }: Span): number =>
  Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100))

/** Lines of a metric over time, one for each version that has any value. A point stands in the middle of its step. */
export function plotOf(
  versions: readonly Pick<MeasuredVersion, 'version' | 'points'>[],
  metric: Metric,
  span: Span,
  stepMs: number,
): PlotShape {
  const raw = versions.map(({ version, points }) => ({
    version,
    points: points.flatMap((point) => {
      const value = valueAt(metric, point)
      return value === null ? [] : [{ at: Math.min(point.at + stepMs / 2, span.to), value }]
    }),
  }))
  const largest = Math.max(0, ...raw.flatMap(({ points }) => points.map(({ value }) => value)))
  const top = metric === 'rate' ? Math.min(100, niceTop(Math.max(largest, 1))) : niceTop(largest)
  const lines = raw
    .filter(({ points }) => points.length > 0)
    .map(({ version, points }) => ({
      version,
      points: points.map(({ at, value }) => ({ x: xOf(at, span), y: 100 - (value / top) * 100, value })),
    }))
  return { lines, top }
}
