import { PASSWORD_LENGTHS, PASSWORD_LONGER_THAN } from '../limits.ts'
import { isWeakPassword } from './weakPasswords.ts'

/** How long passwords are, by the organisation's choice (`passwordComplexLevel`). */
export type PasswordLevel = 1 | 2 | 3

/** What a password is held against. */
export interface PasswordOwner {
  readonly level: PasswordLevel
  /** The login name, which is the mail address. */
  readonly account: string
  /**
   * How the owner's name is read: for each character, or each word in letters, all its syllables in pinyin without tones.
   * The server answers them (`user/password/rules`).
   */
  readonly nameReadings: readonly (readonly string[])[]
}

/** The rules of §5, "Password policy hints", in the order in which they are shown. */
export const PASSWORD_RULES = ['length', 'kinds', 'chinese', 'account', 'sequence', 'repeat', 'pinyin', 'weak'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]

/** How many characters of the same kind in a row, or in sequence, are too many. */
const RUN = 3
const KINDS_NEEDED = 3
/** A part of the account, or a name, that is shorter stands in too many passwords by chance. */
const NAME_PART_MIN = 3

/**
 * The lengths that count, in characters. The login accepts only passwords longer than six (§5), so a level that sets six
 * means seven.
 */
export function passwordLengths(level: PasswordLevel): { readonly min: number; readonly max: number } {
  const { min, max } = PASSWORD_LENGTHS[level]
  return { min: Math.max(min, PASSWORD_LONGER_THAN + 1), max }
}

/** The rules that a new password breaks; none when it may be used. Both sides ask this. */
export function brokenPasswordRules(password: string, owner: PasswordOwner): PasswordRule[] {
  const lower = password.toLowerCase()
  const letters = lower.replace(/[^a-z]/g, '')
  const breaks: Readonly<Record<PasswordRule, () => boolean>> = {
    length: () => {
      const { min, max } = passwordLengths(owner.level)
      return [...password].length < min || [...password].length > max
    },
    kinds: () => kindsOf(password) < KINDS_NEEDED,
    chinese: () => /\p{Script=Han}/u.test(password),
    account: () => accountParts(owner.account).some((part) => lower.includes(part)),
    sequence: () => hasSequence(lower),
    repeat: () => hasRepeat(lower),
    pinyin: () => soundsLikeName(letters, owner.nameReadings),
    weak: () => isWeakPassword(password),
  }
  return PASSWORD_RULES.filter((rule) => breaks[rule]())
}

/** Digits, upper case, lower case, and everything else: how many of the four there are. */
function kindsOf(password: string): number {
  return [/\d/, /[A-Z]/, /[a-z]/, /[^\dA-Za-z]/].filter((kind) => kind.test(password)).length
}

/** The login name as people put it into passwords: whole, its local part, and that without its dots. */
function accountParts(account: string): string[] {
  const whole = account.toLowerCase()
  const local = whole.split('@')[0] ?? ''
  const bare = local.replace(/[._-]/g, '')
  return [whole, local, bare].filter((part) => part.length >= NAME_PART_MIN)
}

/** 123, 321, abc, cba: neighbours in the order of digits or letters. */
function hasSequence(lower: string): boolean {
  const codes = [...lower].map((sign) => (/[a-z0-9]/.test(sign) ? sign.charCodeAt(0) : Number.NaN))
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? Number.NaN))
  return steps.some(
    (step, at) =>
      Math.abs(step) === 1 && steps.slice(at, at + RUN - 1).filter((one) => one === step).length === RUN - 1,
  )
}

function hasRepeat(lower: string): boolean {
  const signs = [...lower]
  return signs.some((sign, at) => at + RUN <= signs.length && signs.slice(at, at + RUN).every((one) => one === sign))
}

/** Names of more syllables are compared as they are read, not in every order: no more than 24 orders of each reading. */
const SYLLABLES_ORDERED = 4
/** Of a name with many readings, no more combinations are tried. */
const READINGS_MAX = 256

/**
 * Whether the letters of a password hold the name: all of it in any order and any reading, or the given name when it has
 * two syllables or more. Signs and digits between the syllables do not hide it: only letters are compared.
 */
function soundsLikeName(letters: string, nameReadings: readonly (readonly string[])[]): boolean {
  if (letters === '' || nameReadings.length === 0) return false
  const given = nameReadings.length > 2 ? [nameReadings.slice(1)] : []
  return [nameReadings, ...given].some((name) =>
    ordersOf(name).some((order) =>
      combined(order).some((sound) => sound.length >= NAME_PART_MIN && letters.includes(sound)),
    ),
  )
}

/** ü is typed v, u or yu. */
function spellings(syllable: string): readonly string[] {
  const lower = syllable
    .toLowerCase()
    .replaceAll('ü', 'v')
    .replace(/[^a-z]/g, '')
  return lower.includes('v') ? [lower, lower.replaceAll('v', 'u'), lower.replaceAll('v', 'yu')] : [lower]
}

function combined(syllables: readonly (readonly string[])[]): string[] {
  let sounds = ['']
  for (const readings of syllables) {
    const spelled = [...new Set(readings.flatMap(spellings))]
    sounds = sounds.flatMap((sound) => spelled.map((syllable) => sound + syllable)).slice(0, READINGS_MAX)
  }
  return sounds
}

function ordersOf<T>(items: readonly T[]): (readonly T[])[] {
  if (items.length > SYLLABLES_ORDERED || items.length < 2) return [items]
  return items.flatMap((item, at) =>
    ordersOf([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  )
}
