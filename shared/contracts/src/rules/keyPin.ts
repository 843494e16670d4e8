import { KEY_PIN_MAX, KEY_PIN_MIN } from '../limits.ts'

export type KeyPinProblem = 'length' | 'simple'

/** Whether signs follow one another in one step: `123456`, `fedcba`, `111111`. */
function isRow(signs: readonly number[]): boolean {
  const step = (signs[1] ?? 0) - (signs[0] ?? 0)
  return Math.abs(step) <= 1 && signs.every((sign, at) => at === 0 || sign - (signs[at - 1] ?? 0) === step)
}

/** What is wrong with a new PIN of keys: 6 to 64 characters, at least three different ones, and no row of them. */
export function keyPinProblem(pin: string): KeyPinProblem | null {
  const signs = [...pin.normalize('NFKC')].map((sign) => sign.codePointAt(0) ?? 0)
  if (signs.length < KEY_PIN_MIN || signs.length > KEY_PIN_MAX) return 'length'
  return new Set(signs).size < 3 || isRow(signs) ? 'simple' : null
}
