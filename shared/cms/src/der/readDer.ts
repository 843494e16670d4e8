import { type Bytes, joinAll, withoutLeadingZeros } from '../bytes.ts'
import { CmsError } from '../errors.ts'

/** One element of ASN.1 in DER or BER. */
export interface DerNode {
  /** 0 universal, 1 application, 2 context, 3 private. */
  readonly tagClass: number
  readonly tag: number
  readonly constructed: boolean
  /** The element with its header, as it was written. */
  readonly whole: Bytes
  readonly contents: Bytes
  /** The elements inside; empty for a primitive one. */
  readonly children: readonly DerNode[]
}

interface DerLimits {
  readonly bytes: number
  readonly depth: number
  readonly elements: number
}

/** What is read of bytes from outside: a mail of 100 MB in pieces of 1 kB fits, a structure that fills the memory does not. */
const DER_LIMITS: DerLimits = { bytes: 160 * 1024 * 1024, depth: 32, elements: 250_000 }

interface Reading {
  readonly bytes: Bytes
  readonly limits: DerLimits
  elements: number
}

interface Header {
  readonly tagClass: number
  readonly tag: number
  readonly constructed: boolean
  /** null for the indefinite length of BER. */
  readonly length: number | null
  readonly contentsAt: number
}

const malformed = (detail: string) => new CmsError('malformed', detail)

function readHeader(bytes: Bytes, start: number, limit: number): Header {
  let at = start
  const byte = () => {
    const value = at < limit ? bytes[at] : undefined
    if (value === undefined) throw malformed('an element ends inside its header')
    at += 1
    return value
  }
  const first = byte()
  let tag = first & 0x1f
  if (tag === 0x1f) {
    tag = 0
    for (let part = 0x80; part & 0x80; ) {
      part = byte()
      tag = tag * 128 + (part & 0x7f)
      if (tag > 0xffffff) throw malformed('a tag is too large')
    }
  }
  const shape = { tagClass: first >> 6, tag, constructed: (first & 0x20) !== 0 }
  const short = byte()
  if (short < 0x80) return { ...shape, length: short, contentsAt: at }
  if (short === 0x80) {
    if (!shape.constructed) throw malformed('a primitive element has no length')
    return { ...shape, length: null, contentsAt: at }
  }
  let length = 0
  for (let left = short & 0x7f; left > 0; left -= 1) {
    length = length * 256 + byte()
    if (length > bytes.length) throw malformed('an element is longer than what holds it')
  }
  return { ...shape, length, contentsAt: at }
}

const isEnd = (node: DerNode) => node.tagClass === 0 && node.tag === 0 && node.contents.length === 0

function readElement(reading: Reading, start: number, limit: number, depth: number): DerNode {
  const { bytes, limits } = reading
  reading.elements += 1
  if (reading.elements > limits.elements) throw new CmsError('too-large', 'too many elements')
  if (depth > limits.depth) throw new CmsError('too-large', 'too many elements inside each other')
  const { tagClass, tag, constructed, length, contentsAt } = readHeader(bytes, start, limit)
  const end = length === null ? limit : contentsAt + length
  if (end > limit) throw malformed('an element is longer than what holds it')
  const children: DerNode[] = []
  let at = contentsAt
  let wholeEnd = end
  let contentsEnd = end
  if (constructed) {
    let closed = length !== null
    while (at < end) {
      const child = readElement(reading, at, end, depth + 1)
      const childAt = at
      at += child.whole.length
      if (length === null && isEnd(child)) {
        closed = true
        contentsEnd = childAt
        wholeEnd = at
        break
      }
      children.push(child)
    }
    if (!closed) throw malformed('an element of indefinite length does not end')
  }
  return {
    tagClass,
    tag,
    constructed,
    whole: bytes.subarray(start, wholeEnd),
    contents: bytes.subarray(contentsAt, contentsEnd),
    children,
  }
}

/**
 * Reads one element and all inside it, DER or BER, within limits of length, depth and count that hold before memory is used.
 * What follows the element is ignored: programs leave line ends and zeros there.
 */
export function readDer(bytes: Bytes, limits: DerLimits = DER_LIMITS): DerNode {
  if (bytes.length > limits.bytes) throw new CmsError('too-large', `${bytes.length} bytes`)
  return readElement({ bytes, limits, elements: 0 }, 0, bytes.length, 0)
}

export const TAG = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  oid: 6,
  utf8: 12,
  sequence: 16,
  set: 17,
  printable: 19,
  teletex: 20,
  ia5: 22,
  utcTime: 23,
  generalizedTime: 24,
  universal: 28,
  bmp: 30,
} as const

export const isUniversal = (node: DerNode | undefined, tag: number): boolean => node?.tagClass === 0 && node.tag === tag

export const isContext = (node: DerNode | undefined, tag: number): boolean => node?.tagClass === 2 && node.tag === tag

