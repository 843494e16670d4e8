import { isMailAddress, type MailAddress } from '@yanshu/contracts'

/**
 * Mail addresses as headers carry them (RFC 5322 §3.4, RFC 6532) and as people type them. It needs nothing but the
 * rule of the contracts for what an address is, so the browser can run it too. `name` is empty when there is none;
 * `address` is empty when a header names a person without one.
 */

/** What a person typed, sorted into addresses and words that are none. */
export interface TypedAddresses {
  readonly addresses: readonly MailAddress[]
  /** Pieces without a well-formed address, as they were typed. */
  readonly invalid: readonly string[]
}

interface Segment {
  /** Text outside quotes, comments and angle brackets, quoted strings included without their quotes. */
  readonly phrase: string
  /** The phrase again, with quoted strings left out: the only place where a bare address may stand. */
  readonly open: string
  readonly angle: string | null
  readonly comment: string
  /** What stood behind the segment. */
  readonly separator: string
}

/**
 * Parses an address list header. Groups are flattened, comments become names where there is no other, and a
 * comma inside an unquoted name (`Wang, Fang <wang.fang@…>`) does not make a second person.
 *
 * @param decode turns a display name into text, such as the encoded words of RFC 2047; it is called after the
 *   structure is known, so an encoded name can not smuggle in an address
 * @param limit addresses to return at most
 */
export function parseAddressList(
  header: string,
  decode: (phrase: string) => string = (phrase) => phrase,
  limit = 10_000,
): MailAddress[] {
  const addresses: MailAddress[] = []
  let carried = ''
  for (const segment of segments(header, ',;', true)) {
    if (addresses.length >= limit) break
    const address = addressOf(segment)
    if (!address && segment.phrase && segment.separator === ',') {
      carried = carried ? `${carried}, ${segment.phrase}` : segment.phrase
      continue
    }
    const phrase = joinName(carried, address ? nameOf(segment, address) : segment.phrase)
    carried = ''
    if (!address && !phrase) continue
    const name = cleanName(decode(phrase))
    const whole = address ? null : addressInside(name)
    if (whole) addresses.push(whole)
    else addresses.push({ name: name.toLowerCase() === address.toLowerCase() ? '' : name, address })
  }
  if (carried && addresses.length < limit) {
    const name = cleanName(decode(carried))
    addresses.push(addressInside(name) ?? { name, address: '' })
  }
  return addresses
}

