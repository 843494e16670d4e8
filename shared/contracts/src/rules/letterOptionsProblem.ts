import { LETTER_OPTION_SIZE_MAX, LETTER_OPTIONS_MAX } from '../limits.ts'

const NAME = /^[a-z][a-z-]{0,39}\.[a-z][A-Za-z-]{0,39}$/
const DEPTH_MAX = 8

/** Depth first, so that what is nested too deep is never written as JSON. */
function isDeep(value: unknown, left = DEPTH_MAX): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((one) => isDeep(one, left - 1))
}

export type LetterOptionsProblem = 'too-many' | 'bad-name' | 'too-large'

/** Why options cannot be kept; null when they can. */
export function letterOptionsProblem(options: Readonly<Record<string, unknown>>): LetterOptionsProblem | null {
  const entries = Object.entries(options)
  if (entries.length > LETTER_OPTIONS_MAX) return 'too-many'
  if (!entries.every(([name]) => NAME.test(name))) return 'bad-name'
  const isLarge = (value: unknown) => isDeep(value) || (JSON.stringify(value) ?? '').length > LETTER_OPTION_SIZE_MAX
  return entries.some(([, value]) => isLarge(value)) ? 'too-large' : null
}
