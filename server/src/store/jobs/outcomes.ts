/** What became of an attempt: `put off` is tried again, `failed` is not, `lost` went on at another server. */
export type Outcome = 'done' | 'put off' | 'failed' | 'given back' | 'lost'

export interface KindCounts {
  readonly outcomes: ReadonlyMap<Outcome, number>
  /** How long the attempts took together. */
  readonly seconds: number
}

/** Counts attempts by kind, for as long as the process runs. */
export function outcomeCounts() {
  const kinds = new Map<string, { outcomes: Map<Outcome, number>; seconds: number }>()
  return {
    add: (kind: string, outcome: Outcome, milliseconds: number): void => {
      const there = kinds.get(kind) ?? { outcomes: new Map(), seconds: 0 }
      there.outcomes.set(outcome, (there.outcomes.get(outcome) ?? 0) + 1)
      there.seconds += milliseconds / 1_000
      kinds.set(kind, there)
    },
    all: (): ReadonlyMap<string, KindCounts> => kinds,
  }
}
