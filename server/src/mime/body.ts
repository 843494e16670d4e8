import { decodeChosen, decodeText } from './charsets.ts'
import { joinFlowedText } from './flowedText.ts'
import { htmlToText } from './html-text.ts'
import { MAX_PARTS } from './limits.ts'
import type { Container, Leaf } from './parts.ts'
import { findUuencoded, type UuencodedFile } from './transferEncoding.ts'

/** A part with its transfer encoding undone. */
export interface DecodedLeaf {
  readonly leaf: Leaf
  readonly content: Uint8Array
  /** Value of Content-Disposition in lower case, empty when missing. */
  readonly disposition: string
  readonly name: string | null
  /** Whether what is in it stands behind it as parts of their own. */
  readonly isOpened?: boolean
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

/** What stands in one container and belongs to the body, in order. Without container: the mail. */
interface Group {
  readonly container: Container | null
  readonly pieces: (Group | Shown)[]
}

/** A stretch of the body in the forms in which the mail has it. */
interface Shown {
  readonly text: string | null
  readonly html: string | null
}

/** Alternatives made for other programs than a mail client. */
const FOREIGN_ALTERNATIVES = new Set(['text/x-amp-html', 'text/watch-html'])

/**
 * Sorts the parts of a mail into its body, in order, and the rest.
 * @param chosen the charset that a person has chosen for the body; null for the one that the mail names
 */
export function collectBody(
  parts: readonly DecodedLeaf[],
  defects: Set<string>,
  chosen: string | null = null,
): BodySegments {
  const body: Group = { container: null, pieces: [] }
  const others: DecodedLeaf[] = []
  const uuencoded: UuencodedFile[] = []
  let charset: string | null = null
  for (const part of parts) {
    const { containers, contentType } = part.leaf
    const alternative = containers.some((container) => container.subtype === 'alternative')
    if (alternative && FOREIGN_ALTERNATIVES.has(contentType.value)) continue
    if (!isBodyPart(part, body)) {
      if (part.content.length > 0 || part.name || part.disposition) others.push(part)
      continue
    }
    const decoded =
      chosen === null
        ? decodeText(part.content, contentType.parameters.get('charset') ?? metaCharset(part))
        : decodeChosen(part.content, chosen)
    if (decoded.repaired) defects.add('charset')
    charset ??= decoded.charset
    const group = groupOf(body, containers)
    const lines = decoded.text.replace(/\r\n?/g, '\n')
    if (contentType.value === 'text/html') {
      group.pieces.push({ text: null, html: lines })
      continue
    }
    const flowed = contentType.parameters.get('format')?.toLowerCase() === 'flowed'
    const delSp = contentType.parameters.get('delsp')?.toLowerCase() === 'yes'
    const room = Math.max(0, MAX_PARTS - parts.length - uuencoded.length)
    const found = findUuencoded(flowed ? joinFlowedText(lines, delSp) : lines, room)
    if (found.more) defects.add('too-many-parts')
    for (const file of found.files) uuencoded.push(file)
    group.pieces.push({ text: found.text, html: null })
  }
  return { ...shownOf(body), charset, others, uuencoded }
}

/** The charset an HTML part names in itself, where its Content-Type names none (HTML Standard, prescan of 1024 bytes). */
function metaCharset(part: DecodedLeaf): string | undefined {
  if (part.leaf.contentType.value !== 'text/html') return undefined
  const head = Buffer.from(part.content.buffer, part.content.byteOffset, Math.min(part.content.length, 1_024))
  return /<meta[^>]{1,200}?charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,64})/i.exec(head.toString('latin1'))?.[1]
}

function isBodyPart(part: DecodedLeaf, body: Group): boolean {
  const { containers, contentType } = part.leaf
  const type = contentType.value
  // An unreadable or empty type is text, by RFC 2045 §5.2.
  if (type !== 'text/plain' && type !== 'text/html' && type !== '' && type !== 'text') return false
  if (part.disposition === 'attachment') return false
  if (!part.name) return true
  // A text with a name is a file, unless it is a choice itself or the first that its container shows.
  const alternative = containers.findLastIndex((container) => container.subtype === 'alternative')
  if (alternative >= 0 && alternative === containers.length - 1) return true
  const inside = alternative < 0 ? body : knownGroup(body, containers.slice(0, alternative + 2))
  return inside === null || !hasPieces(inside)
}

const isGroup = (piece: Group | Shown): piece is Group => 'pieces' in piece

const hasPieces = (group: Group): boolean => group.pieces.some((piece) => (isGroup(piece) ? hasPieces(piece) : true))

/** The group of the innermost of these containers, null when nothing of it was shown yet. */
function knownGroup(body: Group, containers: readonly Container[]): Group | null {
  let group: Group | null = body
  for (const container of containers) {
    group = group?.pieces.filter(isGroup).findLast((one) => one.container?.id === container.id) ?? null
  }
  return group
}

function groupOf(body: Group, containers: readonly Container[]): Group {
  let group = body
  for (const container of containers) {
    const last = group.pieces.at(-1)
    // The parts of a container come one after the other.
    if (last && isGroup(last) && last.container?.id === container.id) group = last
    else {
      const made: Group = { container, pieces: [] }
      group.pieces.push(made)
      group = made
    }
  }
  return group
}

/** Puts a group together. Containers are at most `MAX_DEPTH` deep. */
function shownOf(group: Group): Shown {
  const pieces = group.pieces.map((piece) => (isGroup(piece) ? shownOf(piece) : piece))
  return group.container?.subtype === 'alternative' ? chosen(pieces) : inOrder(pieces)
}

/**
 * Of several choices the last is the richest (RFC 2046 §5.1.4). The parts of one container are one choice: Apple Mail
 * puts text, a file and more text into a multipart/mixed beside the plain text.
 */
function chosen(choices: readonly Shown[]): Shown {
  const rich = choices.filter(({ html }) => html !== null)
  const plain = choices.filter(({ text, html }) => text !== null && html === null)
  const withText = plain.length > 0 ? plain : choices.filter(({ text }) => text !== null)
  return {
    html: (rich.findLast(({ html }) => html?.trim()) ?? rich.at(-1))?.html ?? null,
    text: (withText.findLast(({ text }) => text?.trim()) ?? withText.at(-1))?.text ?? null,
  }
}

/** Where one piece has HTML, the plain ones are shown as preformatted text. */
function inOrder(pieces: readonly Shown[]): Shown {
  const hasText = pieces.some(({ text }) => text !== null)
  const hasHtml = pieces.some(({ html }) => html !== null)
  return {
    text: hasText ? pieces.map(({ text, html }) => text ?? htmlToText(html ?? '')).join('\n') : null,
    html: hasHtml ? pieces.map(({ text, html }) => html ?? preformatted(text ?? '')).join('\n') : null,
  }
}

function preformatted(text: string): string {
  if (text.trim() === '') return ''
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<div style="white-space: pre-wrap">${escaped}</div>`
}
