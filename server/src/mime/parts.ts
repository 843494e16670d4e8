import { field, type HeaderBlock, parseStructured, readHeaderBlock, type StructuredField } from './fields.ts'
import { MAX_ALL_HEADER_BYTES, MAX_DEPTH, MAX_PARTS } from './limits.ts'

/** A multipart that a leaf stands in. */
export interface Container {
  readonly id: number
  /** `mixed`, `alternative`, `related`, `report`, … */
  readonly subtype: string
  /** Lower-case value of its Content-Type parameters, such as `report-type`. */
  readonly parameters: ReadonlyMap<string, string>
}

/** A part that is not a multipart, its body still encoded. */
export interface Leaf {
  readonly header: HeaderBlock
  readonly contentType: StructuredField
  /** Outermost first. */
  readonly containers: readonly Container[]
  readonly body: Uint8Array
}

/** The leaves of a mail in their order. */
export interface MailParts {
  readonly header: HeaderBlock
  readonly leaves: readonly Leaf[]
  readonly defects: readonly string[]
}

interface Frame {
  readonly container: Container
  readonly delimiter: string
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const DASH = 0x2d
/** RFC 2046 allows 70 characters; senders do not count. */
const MAX_BOUNDARY = 250

/**
 * Splits a mail into its leaves (RFC 2046) in one pass without recursion. Whatever is malformed costs a defect and
 * as little as possible of the rest: a lost boundary is guessed, a missing end is the end of the mail.
 */
export function splitParts(mail: Buffer): MailParts {
  const defects = new Set<string>()
  const leaves: Leaf[] = []
  const frames: Frame[] = []
  const openDelimiters = new Map<string, number>()
  let budget = MAX_ALL_HEADER_BYTES
  const search = { left: 4 * mail.length }
  let parts = 0
  let leaf: { header: HeaderBlock; contentType: StructuredField; start: number } | null = null

  const closeLeaf = (end: number) => {
    if (leaf) {
      const { header, contentType, start } = leaf
      const containers = frames.map((frame) => frame.container)
      leaves.push({ header, contentType, containers, body: mail.subarray(start, Math.max(start, end)) })
    }
    leaf = null
  }
  const closeFrames = (count: number) => {
    while (frames.length > count) {
      const frame = frames.pop()
      if (!frame) break
      const left = (openDelimiters.get(frame.delimiter) ?? 1) - 1
      if (left > 0) openDelimiters.set(frame.delimiter, left)
      else openDelimiters.delete(frame.delimiter)
    }
  }
  const isOpenDelimiter = (line: string) =>
    openDelimiters.has(line) || (line.endsWith('--') && openDelimiters.has(line.slice(0, -2)))
  /** Reads the header of a part and opens it. */
  const openPart = (start: number): HeaderBlock => {
    parts++
    const header = readHeaderBlock(mail, start, budget, isOpenDelimiter)
    for (const defect of header.defects) defects.add(defect)
    budget = Math.max(0, budget - (header.bodyStart - start))
    const inDigest = frames.at(-1)?.container.subtype === 'digest'
    const declared = field(header, 'content-type')
    const contentType = parseStructured(declared ?? (inDigest ? 'message/rfc822' : 'text/plain'))
    if (contentType.value.startsWith('multipart/')) {
      const boundary = usableBoundary(mail, header.bodyStart, contentType, search, isOpenDelimiter)
      if (!boundary) defects.add('boundary-missing')
      else if (frames.length >= MAX_DEPTH) defects.add('too-deep')
      else {
        if (boundary.guessed) defects.add('boundary-guessed')
        const subtype = contentType.value.slice('multipart/'.length)
        frames.push({
          container: { id: parts, subtype, parameters: contentType.parameters },
          delimiter: boundary.delimiter,
        })
        openDelimiters.set(boundary.delimiter, (openDelimiters.get(boundary.delimiter) ?? 0) + 1)
        return header
      }
      leaf = {
        header,
        // Without boundary the content reads as text; too deep, it is kept as it is.
        contentType: boundary ? contentType : { value: 'text/plain', parameters: contentType.parameters },
        start: header.bodyStart,
      }
    } else leaf = { header, contentType, start: header.bodyStart }
    return header
  }

  const header = openPart(0)
  let at = header.bodyStart
  while (frames.length > 0) {
    const line = nextDashLine(mail, at)
    if (!line) break
    const text = mail.toString('latin1', line.start, Math.min(line.end, line.start + MAX_BOUNDARY + 10)).trimEnd()
    const isEnd = !openDelimiters.has(text) && text.endsWith('--') && openDelimiters.has(text.slice(0, -2))
    const delimiter = isEnd ? text.slice(0, -2) : text
    at = line.next
    if (!openDelimiters.has(delimiter)) continue
    closeLeaf(beforeLine(mail, line.start))
    const index = frames.findLastIndex((frame) => frame.delimiter === delimiter)
    if (index < frames.length - 1) defects.add('boundary-unclosed')
    closeFrames(isEnd ? index : index + 1)
    if (isEnd) continue
    if (parts >= MAX_PARTS) {
      defects.add('too-many-parts')
      closeFrames(0)
      break
    }
    at = openPart(line.next).bodyStart
  }
  if (frames.length > 0) defects.add('boundary-unclosed')
  closeLeaf(mail.length)
  return { header, leaves, defects: [...defects] }
}

/** The next line that starts with two dashes. */
function nextDashLine(mail: Buffer, from: number): { start: number; end: number; next: number } | null {
  let start = from
  if (!(mail[from] === DASH && mail[from + 1] === DASH && (from === 0 || mail[from - 1] === LINE_FEED))) {
    const found = mail.indexOf('\n--', Math.max(0, from - 1), 'latin1')
    if (found < 0) return null
    start = found + 1
  }
  const lineFeed = mail.indexOf(LINE_FEED, start)
  return lineFeed < 0 ? { start, end: mail.length, next: mail.length } : { start, end: lineFeed, next: lineFeed + 1 }
}

/** RFC 2046 §5.1.1: the line break before a delimiter belongs to the delimiter. */
function beforeLine(mail: Buffer, start: number): number {
  const end = mail[start - 1] === LINE_FEED ? start - 1 : start
  return mail[end - 1] === CARRIAGE_RETURN ? end - 1 : end
}

/** The delimiter line of a multipart: the declared one when it occurs, else the first line that looks like one. */
function usableBoundary(
  mail: Buffer,
  bodyStart: number,
  contentType: StructuredField,
  search: { left: number },
  isTaken: (line: string) => boolean,
): { delimiter: string; guessed: boolean } | null {
  const declared = contentType.parameters.get('boundary')?.slice(0, MAX_BOUNDARY)
  if (declared) {
    const delimiter = Buffer.from(`--${declared}`, 'utf8').toString('latin1').trimEnd()
    // One that is far away costs a search to the end; a mail full of such is trusted after a while instead.
    const found = search.left > 0 ? mail.indexOf(delimiter, bodyStart, 'latin1') : bodyStart
    search.left -= (found < 0 ? mail.length : found) - bodyStart
    if (delimiter.length > 2 && found >= 0) return { delimiter, guessed: false }
  }
  const line = nextDashLine(mail, bodyStart)
  if (!line) return null
  const text = mail.toString('latin1', line.start, Math.min(line.end, line.start + MAX_BOUNDARY)).trimEnd()
  const after = mail.toString('latin1', line.next, line.next + 40)
  return text.length > 2 && !isTaken(text) && /^content-/i.test(after) ? { delimiter: text, guessed: true } : null
}
