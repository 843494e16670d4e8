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
  const markAt = (at: number) => (phrase.marks?.[at] ?? '').replaceAll(/[-+#.@_/&*=~%$^|\\]/g, literal)
  const pattern = parts.map((part, index) => {
    const last = index === parts.length - 1
    const gap = gapPattern(parts[index - 1], part, markAt(index))
    const isFirst = index === 0 && gap === ''
    const isPrefix = last && (phrase.prefix || markAt(index + 1) !== '')
    return gap + (part.paired ? part.text : wordPattern(part, isFirst, isPrefix))
  })
  return pattern.join('') + markAt(parts.length)
}

/** A mark as a pattern that may also stand where the flag `u` refuses needless escapes. */
const literal = (mark: string): string => `\\u{${mark.codePointAt(0)?.toString(16)}}`

/** What stands before a part: the marks that were typed, or whatever parts it from the one before. */
function gapPattern(previous: Part | undefined, part: Part, marks: string): string {
  if (!previous) return marks
  // Two words, or two runs, are two because something stands between them.
  if (previous.paired === part.paired) return marks || `${BETWEEN}+`
  return marks === '' ? `${BETWEEN}*` : `${BETWEEN}*${marks}${BETWEEN}*`
}

function wordPattern({ text }: Part, first: boolean, prefix: boolean): string {
  const begins = first ? `(?<!${OF_WORD})` : ''
  // What is longer than the index keeps ends as it may.
  const ends = text.length >= WORD_MAX ? `${OF_WORD}*` : prefix ? '' : `(?!${OF_WORD})`
  return begins + text + ends
}
