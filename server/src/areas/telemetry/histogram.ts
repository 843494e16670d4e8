import type { VitalName } from '@yanshu/contracts'

/** What is kept as steps of a histogram, so that any number of pages takes the same room. */
export type Measure = 'load' | 'fallback' | 'bucket' | `vital.${VitalName}`

const PAGES = [200, 500, 1_000, 1_800, 2_500, 4_000, 6_000, 12_000]

/** The upper ends of all steps but the last, which has none. */
const BOUNDS: Readonly<Record<Measure, readonly number[]>> = {
  load: [25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400],
  fallback: [100, 250, 500, 1_000, 2_000, 5_000, 10_000],
  bucket: [10, 20, 30, 40, 50, 60, 70, 80, 90],
  'vital.LCP': PAGES,
  'vital.FCP': PAGES,
  'vital.TTFB': PAGES,
  'vital.INP': [25, 50, 100, 150, 200, 300, 500, 1_000],
  // Thousandths.
  'vital.CLS': [10, 25, 50, 100, 150, 250, 500],
}

export const boundsOf = (measure: Measure): readonly number[] => BOUNDS[measure]

/** The step of a value: values up to and with a bound belong to its step. */
export function stepOf(measure: Measure, value: number): number {
  const bounds = BOUNDS[measure]
  const step = bounds.findIndex((bound) => value <= bound)
  return step === -1 ? bounds.length : step
}

/**
 * The value that a share of all stays below, as if values lay evenly in their step; null without values. Of the last
 * step only its lower end is known.
 * @param share from 0 to 1
 */
export function percentile(measure: Measure, counts: ReadonlyMap<number, number>, share: number): number | null {
  const bounds = BOUNDS[measure]
  let below = [...counts.values()].reduce((sum, count) => sum + count, 0) * share
  if (below === 0) return null
  for (let step = 0; step < bounds.length; step += 1) {
    const count = counts.get(step) ?? 0
    const [low, high] = [bounds[step - 1] ?? 0, bounds[step] ?? 0]
    if (count >= below) return Math.round(low + ((high - low) * below) / count)
    below -= count
  }
  return bounds.at(-1) ?? null
}
