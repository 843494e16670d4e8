import { isAscii } from 'node:buffer'
import { decodeText } from './charsets.ts'
import { decodeWords } from './encodedWords.ts'
import { MAX_FIELD_BYTES, MAX_FIELDS, MAX_HEADER_BYTES } from './limits.ts'

/** The header block of one part. */
export interface HeaderBlock {
  /** Values by lower-case name in the order they came, unfolded, raw bytes read as text, encoded words left alone. */
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** Offset of the first byte of the body. */
  readonly bodyStart: number
  readonly defects: readonly string[]
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const DASH = 0x2d
const FIELD_START = /^([!-9;-~]{1,200})[ \t]*:/

/**
 * Reads the header block that starts at an offset.
 *
 * @param budget bytes to keep at most
 * @param isDelimiter whether a line (without blanks at its end) is one where a part of the mail ends
 */
export function readHeaderBlock(
  mail: Buffer,
  start: number,
  budget: number,
  isDelimiter: (line: string) => boolean = () => false,
): HeaderBlock {
  const end = mail.length
  const raw: { name: string; bytes: Buffer }[] = []
  const defects = new Set<string>()
  let current: { name: string; chunks: Buffer[]; size: number } | null = null
  let total = 0
  let count = 0
  let at = start

  const store = () => {
    if (!current) return
    raw.push({ name: current.name, bytes: Buffer.concat(current.chunks) })
    current = null
  }
  /** Adds the bytes of a line to the current field as far as the limits allow. */
  const append = (from: number, to: number) => {
    if (!current) return
    const room = Math.max(0, Math.min(MAX_FIELD_BYTES - current.size, MAX_HEADER_BYTES - total, budget - total))
    if (to - from > room) defects.add('header-too-large')
    if (room === 0) return
    const chunk = mail.subarray(from, Math.min(to, from + room))
    current.chunks.push(chunk)
    current.size += chunk.length
    total += chunk.length
  }

  while (at < end) {
    const lineFeed = mail.indexOf(LINE_FEED, at)
    const next = lineFeed < 0 || lineFeed >= end ? end : lineFeed + 1
    let stop = lineFeed < 0 || lineFeed >= end ? end : lineFeed
    if (stop > at && mail[stop - 1] === CARRIAGE_RETURN) stop--
    if (stop === at) {
      store()
      return { fields: readValues(raw), bodyStart: next, defects: [...defects] }
    }
    const first = mail[at]
    if (first === DASH && isDelimiter(mail.toString('latin1', at, Math.min(stop, at + 300)).trimEnd())) {
      store()
      return { fields: readValues(raw), bodyStart: at, defects: [...defects, 'header-unterminated'] }
    }
    if (first === 0x20 || first === 0x09) {
      if (current) append(at, stop)
      else if (at > start) defects.add('header-line')
      else return { fields: readValues(raw), bodyStart: start, defects: ['header-missing'] }
    } else {
      const match = FIELD_START.exec(mail.toString('latin1', at, Math.min(stop, at + 210)))
      if (match?.[1]) {
        store()
        if (count < MAX_FIELDS) {
          count++
          current = { name: match[1].toLowerCase(), chunks: [], size: 0 }
          append(at + match[0].length, stop)
        } else defects.add('header-too-large')
      } else if (at === start && mail.toString('latin1', at, at + 5) === 'From ') {
        // The separator line of an mbox file.
      } else if (count > 0 && continuesHeader(mail, next, end)) {
        // Some mailers fold without a blank; a stray line inside a header is dropped with the same right.
        defects.add('header-line')
        append(at, stop)
      } else {
        store()
        return {
          fields: readValues(raw),
          bodyStart: at,
          defects: [...defects, count > 0 ? 'header-unterminated' : 'header-missing'],
        }
      }
    }
    at = next
  }
  store()
  return { fields: readValues(raw), bodyStart: end, defects: [...defects] }
}

/** Whether the line at an offset is one of a header: a field, a fold or the blank line behind it. */
function continuesHeader(mail: Buffer, at: number, end: number): boolean {
  if (at >= end) return false
  const line = mail.toString('latin1', at, Math.min(end, at + 210))
  return FIELD_START.test(line) || /^(?:[ \t]|\r?\n)/.test(line)
}

/** Bytes of the fields as text: ASCII, UTF-8 (RFC 6532), or what senders put there without asking. */
function readValues(raw: readonly { name: string; bytes: Buffer }[]): Map<string, string[]> {
  // The charset of the body is the best guess for bare bytes in the header above it.
  const contentType = raw.find(({ name }) => name === 'content-type')?.bytes.toString('latin1', 0, 2_000) ?? ''
  const charset = /charset\s{0,9}=\s{0,9}"?([\w.:-]{1,64})/i.exec(contentType)?.[1]
  const fields = new Map<string, string[]>()
  for (const { name, bytes } of raw) {
    const plain = isAscii(bytes) && !bytes.includes('\x1b$')
    const text = plain ? bytes.toString('latin1') : decodeText(bytes, null, charset).text
    const values = fields.get(name) ?? []
    values.push(text.replace(/[\r\n\0]+/g, ' ').trim())
    fields.set(name, values)
  }
  return fields
}

/** First value of a field, or null. */
export function field(block: HeaderBlock, name: string): string | null {
  return block.fields.get(name)?.[0] ?? null
}

/** Text of an unstructured field as people read it: words decoded, controls and runs of blanks gone. */
export function readable(value: string, fallback?: string | null): string {
  return decodeWords(value, fallback)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A structured field such as Content-Type: its value and its parameters. */
export interface StructuredField {
  /** Lower case. */
  readonly value: string
  readonly parameters: ReadonlyMap<string, string>
}

/** Parses `value; name=value; …` with quoted strings, comments, and the continuations and charsets of RFC 2231. */
export function parseStructured(source: string | null, fallback?: string | null): StructuredField {
  const pieces = splitParameters(source ?? '')
  const plain = new Map<string, string>()
  const sections = new Map<string, Section[]>()
  for (const piece of pieces.slice(1)) {
    const equals = piece.text.indexOf('=')
    if (equals < 1) continue
    const name = piece.text.slice(0, equals).trim().toLowerCase()
    const value = unquote(piece.text.slice(equals + 1).trim())
    const extended = /^([^*]{1,100})\*(?:(\d{1,4})(\*)?)?$/.exec(name)
    if (extended?.[1]) {
      const list = sections.get(extended[1]) ?? []
      list.push({ index: Number(extended[2] ?? 0), encoded: extended[2] === undefined || extended[3] === '*', value })
      sections.set(extended[1], list)
    } else if (!plain.has(name)) plain.set(name, decodeWords(value, fallback))
  }
  for (const [name, list] of sections) plain.set(name, joinSections(list, fallback))
  const value = (pieces[0]?.text ?? '')
    .trim()
    .slice(0, 200)
    .replace(/\s*\([^)]*\)?\s*$/, '')
    .trim()
    .toLowerCase()
  return { value: unquote(value), parameters: plain }
}

interface Section {
  readonly index: number
  readonly encoded: boolean
  readonly value: string
}

/** Splits at semicolons that stand outside quoted strings. */
function splitParameters(source: string): { text: string }[] {
  const pieces: { text: string }[] = []
  let from = 0
  let quoted = false
  for (let i = 0; i < source.length; i++) {
    const character = source.charCodeAt(i)
    if (character === 0x22) {
      // A quote only opens a string at the start of a value; anywhere else it is a stray character.
      quoted = quoted ? false : /[=\s]/.test(source.charAt(i - 1))
    } else if (character === 0x5c && quoted) i++
    else if (character === 0x3b && !quoted) {
      pieces.push({ text: source.slice(from, i) })
      from = i + 1
    }
  }
  pieces.push({ text: source.slice(from) })
  return pieces
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value
  const end = closingQuote(value)
  // Only the two escapes that mailers really write: a path such as C:\Users in quotes keeps its backslashes.
  return value.slice(1, end).replace(/\\(["\\])/g, '$1')
}

function closingQuote(value: string): number {
  for (let i = 1; i < value.length; i++) {
    if (value[i] === '\\') i++
    else if (value[i] === '"') return i
  }
  return value.length
}

/** RFC 2231 §3 and §4: sections in their order, percent-encoded ones decoded together by the charset of the first. */
function joinSections(list: readonly Section[], fallback: string | null | undefined): string {
  const ordered = [...list].sort((a, b) => a.index - b.index)
  const first = ordered[0]
  const mark = first?.encoded ? /^([^']*)'[^']*'/.exec(first.value) : null
  const charset = mark?.[1] ?? null
  let text = ''
  let open: Uint8Array[] = []
  const flush = () => {
    if (open.length > 0) text += decodeText(Buffer.concat(open), charset, fallback).text
    open = []
  }
  for (const section of ordered) {
    const value = section === first && mark ? section.value.slice(mark[0].length) : section.value
    if (section.encoded) open.push(percentDecode(value))
    else {
      flush()
      text += value
    }
  }
  flush()
  // Gateways cut encoded words into plain sections; nothing else looks like them.
  return decodeWords(text, fallback)
}

function percentDecode(value: string): Uint8Array {
  const bytes = Buffer.from(value, 'utf8')
  const decoded = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    const pair = bytes[i] === 0x25 ? bytes.toString('latin1', i + 1, i + 3) : ''
    if (/^[0-9a-f]{2}$/i.test(pair)) {
      decoded[length++] = Number.parseInt(pair, 16)
      i += 2
    } else decoded[length++] = bytes[i] ?? 0
  }
  return decoded.subarray(0, length)
}
