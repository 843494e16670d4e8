/** Repeatable random numbers: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A whole number in [0, below). */
  int(below: number): number
  /** A whole number in [from, to], both included. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  /** Some different members of a list, in random order; fewer when the list is shorter. */
  sample<T>(choices: readonly T[], count: number): T[]
  /** A string of lower-case hexadecimal digits. */
  hex(digits: number): string
}

/** Mulberry32: 32 bits of state, quick, and good enough for everything that is not a secret. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    next,
    int,
    between: (from, to) => from + int(to - from + 1),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[int(choices.length)] ?? choices[0],
    sample(choices, count) {
      const rest = [...choices]
      const taken = []
      while (taken.length < count && rest.length > 0) taken.push(...rest.splice(int(rest.length), 1))
      return taken
    },
    hex: (digits) => Array.from({ length: digits }, () => int(16).toString(16)).join(''),
  }
}
