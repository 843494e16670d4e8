import { PAIRED, type Phrase, WORD_MAX } from './tokens.ts'

const LETTERS = String.raw`\p{L}\p{N}\p{M}`
/** A character of a word; what is written without spaces is none. */
const OF_WORD = `(?:(?![${PAIRED}])[${LETTERS}])`
const BETWEEN = `[^${PAIRED}${LETTERS}]`

/** A run of characters without spaces, or a word. */
interface Part {
  readonly paired: boolean
  text: string
}

const PAIRED_ONLY = new RegExp(`^[${PAIRED}]+$`, 'u')

/** The runs and words whose tokens a phrase asks for. */
function partsOf({ tokens }: Phrase): Part[] {
  const parts: Part[] = []
  let open: Part | null = null
  for (const token of tokens) {
    const [, second] = [...token]
    if (!PAIRED_ONLY.test(token)) {
      parts.push({ paired: false, text: token })
      open = null
    } else if (open && second !== undefined) {
      open.text += second
    } else if (open) {
      // The single character that closes a run stands at its end already.
      open = null
    } else {
      const part = { paired: true, text: token }
      parts.push(part)
      open = second === undefined ? null : part
    }
  }
  return parts
}

/**
 * A regular expression (flag `u`) that finds a phrase in a text that was made alike (`foldedText` of `holdsWords.mjs`)
 * exactly where its tokens stand side by side.
 */
export function phrasePattern(phrase: Phrase): string {
  const parts = partsOf(phrase)
  return parts
    .map((part, index) => {
      const last = index === parts.length - 1
      const previous = parts[index - 1]
      // Two words, or two runs, are two because something stands between them.
      const gap = previous ? `${BETWEEN}${previous.paired === part.paired ? '+' : '*'}` : ''
      return gap + (part.paired ? part.text : wordPattern(part, index === 0, last && phrase.prefix))
    })
    .join('')
}

function wordPattern({ text }: Part, first: boolean, prefix: boolean): string {
  const begins = first ? `(?<!${OF_WORD})` : ''
  // What is longer than the index keeps ends as it may.
  const ends = prefix ? '' : text.length >= WORD_MAX ? `${OF_WORD}*` : `(?!${OF_WORD})`
  return begins + text + ends
}
