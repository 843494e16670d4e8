/** Chinese text that takes as much room when it is compressed, within a fifth. */
export const incompressibleText = (characters: number): string => {
  const random = randomFrom(characters)
  return Array.from({ length: characters }, () => String.fromCodePoint(0x4e00 + random.below(20_000))).join('')
}

/** A small generator of its own, so that a failure can be repeated by its seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** A whole number from 0 to below `limit`. */
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(list: readonly T[]): T => {
      const one = list[Math.floor(next() * list.length)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
    /** Each with a chance of three in ten. */
    some: <T>(list: readonly T[]): T[] => list.filter(() => next() < 0.3),
  }
}
