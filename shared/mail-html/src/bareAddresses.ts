/**
 * Web and mail addresses in running text. Chinese punctuation and Han characters end an address: no space is typed
 * there. At most 64 characters stand before the `@` (RFC 5321 §4.5.3.1.1); without that end, `a.a.a.a…` would be read to
 * its end from each of its letters.
 */
const ADDRESS =
  /\b(?:https?:\/\/|www\.)[^\s<>"'`\u3000-\u303f\uff00-\uffef\u2018-\u201f\p{Script=Han}]+|\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/giu

/** An address that stands in a text as such. */
export interface BareAddress {
  /** Where it begins. */
  readonly index: number
  readonly address: string
  /** What a link to it names. */
  readonly target: string
}

/** Finds the addresses that were written without a link. */
export function* bareAddresses(text: string): Generator<BareAddress> {
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutTrailingPunctuation(match[0])
    yield { index: match.index, address, target: targetOf(address) }
  }
}

/** A full stop or bracket that closes the sentence is not the address's; a bracket opened inside the address is. */
function withoutTrailingPunctuation(address: string): string {
  let unopened = count(address, ')') - count(address, '(')
  let end = address.length
  while (end > 0) {
    const char = address[end - 1] ?? ''
    if (!/[.,;:!?)\]}'"*_~]/.test(char) || (char === ')' && unopened <= 0)) break
    if (char === ')') unopened -= 1
    end -= 1
  }
  return address.slice(0, end)
}

function count(text: string, char: string): number {
  return text.split(char).length - 1
}

function targetOf(address: string): string {
  if (/^https?:/i.test(address)) return address
  return /^www\./i.test(address) ? `http://${address}` : `mailto:${address}`
}
