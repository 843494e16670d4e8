import { type Bytes, fromLatin1 } from '../bytes.ts'
import { CmsError } from '../errors.ts'
import { inPieces } from '../pieces.ts'
import { readBase64, readLongBase64 } from './base64.ts'

/** A part of a mail, or a whole one: its headers, and its body as it was sent. */
export interface Entity {
  readonly bytes: Bytes
  readonly body: Bytes
  /** Names in small letters; values in one line, one character a byte. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** As in `multipart/signed`, in small letters; `text/plain` where none is named. */
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
}

const LF = 10
const CR = 13
/** A mail with longer headers is none that a program sends. */
const MOST_HEADER_BYTES = 512 * 1024
const MOST_PARTS = 1_000
/** A type with its parameters. */
const MOST_TYPE_LENGTH = 8_192

/** One character a byte, for finding ASCII in bytes: the places are the same, the characters beyond ASCII are not. */
const asText = (bytes: Bytes) => new TextDecoder('latin1').decode(bytes)

/** Joins the lines that quoted-printable broke, and drops the spaces that servers added to their ends. */
function withoutLineEnds(text: string): string {
  const lines = text.split('\n').map((line) => {
    let end = line.length
    while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1
    return line.slice(0, end)
  })
  return lines
    .map((line, at) => (line.endsWith('=') ? line.slice(0, -1) : at < lines.length - 1 ? `${line}\r\n` : line))
    .join('')
}

/** Where the body begins: after the first empty line. */
function bodyStart(bytes: Bytes): number {
  let lineStart = 0
  const limit = Math.min(bytes.length, MOST_HEADER_BYTES)
  for (let at = 0; at < limit; at += 1) {
    if (bytes[at] !== LF) continue
    if (at === lineStart || (at === lineStart + 1 && bytes[lineStart] === CR)) return at + 1
    lineStart = at + 1
  }
  if (limit < bytes.length) throw new CmsError('too-large', 'headers')
  return bytes.length
}

function readHeaders(text: string): { name: string; value: string }[] {
  const lines = text.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)
  return lines.flatMap((line) => {
    const colon = line.indexOf(':')
    if (colon < 1) return []
    return [{ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }]
  })
}

/** `a; b=c; d="e"` as its first word and its parameters. */
function readParameters(value: string): { first: string; parameters: Map<string, string> } {
  const [first = ''] = value.split(';', 1)
  const parameters = new Map<string, string>()
  const pairs = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;"]*))/g
  for (const [, name = '', quoted, bare = ''] of value.matchAll(pairs)) {
    const key = name.toLowerCase()
    if (!parameters.has(key)) parameters.set(key, quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'))
  }
  return { first: first.trim().toLowerCase(), parameters }
}

/** Reads the headers of a part. Both CRLF and LF end its lines; the bytes stay as they are. */
export function readEntity(bytes: Bytes): Entity {
  const start = bodyStart(bytes)
  const headers = readHeaders(asText(bytes.subarray(0, start)))
  const value = headers.find(({ name }) => name === 'content-type')?.value.slice(0, MOST_TYPE_LENGTH) ?? ''
  const { first, parameters } = readParameters(value)
  return { bytes, body: bytes.subarray(start), headers, type: first || 'text/plain', parameters }
}

export const headerOf = ({ headers }: Entity, wanted: string): string =>
  headers.find(({ name }) => name === wanted)?.value ?? ''

/** The body without its transfer encoding. */
export function contentOf(entity: Entity): Bytes {
  const encoding = headerOf(entity, 'content-transfer-encoding').toLowerCase()
  if (encoding === 'base64') return readBase64(entity.body)
  if (encoding === 'quoted-printable') {
    const text = withoutLineEnds(asText(entity.body))
    return fromLatin1(text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))))
  }
  return entity.body
}

/** The same for what may be long: the page can draw meanwhile. */
export const longContentOf = async (entity: Entity): Promise<Bytes> =>
  headerOf(entity, 'content-transfer-encoding').toLowerCase() === 'base64'
    ? readLongBase64(entity.body)
    : contentOf(entity)

/**
 * The parts of a multipart, byte for byte: the line end before a delimiter belongs to the delimiter (RFC 2046 §5.1.1), which is
 * what signatures are made over.
 */
export function partsOf({ body, parameters }: Entity): Bytes[] {
  const boundary = parameters.get('boundary')
  if (!boundary) throw new CmsError('malformed', 'a multipart without a boundary')
  const text = asText(body)
  const delimiter = `--${boundary}`
  const parts: Bytes[] = []
  let start = -1
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) !== LF) continue
    const lineEnd = text.indexOf('\n', at)
    const after = text.slice(at + delimiter.length, lineEnd === -1 ? undefined : lineEnd).trim()
    if (after !== '' && after !== '--') continue
    if (start !== -1) {
      const end = at - (text.charCodeAt(at - 2) === CR ? 2 : 1)
      parts.push(body.subarray(start, Math.max(start, end)))
    }
    if (parts.length > MOST_PARTS) throw new CmsError('too-large', 'parts')
    start = lineEnd === -1 ? -1 : lineEnd + 1
    if (after === '--' || start === -1) return parts
  }
  // A last delimiter that is missing was cut on the way: what is there is a part.
  if (start !== -1) parts.push(body.subarray(start))
  return parts
}

/** The same bytes with CRLF at the end of each line, as signatures are made over them (RFC 8551 §3.1.1). */
export async function withCrlf(bytes: Bytes): Promise<Bytes> {
  let missing = 0
  await inPieces(bytes.length, (start, end) => {
    for (let at = start; at < end; at += 1) if (bytes[at] === LF && bytes[at - 1] !== CR) missing += 1
  })
  if (missing === 0) return bytes
  const result = new Uint8Array(bytes.length + missing)
  let to = 0
  await inPieces(bytes.length, (start, end) => {
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte === LF && bytes[at - 1] !== CR) result[to++] = CR
      result[to++] = byte
    }
  })
  return result
}
