import { RULE_VALUE_MAX } from '../limits.ts'
import { lengthOf } from './names.ts'

/** Letters of any script, digits, half-width symbols (dot and @ among them) and blanks: what §5 allows in a condition. */
const VALUE = /^[\p{L}\p{M}\p{N}\u0020-\u007e]+$/u

/** Names of header fields (RFC 5322 §2.2). */
const HEADER_NAME = /^[!-9;-~]{1,100}$/

export type RuleValueProblem = 'required' | 'too-long' | 'characters'

/** Checks the value of a condition of a classification rule (§5). */
export function ruleValueProblem(value: string): RuleValueProblem | null {
  if (value.trim() === '') return 'required'
  if (lengthOf(value) > RULE_VALUE_MAX) return 'too-long'
  return VALUE.test(value) ? null : 'characters'
}

export const isHeaderName = (name: string): boolean => HEADER_NAME.test(name)

/** An address, or a domain with its @, in lower case; null for anything else. What lists of senders hold. */
export function senderPattern(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const domain =
    /^@?([\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+)$/u.exec(text)
  if (domain?.[1] && text.length <= 254) return `@${domain[1]}`
  return /^[^\s@<>()[\]\\,;:"]+@[^\s@]+\.[^\s@]+$/u.test(text) && text.length <= 254 ? text : null
}
