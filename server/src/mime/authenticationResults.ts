/** One result of a check of the sender (RFC 8601 §2.3), such as `dmarc=pass header.from=example.org`. */
export interface AuthenticationResult {
  /** Lower case, such as `spf`, `dkim`, `dmarc`. */
  readonly method: string
  /** Lower case, such as `pass`, `fail`, `none`. */
  readonly result: string
  /** By `reason` and `ptype.property` in lower case, such as `header.d`. */
  readonly properties: Readonly<Record<string, string>>
}

export interface AuthenticationResults {
  /** Who has checked, in lower case. */
  readonly authservId: string
  readonly results: readonly AuthenticationResult[]
}

/** Characters of a value that are read, results of one field, and what is kept of each. */
const VALUE_MAX = 16_384
const RESULTS_MAX = 16
const PROPERTIES_MAX = 8
const TEXT_MAX = 255

/**
 * Reads the value of an `Authentication-Results` field (RFC 8601 §2.2) with its comments, folds and quoted strings. Answers
 * null when it names no server. What cannot be read of the results is left out. Linear in the length of the value.
 */
export function readAuthenticationResults(value: string): AuthenticationResults | null {
  const [[authservId] = [], ...segments] = segmentsOf(value.slice(0, VALUE_MAX))
  if (!authservId) return null
  const results = segments.flatMap((words) => resultOf(words) ?? []).slice(0, RESULTS_MAX)
  return { authservId: nameOf(authservId), results }
}

/** Whether two names of a checking server are the same one: compared whole, without regard to case or a final dot. */
export const isSameAuthserv = (one: string, other: string): boolean => nameOf(one) === nameOf(other)

const nameOf = (text: string): string => text.toLowerCase().replace(/\.$/, '')

/** The words between semicolons, without comments and quotes. */
function segmentsOf(value: string): string[][] {
  const segments: string[][] = [[]]
  let word = ''
  let depth = 0
  let quoted = false
  const endWord = () => {
    if (word !== '') segments.at(-1)?.push(word)
    word = ''
  }
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at)
    if (character === '\\' && (quoted || depth > 0)) {
      at++
      if (quoted) word += value.charAt(at)
    } else if (quoted) {
      if (character === '"') quoted = false
      else word += character
    } else if (character === '(') {
      endWord()
      depth++
    } else if (depth > 0) {
      if (character === ')') depth--
    } else if (character === '"') quoted = true
    else if (character === ';') {
      endWord()
      segments.push([])
    } else if (/\s/.test(character)) endWord()
    else word += character
  }
  endWord()
  return segments
}

/** `method[/version]=result` and what follows it; null where that is not what the words are. */
function resultOf(words: readonly string[]): AuthenticationResult | null {
  const [first, ...more] = pairsOf(words)
  const method = first?.name.replace(/\/.*$/, '') ?? ''
  if (!first || !/^[a-z0-9-]{1,40}$/.test(method)) return null
  const properties = more.slice(0, PROPERTIES_MAX).map(({ name, text }) => [name, text.slice(0, TEXT_MAX)] as const)
  return { method, result: first.text.toLowerCase().slice(0, 40), properties: Object.fromEntries(properties) }
}

/** `name=text` of words, also where blanks stand around the sign. */
function pairsOf(words: readonly string[]): { readonly name: string; readonly text: string }[] {
  const joined: string[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (last !== undefined && (last.endsWith('=') || word.startsWith('='))) joined[joined.length - 1] = last + word
    else joined.push(word)
  }
  return joined.flatMap((word) => {
    const sign = word.indexOf('=')
    const name = word.slice(0, sign).toLowerCase()
    return sign > 0 && name.length <= 60 && name !== '__proto__' ? [{ name, text: word.slice(sign + 1) }] : []
  })
}
