import type { BlockSink } from './fileBlocks.ts'
import { FileUnreadableError } from './fileErrors.ts'
import { textOfHtml, textOfTwoBytes, textOfWindows, timeOfWindows } from './mapiText.ts'
import { addShownMail, personText } from './shownMail.ts'

const SIGNATURE = 0x223e9f78
const FILES_MAX = 1_000
const PROPERTIES_MAX = 10_000

/** Numbers of attributes (MS-OXTNEF). */
const ATTRIBUTE = {
  subject: 0x0001_8004,
  body: 0x0002_800c,
  codePage: 0x0006_9007,
  properties: 0x0006_9003,
  fileBegins: 0x0006_9002,
  fileTitle: 0x0001_8010,
  fileData: 0x0006_800f,
  fileProperties: 0x0006_9005,
} as const

export const isTnef = (bytes: Buffer): boolean => bytes.length > 6 && bytes.readUInt32LE(0) === SIGNATURE

/**
 * `winmail.dat`, in which Outlook sends what other programs do not know (MS-OXTNEF): the head, the text and the names of the
 * files. What is damaged behind a beginning that could be read is left out. Throws `FileUnreadableError`.
 */
export function readTnef(bytes: Buffer, sink: BlockSink): void {
  let codePage = 0
  let [subject, body, html]: [string, string, string] = ['', '', '']
  let properties: Properties = new Map()
  const files: { name: string; size: number }[] = []
  for (const { id, data } of attributesOf(bytes)) {
    const file = files.at(-1)
    if (id === ATTRIBUTE.codePage && data.length >= 4) codePage = data.readUInt32LE(0)
    else if (id === ATTRIBUTE.subject) subject = textOfWindows(data, codePage)
    else if (id === ATTRIBUTE.body) body = textOfWindows(data, codePage)
    else if (id === ATTRIBUTE.properties) properties = propertiesOf(data)
    else if (id === ATTRIBUTE.fileBegins && files.length < FILES_MAX) files.push({ name: '', size: 0 })
    else if (id === ATTRIBUTE.fileTitle && file) file.name ||= textOfWindows(data, codePage)
    else if (id === ATTRIBUTE.fileData && file) file.size = data.length
    else if (id === ATTRIBUTE.fileProperties && file) {
      // The whole name; the title may be shortened to eight letters.
      file.name = textAt(propertiesOf(data), [0x3707, 0x3704], codePage) || file.name
    }
  }
  const page = properties.get(0x1013)
  if (page) html = page.type === 0x0102 ? textOfHtml(page.value, codePage) : textAt(properties, [0x1013], codePage)
  const mail = {
    subject: textAt(properties, [0x0037], codePage) || subject,
    from: personText(textAt(properties, [0x0c1a], codePage), textAt(properties, [0x5d01, 0x0c1f], codePage)),
    to: textAt(properties, [0x0e04], codePage),
    cc: textAt(properties, [0x0e03], codePage),
    date: timeAt(properties, 0x0039),
    text: textAt(properties, [0x1000], codePage) || body || html,
    files,
  }
  if (mail.subject === '' && mail.text === '' && files.length === 0) throw new FileUnreadableError('it is empty')
  addShownMail(mail, sink)
}

function* attributesOf(bytes: Buffer): Generator<{ readonly id: number; readonly data: Buffer }> {
  // The signature and a key, then of each: its level, number, length, content and a sum.
  for (let at = 6; at + 9 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 5)
    const begin = at + 9
    if (begin + length > bytes.length) return
    yield { id: bytes.readUInt32LE(at + 1), data: bytes.subarray(begin, begin + length) }
    at = begin + length + 2
  }
}

type Properties = ReadonlyMap<number, { readonly type: number; readonly value: Buffer }>

/** Bytes of values that are all of one length. */
const FIXED: Readonly<Record<number, number>> = {
  ...{ 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 },
}
const SEVERAL = 0x1000
const VARIABLE = new Set([0x000d, 0x001e, 0x001f, 0x0102])

/** The properties of a mail or file, by their numbers; those up to the first that cannot be read. */
function propertiesOf(bytes: Buffer): Properties {
  const found = new Map<number, { type: number; value: Buffer }>()
  const reader = new Reader(bytes)
  try {
    const count = Math.min(reader.number(), PROPERTIES_MAX)
    for (let at = 0; at < count; at++) {
      const tag = reader.number()
      const [type, id] = [tag & 0xffff, tag >>> 16]
      if (id >= 0x8000) skipName(reader)
      const value = propertyValue(reader, type)
      if (!found.has(id)) found.set(id, { type: type & ~SEVERAL, value })
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return found
}

/** A property that a program has named: its set, and a number or a name in that. */
function skipName(reader: Reader): void {
  reader.take(16)
  if (reader.number() === 0) reader.take(4)
  else reader.padded(reader.number())
}

/** The value, the first one of several. */
function propertyValue(reader: Reader, type: number): Buffer {
  const plain = type & ~SEVERAL
  const isVariable = VARIABLE.has(plain)
  const length = FIXED[plain]
  if (!isVariable && length === undefined) throw new RangeError('a kind of value that is not known')
  const count = isVariable || (type & SEVERAL) !== 0 ? reader.number() : 1
  if (count > reader.left) throw new RangeError('more values than bytes')
  let first = Buffer.alloc(0)
  for (let at = 0; at < count; at++) {
    const value = isVariable ? reader.padded(reader.number()) : reader.take(length ?? 0)
    if (at === 0) first = value
  }
  return first
}

/** Reads from the beginning on. Throws `RangeError` at the end. */
class Reader {
  #at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  number(): number {
    return this.take(4).readUInt32LE(0)
  }

  take(length: number): Buffer<ArrayBuffer> {
    if (length > this.left) throw new RangeError('the end')
    const part = Buffer.from(this.#bytes.subarray(this.#at, this.#at + length))
    this.#at += length
    return part
  }

  /** The next value begins at a whole number of four bytes. */
  padded(length: number): Buffer<ArrayBuffer> {
    const part = this.take(length)
    this.#at += Math.min(this.left, (4 - (length % 4)) % 4)
    return part
  }
}

/** The first of some texts that is there. */
function textAt(properties: Properties, ids: readonly number[], codePage: number): string {
  for (const id of ids) {
    const property = properties.get(id)
    if (property?.type === 0x001f) return textOfTwoBytes(property.value)
    if (property?.type === 0x001e) return textOfWindows(property.value, codePage)
  }
  return ''
}

function timeAt(properties: Properties, id: number): number | null {
  const property = properties.get(id)
  return property?.type === 64 && property.value.length === 8 ? timeOfWindows(property.value.readBigUInt64LE(0)) : null
}
