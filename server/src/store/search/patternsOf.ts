import { INDEXED_BODY_MAX, indexedFields } from './indexed.ts'
import { phrasePattern } from './phrasePattern.ts'
import type { Finding } from './searchIndex.ts'
import type { Phrase } from './tokens.ts'

/**
 * What has to be looked up in the text, as `holdsWords` takes it: words that stand side by side, and those with marks, which
 * the index does not have. Null when there are none.
 */
export function patternsOf({ phrases, fields, subject = [] }: Finding): string | null {
  const several = (some: readonly Phrase[]) =>
    some.filter(({ tokens, marks }) => tokens.length > 1 || marks !== undefined)
  const everywhere = fields.length > 0 ? fields : indexedFields
  const wanted = [
    ...several(phrases).map((phrase) => ({ fields: everywhere, pattern: phrasePattern(phrase) })),
    ...several(subject).map((phrase) => ({ fields: ['subject'], pattern: phrasePattern(phrase) })),
  ]
  return wanted.length > 0 ? JSON.stringify({ wanted, bodyMax: INDEXED_BODY_MAX }) : null
}

/** The same for the text of one file, in which any of the words may stand. */
export const patternsOfFile = ({ phrases }: Finding): string =>
  JSON.stringify({
    wanted: phrases.map((phrase) => ({ fields: ['files'], pattern: phrasePattern(phrase) })),
    bodyMax: 0,
    isAny: true,
  })
