import { decodeText } from './charsets.ts'
import { joinFlowedText } from './flowedText.ts'
import { htmlToText } from './html-text.ts'
import type { Leaf } from './parts.ts'
import { findUuencoded, type UuencodedFile } from './transferEncoding.ts'

/** A part with its transfer encoding undone. */
export interface DecodedLeaf {
  readonly leaf: Leaf
  readonly content: Uint8Array
  /** Value of Content-Disposition in lower case, empty when missing. */
  readonly disposition: string
  readonly name: string | null
}

/** The body of a mail, and the parts that do not belong to it. */
export interface BodySegments {
  readonly text: string | null
  readonly html: string | null
  /** Charset the body was read by, the best guess for unlabelled headers. */
  readonly charset: string | null
  readonly others: readonly DecodedLeaf[]
  readonly uuencoded: readonly UuencodedFile[]
}

/** One representation of a stretch of the body: a lone text part, or what a multipart/alternative offers. */
interface Segment {
  readonly id: string
  text: string | null
  html: string | null
  /** Container the last text of each kind stood in, to tell "another choice" from "another piece". */
  textHome: number
  htmlHome: number
}

/** Alternatives made for other programs than a mail client. */
const FOREIGN_ALTERNATIVES = new Set(['text/x-amp-html', 'text/watch-html'])

/** Sorts the parts of a mail into its body, in order, and the rest. */
export function collectBody(parts: readonly DecodedLeaf[], defects: Set<string>): BodySegments {
  const segments: Segment[] = []
  const others: DecodedLeaf[] = []
  const uuencoded: UuencodedFile[] = []
  let charset: string | null = null
  for (const [index, part] of parts.entries()) {
    const { containers, contentType } = part.leaf
    const alternative = containers.find((container) => container.subtype === 'alternative')
    if (alternative && FOREIGN_ALTERNATIVES.has(contentType.value)) continue
    if (!isBodyPart(part, segments.length > 0, alternative !== undefined)) {
      if (part.content.length > 0 || part.name || part.disposition) others.push(part)
      continue
    }
    const decoded = decodeText(part.content, contentType.parameters.get('charset') ?? metaCharset(part))
    if (decoded.repaired) defects.add('charset')
    charset ??= decoded.charset
    const home = containers.at(-1)?.id ?? 0
    const segment = segmentFor(segments, alternative ? `a${alternative.id}` : `l${index}`)
    const lines = decoded.text.replace(/\r\n?/g, '\n')
    if (contentType.value === 'text/html') {
      segment.html = segment.html !== null && segment.htmlHome !== home ? `${segment.html}\n${lines}` : lines
      segment.htmlHome = home
    } else {
      const flowed = contentType.parameters.get('format')?.toLowerCase() === 'flowed'
      const delSp = contentType.parameters.get('delsp')?.toLowerCase() === 'yes'
      const found = findUuencoded(flowed ? joinFlowedText(lines, delSp) : lines)
      uuencoded.push(...found.files)
      segment.text = segment.text !== null && segment.textHome !== home ? `${segment.text}\n${found.text}` : found.text
      segment.textHome = home
    }
  }
  return { ...join(segments), charset, others, uuencoded }
}

/** The charset an HTML part names in itself, where its Content-Type is silent (HTML Standard, prescan of 1024 bytes). */
function metaCharset(part: DecodedLeaf): string | undefined {
  if (part.leaf.contentType.value !== 'text/html') return undefined
  const head = Buffer.from(part.content.buffer, part.content.byteOffset, Math.min(part.content.length, 1_024))
  return /<meta[^>]{1,200}?charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,64})/i.exec(head.toString('latin1'))?.[1]
}

function isBodyPart(part: DecodedLeaf, hasBody: boolean, inAlternative: boolean): boolean {
  const type = part.leaf.contentType.value
  // An unreadable or empty type is text, as RFC 2045 §5.2 says.
  if (type !== 'text/plain' && type !== 'text/html' && type !== '' && type !== 'text') return false
  if (part.disposition === 'attachment') return false
  return !(part.name && hasBody && !inAlternative)
}

function segmentFor(segments: Segment[], id: string): Segment {
  const last = segments.at(-1)
  if (last?.id === id) return last
  const segment: Segment = { id, text: null, html: null, textHome: -1, htmlHome: -1 }
  segments.push(segment)
  return segment
}

/** Puts the segments together. Where one has HTML, the plain ones between are shown as preformatted text. */
function join(segments: readonly Segment[]): { text: string | null; html: string | null } {
  const hasText = segments.some((segment) => segment.text !== null)
  const hasHtml = segments.some((segment) => segment.html !== null)
  return {
    text: hasText ? segments.map((segment) => segment.text ?? htmlToText(segment.html ?? '')).join('\n') : null,
    html: hasHtml ? segments.map((segment) => segment.html ?? preformatted(segment.text ?? '')).join('\n') : null,
  }
}

function preformatted(text: string): string {
  if (text.trim() === '') return ''
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<div style="white-space: pre-wrap">${escaped}</div>`
}
