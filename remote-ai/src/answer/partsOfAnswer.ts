/** A stretch of an answer: words, or an address that can be pressed. */
export interface AnswerPart {
  readonly text: string
  /** null for words. */
  readonly url: string | null
}

/** An address up to a blank or a sign that Chinese and English sentences put behind one. */
const ADDRESS = /https?:\/\/[^\s<>"'“”‘’，。；：！？、（）【】《》「」]+/gi
/** Signs that end a sentence, or a bracket, rather than an address. */
const AFTER = /[.,;:!?)\]}*_]+$/

/**
 * The parts of an answer as it is shown: its words to the letter, with web addresses apart. Markup stays words, whatever a
 * model or a mail has talked it into.
 */
export function partsOfAnswer(text: string): AnswerPart[] {
  const parts: AnswerPart[] = []
  let at = 0
  for (const match of text.matchAll(ADDRESS)) {
    const written = match[0].replace(AFTER, '')
    if (!URL.canParse(written)) continue
    if (match.index > at) parts.push({ text: text.slice(at, match.index), url: null })
    parts.push({ text: written, url: new URL(written).href })
    at = match.index + written.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), url: null })
  return parts
}
