/** A part of a text beside another one: in both, in the later one alone, or in the earlier one alone. */
export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Differences that are looked for, in words or lines; the work grows with their square. */
const DIFFERENCES_MAX = 400

/** Words of a text, also of Chinese, with what stands between them. Joined they are the text. */
export function wordsIn(text: string): string[] {
  return typeof Intl.Segmenter === 'function'
    ? Array.from(new Intl.Segmenter('zh', { granularity: 'word' }).segment(text), ({ segment }) => segment)
    : (text.match(/\p{Script=Han}|[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [])
}

const linesIn = (text: string): string[] => text.split(/(?<=\n)/)

/**
 * What makes one text into another: by words; by lines where too many words differ; as a whole where too many lines do.
 * Beginning and end that are the same are never part of it.
 */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  return (
    diffOf(wordsIn(before), wordsIn(after)) ??
    diffOf(linesIn(before), linesIn(after)) ??
    joined([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ])
  )
}

function diffOf(before: readonly string[], after: readonly string[]): readonly DiffPart[] | null {
  let head = 0
  while (head < before.length && before[head] === after[head]) head += 1
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  const middle = shortestEdits(before.slice(head, before.length - tail), after.slice(head, after.length - tail))
  if (!middle) return null
  const same = (some: readonly string[]): DiffPart => ({ kind: 'same', text: some.join('') })
  return joined([same(before.slice(0, head)), ...middle, same(before.slice(before.length - tail))])
}

/** The fewest insertions and deletions (Myers, 1986); null where they are more than `DIFFERENCES_MAX`. */
function shortestEdits(before: readonly string[], after: readonly string[]): DiffPart[] | null {
  const most = Math.min(before.length + after.length, DIFFERENCES_MAX)
  /** How far each diagonal reaches in `before`, after each number of edits. */
  const reached: Int32Array[] = []
  const offset = most + 1
  let last = new Int32Array(2 * most + 3)
  for (let edits = 0; edits <= most; edits++) {
    const next = last.slice()
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const fromAbove = last[offset + diagonal + 1] ?? 0
      const fromLeft = (last[offset + diagonal - 1] ?? 0) + 1
      const isInsertion = diagonal === -edits || (diagonal !== edits && (last[offset + diagonal - 1] ?? 0) < fromAbove)
      let at = edits === 0 ? 0 : isInsertion ? fromAbove : fromLeft
      while (at < before.length && at - diagonal < after.length && before[at] === after[at - diagonal]) at += 1
      next[offset + diagonal] = at
      if (at >= before.length && at - diagonal >= after.length) {
        return walkBack(before, after, [...reached, last], offset)
      }
    }
    reached.push(last)
    last = next
  }
  return null
}

/** The edits along the way that was found, from its end to its beginning. */
function walkBack(
  before: readonly string[],
  after: readonly string[],
  reached: readonly Int32Array[],
  offset: number,
): DiffPart[] {
  const parts: DiffPart[] = []
  let x = before.length
  let y = after.length
  for (let edits = reached.length - 1; edits >= 0 && (x > 0 || y > 0); edits--) {
    const last = reached[edits] ?? new Int32Array()
    const diagonal = x - y
    const isInsertion =
      diagonal === -edits ||
      (diagonal !== edits && (last[offset + diagonal - 1] ?? 0) < (last[offset + diagonal + 1] ?? 0))
    const fromX = edits === 0 ? 0 : (last[offset + (isInsertion ? diagonal + 1 : diagonal - 1)] ?? 0)
    const fromY = edits === 0 ? 0 : fromX - (isInsertion ? diagonal + 1 : diagonal - 1)
    while (x > fromX && y > fromY) {
      x -= 1
      y -= 1
      parts.push({ kind: 'same', text: before[x] ?? '' })
    }
    if (edits === 0) break
    if (isInsertion) {
      y -= 1
      parts.push({ kind: 'added', text: after[y] ?? '' })
    } else {
      x -= 1
      parts.push({ kind: 'removed', text: before[x] ?? '' })
    }
  }
  return parts.reverse()
}

/** Neighbours of one kind become one part; between two parts that are the same, what was removed comes first. */
function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  const whole: DiffPart[] = []
  let removed = ''
  let added = ''
  let same = ''
  const flush = () => {
    if (removed) whole.push({ kind: 'removed', text: removed })
    if (added) whole.push({ kind: 'added', text: added })
    if (same) whole.push({ kind: 'same', text: same })
    removed = ''
    added = ''
    same = ''
  }
  for (const { kind, text } of parts) {
    if (text === '') continue
    if (kind === 'same') same += text
    else {
      if (same) flush()
      if (kind === 'removed') removed += text
      else added += text
    }
  }
  flush()
  return whole
}