/** Renders a mailbox for a header or a text field: the name is quoted where RFC 5322 asks for it. */
export function formatAddress({ name, address }: MailAddress): string {
  const plain = name.replace(/\p{Cc}+/gu, ' ').trim()
  if (!plain) return address
  // RFC 5322 `specials`, and what people's clients take for separators.
  const quoted =
    /[()<>[\]:;@\\,."，；、]/.test(plain) || plain !== name ? `"${plain.replace(/["\\]/g, '\\$&')}"` : plain
  return address ? `${quoted} <${address}>` : quoted
}

/** Renders a list, separated as a header needs it. */
export function formatAddressList(addresses: readonly MailAddress[]): string {
  return addresses.map(formatAddress).join(', ')
}

/**
 * Reads what a person typed or pasted into a recipient field: any usual separator, half or full width, line
 * breaks, full-width brackets and ＠, a name before the address with or without brackets.
 */
export function parseTypedAddresses(typed: string): TypedAddresses {
  const addresses: MailAddress[] = []
  const invalid: string[] = []
  const plain = typed
    .replace(/[＠﹫]/g, '@')
    .replace(/[＜《〈]/g, '<')
    .replace(/[＞》〉]/g, '>')
    .replace(/[“”＂]/g, '"')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/(@[^\s,;<>@]*)．/g, '$1.')
  for (const segment of segments(plain, ',;，；、\r\n\t', false)) {
    const bare = segment.angle === null ? segment.phrase.trim().split(/[\s\u3000]+/) : []
    if (bare.length > 1 && bare.every(isMailAddress)) {
      for (const address of bare) addresses.push({ name: '', address })
      continue
    }
    const address = addressOf(segment)
    const text = segment.phrase.trim()
    if (isMailAddress(address)) addresses.push({ name: cleanName(nameOf(segment, address)), address })
    else if (text || segment.angle) invalid.push(segment.angle === null ? text : `${text} <${segment.angle}>`.trim())
  }
  return { addresses, invalid }
}

function joinName(carried: string, phrase: string): string {
  return carried && phrase ? `${carried}, ${phrase}` : carried || phrase
}

/** The address of a segment: between angle brackets, or the last bare word with an @. */
function addressOf(segment: Segment): string {
  if (segment.angle !== null) {
    // RFC 5322 §4.4: a route before the mailbox is obsolete and without meaning.
    const mailbox = segment.angle.replace(/^(?:@[^:]*:)/, '').replace(/^mailto:/i, '')
    return mailbox.replace(/\s+/g, '')
  }
  const word = segment.open.split(/[\s\u3000]+/).findLast((part) => /^[^@]+@[^@]/.test(part))
  return word ? word.replace(/^mailto:/i, '').replace(/^\[|\]$/g, '') : ''
}

function nameOf(segment: Segment, address: string): string {
  const phrase = segment.angle === null ? segment.phrase.replace(address, ' ') : segment.phrase
  return phrase.trim() || segment.comment.trim()
}

/** A display name without controls, bidi tricks and the quotes that some clients put around it. */
function cleanName(name: string): string {
  const clean = name
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const quoted = /^(['"])(.*)\1$/.exec(clean)
  return quoted?.[2] !== undefined ? quoted[2].trim() : clean
}

/** Senders exist that encode a whole mailbox as one word: `=?…?=` that reads `name <address>`. */
function addressInside(text: string): MailAddress | null {
  const match = /^([^<>]*)<([^<>\s@]{1,64}@[^<>\s@]{1,255})>$/.exec(text)
  return match?.[2] ? { name: cleanName(match[1] ?? ''), address: match[2] } : null
}

/** Cuts a list at its separators; one pass, no recursion. Inside a group, its name is dropped. */
function* segments(source: string, separators: string, groups: boolean): Generator<Segment> {
  let phrase = ''
  let open = ''
  let comment = ''
  let angle: string | null = null
  let depth = 0
  let mailbox = false
  let state: 'text' | 'quoted' | 'angle' = 'text'
  const endSegment = (separator: string): Segment => {
    const segment = { phrase: phrase.replace(/\s+/g, ' ').trim(), open, angle, comment, separator }
    phrase = ''
    open = ''
    comment = ''
    angle = null
    mailbox = false
    return segment
  }
  for (let i = 0; i < source.length; i++) {
    const character = source.charAt(i)
    if (state === 'quoted') {
      if (character === '\\' && i + 1 < source.length) phrase += source.charAt(++i)
      else if (character === '"') state = 'text'
      else phrase += character
    } else if (depth > 0) {
      if (character === '\\' && i + 1 < source.length) comment += source.charAt(++i)
      else {
        if (character === '(') depth++
        if (character === ')') depth--
        if (depth > 0) comment += character
      }
    } else if (state === 'angle') {
      if (character === '>') state = 'text'
      else if (separators.includes(character) && character !== ',' && character !== ';') {
        // A bracket that was never closed ends with its line.
        state = 'text'
        yield endSegment(character)
      } else angle = (angle ?? '') + character
    } else if (character === '"') state = 'quoted'
    else if (character === '(') {
      depth = 1
      if (comment) comment += ' '
    } else if (character === '<') {
      state = 'angle'
      // A second bracket: the former was part of the name (`"a" <x> <y@z>`).
      if (angle) phrase += ` ${angle}`
      angle = ''
    } else if (separators.includes(character)) {
      yield endSegment(character)
    } else if (groups && character === ':' && angle === null && !mailbox) {
      phrase = ''
      open = ''
    } else {
      phrase += character
      open += character
      // A colon behind an @ or inside an encoded word does not end the name of a group.
      if (character === '@' || character === '?') mailbox = true
    }
  }
  yield endSegment('')
}