/** Reads the fields of a SEQUENCE or SET one after the other. */
export class DerFields {
  readonly #nodes: readonly DerNode[]
  readonly #what: string
  #at = 0

  constructor(node: DerNode, what: string) {
    if (!node.constructed) throw malformed(`${what} is not a structure`)
    this.#nodes = node.children
    this.#what = what
  }

  /** The next field, whatever it is. */
  any(): DerNode {
    const node = this.#nodes[this.#at]
    if (!node) throw malformed(`${this.#what} ends too early`)
    this.#at += 1
    return node
  }

  /** The next field, which must have this universal tag. */
  next(tag: number): DerNode {
    const node = this.any()
    if (!isUniversal(node, tag)) throw malformed(`${this.#what} has another field than expected`)
    return node
  }

  /** The next field if it has this universal tag. */
  optional(tag: number): DerNode | null {
    return isUniversal(this.#nodes[this.#at], tag) ? this.any() : null
  }

  /** The next field if it has this context tag. */
  optionalContext(tag: number): DerNode | null {
    return isContext(this.#nodes[this.#at], tag) ? this.any() : null
  }

  get more(): boolean {
    return this.#at < this.#nodes.length
  }
}

/** The fields of a SEQUENCE. */
export function fieldsOf(node: DerNode, what: string): DerFields {
  if (!isUniversal(node, TAG.sequence)) throw malformed(`${what} is not a sequence`)
  return new DerFields(node, what)
}

/** The only element inside an explicit tag. */
export function insideOf(node: DerNode, what: string): DerNode {
  const [child] = node.children
  if (!child) throw malformed(`${what} is empty`)
  return child
}

/** The bytes of an OCTET STRING, joined when BER wrote it in pieces; also for an implicit tag. */
export function octetsOf(node: DerNode): Bytes {
  if (!node.constructed) return node.contents
  const pieces: Bytes[] = []
  const collect = (piece: DerNode) => {
    if (piece.constructed) for (const child of piece.children) collect(child)
    else pieces.push(piece.contents)
  }
  collect(node)
  return joinAll(pieces)
}

/** The bytes of a BIT STRING whose bits fill whole bytes; `bits` of a flag list may end earlier. */
export function bitsOf(node: DerNode): Bytes {
  if (node.constructed || node.contents.length === 0) throw malformed('a bit string is empty')
  return node.contents.subarray(1)
}

/** An INTEGER as its bytes without sign. */
export function unsignedOf(node: DerNode): Bytes {
  const bytes = node.contents
  if (bytes.length === 0) throw malformed('a number is empty')
  return withoutLeadingZeros(bytes)
}

/** A small INTEGER of zero or more. */
export function numberOf(node: DerNode): number {
  const bytes = unsignedOf(node)
  if (bytes.length > 6 || (node.contents[0] ?? 0) > 0x7f) throw malformed('a number is out of range')
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
}

/** An OBJECT IDENTIFIER in dots. */
export function oidOf(node: DerNode): string {
  const bytes = node.contents
  if (bytes.length === 0 || bytes.length > 64) throw malformed('an object identifier has a wrong length')
  const arcs: bigint[] = []
  let arc = 0n
  for (const byte of bytes) {
    arc = arc * 128n + BigInt(byte & 0x7f)
    if (byte & 0x80) continue
    if (arcs.length === 0) {
      const root = arc < 40n ? 0n : arc < 80n ? 1n : 2n
      arcs.push(root, arc - root * 40n)
    } else {
      arcs.push(arc)
    }
    arc = 0n
  }
  return arcs.join('.')
}

export const nextOid = (fields: DerFields): string => oidOf(fields.next(TAG.oid))

/** Text in whichever of the string types of certificates it was written. */
export function textOf(node: DerNode): string {
  const bytes = octetsOf(node)
  if (node.tag === TAG.bmp) return new TextDecoder('utf-16be').decode(bytes)
  if (node.tag === TAG.universal) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length - (bytes.length % 4))
    let text = ''
    for (let at = 0; at < view.byteLength; at += 4) {
      const point = view.getUint32(at)
      text += point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
    }
    return text
  }
  // Teletex is Latin 1 in practice; bytes that are UTF-8 all the same are read as such.
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

/** UTCTime or GeneralizedTime (RFC 5280 §4.1.2.5). */
export function timeOf(node: DerNode): Date {
  const text = textOf(node)
  const parts = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:\.\d+)?(?:Z|([+-])(\d{2})(\d{2}))?$/.exec(text)
  if (!parts) throw malformed('a time is not one')
  const [, year = '', month, day, hour, minute, second = '0', sign, zoneHours = '0', zoneMinutes = '0'] = parts
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900)
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1)
  const time = Date.UTC(fullYear, Number(month) - 1, Number(day), Number(hour), Number(minute) - zone, Number(second))
  if (Number.isNaN(time)) throw malformed('a time is not one')
  return new Date(time)
}
