import { field } from './fields.ts'
import { MAX_PARTS } from './limits.ts'
import { type Leaf, splitParts } from './parts.ts'
import { decodeTransfer } from './transferEncoding.ts'

/** Signed mail around signed mail is opened so often. */
const LAYERS_MAX = 3
/** Elements of ASN.1 inside of each other. */
const DEPTH_MAX = 8
/** Numbers of containers of a letter inside, so that they are none of those around it. */
const CONTAINERS_APART = 1_000_000

const SEQUENCE = 0x30
const OCTETS = 0x04
const OCTETS_IN_PIECES = 0x24
const EXPLICIT = 0xa0
const OBJECT = 0x06
/** `signedData` of RFC 5652, and of GB/T 35275. */
const SIGNED_DATA = new Set(['2a864886f70d010702', '2a811ccf550601040202'])

/** Leaves, and those whose content stands among them as leaves of their own. */
export interface OpenedLeaves {
  readonly leaves: readonly Leaf[]
  readonly opened: ReadonlySet<Leaf>
}

/**
 * Puts the parts of letters that stand inside of their signature (`smime-type=signed-data`, RFC 8551 §3.5.2) behind the part
 * that holds them. The signature is not checked here; the part itself stays, so that a program with keys can.
 */
export function openSigned(leaves: readonly Leaf[]): OpenedLeaves {
  const opened = new Set<Leaf>()
  let all = [...leaves]
  for (let layer = 0; layer < LAYERS_MAX; layer++) {
    const before = opened.size
    all = all.flatMap((leaf, at) => {
      const inside = opened.has(leaf) ? null : letterIn(leaf)
      if (inside === null) return [leaf]
      opened.add(leaf)
      const shift = CONTAINERS_APART * (layer + 1) + at * MAX_PARTS
      const parts = splitParts(inside).leaves.map((part) => ({
        ...part,
        containers: [...leaf.containers, ...part.containers.map((one) => ({ ...one, id: one.id + shift }))],
      }))
      return [leaf, ...parts]
    })
    if (opened.size === before || all.length > MAX_PARTS) break
  }
  return { leaves: all.slice(0, MAX_PARTS), opened }
}

/** The letter inside of a part that is signed around it; null for every other part. */
function letterIn(leaf: Leaf): Buffer | null {
  const { value, parameters } = leaf.contentType
  const isNamed = /\.p7m$/i.test(parameters.get('name') ?? '') && /octet-stream$/.test(value)
  if (!/^application\/(?:x-)?pkcs7-mime$/.test(value) && !isNamed) return null
  const type = parameters.get('smime-type')?.toLowerCase() ?? ''
  if (type !== '' && type !== 'signed-data') return null
  const encoding = (field(leaf.header, 'content-transfer-encoding') ?? '').toLowerCase()
  const { content } = decodeTransfer(leaf.body, /[\w-]+/.exec(encoding)?.[0] ?? '')
  return signedContent(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
}

interface Element {
  readonly tag: number
  readonly start: number
  /** Behind its contents; the end of what is around it where it ends by a mark. */
  readonly end: number
  readonly isOpen: boolean
}

/** The content of a SignedData (RFC 5652 §5.1) in DER or BER; null where it is none, or stands elsewhere. */
export function signedContent(bytes: Buffer): Buffer | null {
  const info = elementAt(bytes, 0, bytes.length, SEQUENCE)
  const type = info && elementAt(bytes, info.start, info.end, OBJECT)
  if (!info || !type || !SIGNED_DATA.has(bytes.toString('hex', type.start, type.end))) return null
  const wrapped = elementAt(bytes, type.end, info.end, EXPLICIT)
  const data = wrapped && elementAt(bytes, wrapped.start, wrapped.end, SEQUENCE)
  if (!data) return null
  // The version and the digests stand before the content.
  const version = endOf(bytes, data.start, data.end, 0)
  const digests = version === null ? null : endOf(bytes, version, data.end, 0)
  const content = digests === null ? null : elementAt(bytes, digests, data.end, SEQUENCE)
  const kind = content && elementAt(bytes, content.start, content.end, OBJECT)
  const outer = content && kind && elementAt(bytes, kind.end, content.end, EXPLICIT)
  const octets = outer && elementAt(bytes, outer.start, outer.end)
  if (!octets || (octets.tag !== OCTETS && octets.tag !== OCTETS_IN_PIECES)) return null
  const pieces: Buffer[] = []
  return octetsOf(bytes, octets, pieces, 0) === null ? null : Buffer.concat(pieces)
}

/** Reads the element that begins at a place; null where none of this tag does. */
function elementAt(bytes: Buffer, at: number, until: number, wanted?: number): Element | null {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined || at + 2 > until) return null
  if (wanted !== undefined && tag !== wanted) return null
  if (first === 0x80) return { tag, start: at + 2, end: until, isOpen: true }
  if (first < 0x80) return at + 2 + first > until ? null : { tag, start: at + 2, end: at + 2 + first, isOpen: false }
  const digits = first & 0x7f
  if (digits > 5 || at + 2 + digits > until) return null
  const start = at + 2 + digits
  const end = start + bytes.readUIntBE(at + 2, digits)
  return end > until ? null : { tag, start, end, isOpen: false }
}

/** Where the element that begins at a place ends, with its mark; null where it does not. */
function endOf(bytes: Buffer, at: number, until: number, depth: number): number | null {
  const element = elementAt(bytes, at, until)
  if (!element || depth > DEPTH_MAX) return null
  if (!element.isOpen) return element.end
  let next: number | null = element.start
  while (next !== null && next + 2 <= until) {
    if (bytes[next] === 0 && bytes[next + 1] === 0) return next + 2
    next = endOf(bytes, next, until, depth + 1)
  }
  return null
}

/** Gathers the octets of a string that may come in pieces; answers where it ends, null where it is broken. */
function octetsOf(bytes: Buffer, { tag, start, end, isOpen }: Element, pieces: Buffer[], depth: number): number | null {
  if (tag === OCTETS) {
    pieces.push(bytes.subarray(start, end))
    return end
  }
  if (tag !== OCTETS_IN_PIECES || depth > DEPTH_MAX) return null
  let at = start
  while (at < end) {
    if (isOpen && bytes[at] === 0 && bytes[at + 1] === 0) return at + 2
    const piece = elementAt(bytes, at, end)
    const next = piece && octetsOf(bytes, piece, pieces, depth + 1)
    if (next === null) return null
    at = next
  }
  return isOpen ? null : end
}
