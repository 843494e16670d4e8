import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What a repeated measurement came to. */
export interface Summary {
  readonly n: number
  readonly min: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** The smallest value that at least `share` of the sorted values do not exceed (nearest rank). */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function summarise(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median =
    sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  return {
    n: sorted.length,
    min: sorted[0] ?? Number.NaN,
    p50: median,
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? Number.NaN,
  }
}

/** Calls that are made before the measured ones: a server that has run for a minute has met each path that often. */
export const WARM_UP = 50

/**
 * Milliseconds of each of some calls of a client, one after the other, after as many that are not counted. What the
 * benchmark itself leaves to be cleared away is cleared between them.
 */
export async function timed(
  client: { readonly waitedMs: number },
  times: number,
  work: (round: number) => Promise<unknown>,
  warmUp = Math.min(WARM_UP, times),
): Promise<number[]> {
  const spent: number[] = []
  for (let round = -warmUp; round < times; round++) {
    collect()
    await work(round + warmUp)
    if (round >= 0) spent.push(client.waitedMs)
  }
  return spent
}

/** A small collection now instead of in the middle of a call. */
const collect = (() => {
  setFlagsFromString('--expose-gc')
  const gc: (options: { type: 'minor' }) => void = runInNewContext('gc')
  return () => gc({ type: 'minor' })
})()
