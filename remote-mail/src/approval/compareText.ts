import { diffArrays } from 'diff'

/** A piece of a text beside its former version. */
export interface Piece {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Words that may differ: the time grows with their square. What differs more is shown as removed and added whole. */
const CHANGES_MAX = 300

/** A text by words beside its former version. Words of Chinese are those of the browser's own dictionary. */
export function compareText(before: string, after: string): readonly Piece[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: CHANGES_MAX })
  if (!changes) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }))
}

const wordsOf = (text: string): string[] =>
  [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].map(({ segment }) => segment)

/** An entry of a list: the same one has the same key. */
export interface Listed {
  readonly key: string
  readonly text: string
}

/** What was added to a list and what was removed from it, in their order. */
export function compareLists(before: readonly Listed[], after: readonly Listed[]): readonly Piece[] {
  const missing = (from: readonly Listed[], { key }: Listed) => !from.some((one) => one.key === key)
  return [
    ...before.filter((one) => missing(after, one)).map(({ text }): Piece => ({ kind: 'removed', text })),
    ...after.filter((one) => missing(before, one)).map(({ text }): Piece => ({ kind: 'added', text })),
  ]
}
