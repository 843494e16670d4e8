import { randomBytes } from 'node:crypto'

/** Unpredictable numbers for one picture. */
export interface Chance {
  /** From `from` to below `to`. */
  between(from: number, to: number): number
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  pick<T>(items: readonly [T, ...T[]]): T
}

const AT_ONCE = 512

/** Numbers from the system's random source, drawn in lots. */
export function chance(): Chance {
  let lot = randomBytes(0)
  let at = 0
  const next = () => {
    if (at + 4 > lot.length) {
      lot = randomBytes(AT_ONCE)
      at = 0
    }
    const value = lot.readUInt32BE(at) / 2 ** 32
    at += 4
    return value
  }
  const between = (from: number, to: number) => from + (to - from) * next()
  const whole = (from: number, to: number) => from + Math.floor((to - from + 1) * next())
  return { between, whole, pick: (items) => items[whole(0, items.length - 1)] ?? items[0] }
}
