import { fillFields, type LetterField, type MailAddress } from '@yanshu/contracts'
import MimeNode from 'nodemailer/lib/mime-node'
import { escapeHtml } from './escapeHtml.ts'

type Values = Readonly<Record<LetterField, string>>

/** What of a mail becomes that of one recipient. */
export interface Addressing {
  readonly to: MailAddress
  /** The subject with its fields. */
  readonly subject: string
  /** The values of the fields for this recipient. */
  readonly fields: Values
}

interface HeaderField {
  /** Lower case. */
  readonly name: string
  /** As it is, with its folded lines. */
  readonly text: string
}

interface Part {
  readonly header: readonly HeaderField[]
  readonly body: Buffer
}

const CRLF = Buffer.from('\r\n')
const HEADER_END = Buffer.from('\r\n\r\n')
const LINE = /.{1,76}/g

/**
 * Makes the mail of one recipient of a mail that `buildMail` has written: it alone stands in To, and subject and text have
 * its fields filled in. Everything else, also the Message-ID, stays as it is, so that answers and receipts find the
 * sender's copy. The same input gives the same bytes.
 */
export function addressedMail(raw: Buffer, addressing: Addressing): Buffer {
  const { header, body } = filledPart(partOf(raw), addressing.fields)
  const others = header.filter(({ name }) => !['to', 'cc', 'subject'].includes(name))
  return bytesOf({ header: [...addressFields(addressing), ...others], body })
}

function partOf(bytes: Buffer): Part {
  const at = bytes.indexOf(HEADER_END)
  if (at < 0) throw new Error('a part of a letter has no body')
  return {
    header: headerFields(bytes.subarray(0, at).toString('latin1')),
    body: bytes.subarray(at + HEADER_END.length),
  }
}

const bytesOf = ({ header, body }: Part): Buffer =>
  Buffer.concat([Buffer.from(header.map(({ text }) => text).join('\r\n'), 'latin1'), HEADER_END, body])

const headerFields = (header: string): HeaderField[] =>
  header
    .split(/\r\n(?![ \t])/)
    .filter((text) => text !== '')
    .map((text) => ({ name: text.slice(0, text.indexOf(':')).trim().toLowerCase(), text }))

/** To and Subject, encoded as `buildMail` has them. */
function addressFields({ to, subject, fields }: Addressing): HeaderField[] {
  const node = new MimeNode('text/plain', { newline: 'win', textEncoding: 'B' })
  node.setHeader([
    { key: 'To', value: { name: to.name, address: to.address } },
    { key: 'Subject', value: fillFields(subject, fields) },
  ])
  return headerFields(node.buildHeaders()).filter(({ name }) => name === 'to' || name === 'subject')
}

const fieldValue = (header: readonly HeaderField[], name: string): string => {
  const text = header.find((field) => field.name === name)?.text ?? ''
  return text
    .slice(text.indexOf(':') + 1)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .trim()
}

/** Fills in the fields of a part that is text, and of the parts in it. */
function filledPart(part: Part, fields: Values): Part {
  const { header, body } = part
  const type = fieldValue(header, 'content-type')
  const boundary = /^multipart\/[^;]*;.*?boundary="?([^";]+)"?/is.exec(type)?.[1]
  if (boundary !== undefined) return { header, body: filledParts(body, boundary, fields) }
  const isFile = /^attachment\b/i.test(fieldValue(header, 'content-disposition'))
  if (isFile || !/^text\/(?:plain|html)\b/i.test(type)) return part
  const text = textOf(body, fieldValue(header, 'content-transfer-encoding').toLowerCase())
  const filled = fillFields(text, fields, /^text\/html\b/i.test(type) ? escapeHtml : undefined)
  if (filled === text) return part
  const lines = Buffer.from(filled).toString('base64').match(LINE) ?? []
  return {
    header: [
      ...header.filter(({ name }) => name !== 'content-transfer-encoding'),
      { name: 'content-transfer-encoding', text: 'Content-Transfer-Encoding: base64' },
    ],
    body: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'),
  }
}

function textOf(body: Buffer, encoding: string): string {
  switch (encoding) {
    case 'base64':
      return Buffer.from(body.toString('latin1'), 'base64').toString()
    case '':
    case '7bit':
    case '8bit':
      return body.toString()
    default:
      throw new Error(`a text of a letter is encoded as ${encoding}`)
  }
}

function filledParts(body: Buffer, boundary: string, fields: Values): Buffer {
  const mark = Buffer.from(`--${boundary}`, 'latin1')
  const between = Buffer.concat([CRLF, mark])
  let start = body.indexOf(mark)
  if (start < 0) throw new Error('a letter of several parts has none')
  const pieces = [body.subarray(0, start)]
  for (;;) {
    const end = body.indexOf(CRLF, start)
    const next = end < 0 ? -1 : body.indexOf(between, end)
    // What stands behind the last mark.
    if (next < 0) return Buffer.concat([...pieces, body.subarray(start)])
    const part = filledPart(partOf(body.subarray(end + CRLF.length, next)), fields)
    pieces.push(body.subarray(start, end + CRLF.length), bytesOf(part), CRLF)
    start = next + CRLF.length
  }
}
