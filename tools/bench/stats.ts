/** What a repeated measurement came to. */
export interface Summary {
  readonly n: number
  readonly min: number
  readonly p50: number
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
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? Number.NaN,
  }
}

/** Calls that are made before the measured ones: a server that has run for a minute has met each path that often. */
export const WARM_UP = 50

/** Runs `work` some times unmeasured and `times` times measured; milliseconds of each. */
export async function timed(
  times: number,
  work: (round: number) => Promise<unknown>,
  warmUp = Math.min(WARM_UP, times),
): Promise<number[]> {
  const spent: number[] = []
  for (let round = -warmUp; round < times; round++) {
    const begun = performance.now()
    await work(round + warmUp)
    if (round >= 0) spent.push(performance.now() - begun)
  }
  return spent
}
