import type { MailAddress } from '@yanshu/contracts'
import iconv from 'iconv-lite'

/**
 * Writes complete mails for the demonstration, synchronously and byte for byte repeatably: the odd forms that old
 * clients send (GBK under the name of gb2312, names by RFC 2047 inside parameters, no declaration at all) are the
 * point, and a library for sending mail rightly refuses to produce them.
 */

export interface MailFile {
  readonly name: string
  readonly contentType: string
  readonly content: Uint8Array
  /** Shown by the HTML through `cid:`. */
  readonly contentId?: string
  readonly charset?: string
}

/** How a mail is put on the wire. */
export interface WireForm {
  /** Charset the bytes are in, by its iconv-lite name. */
  readonly encoding: string
  /** The charset that the mail names; null leaves it out. */
  readonly label: string | null
  readonly transfer: 'base64' | 'quoted-printable' | '8bit'
  /** Headers as encoded words, or as bare bytes of `encoding`. */
  readonly headers: 'words' | 'raw'
  /** Names of attachments: RFC 2231, RFC 2047 within the parameter, or bytes of `encoding`. */
  readonly names: 'rfc2231' | 'rfc2047' | 'raw'
}

export const UTF8: WireForm = {
  encoding: 'utf-8',
  label: 'utf-8',
  transfer: 'base64',
  headers: 'words',
  names: 'rfc2231',
}

export interface MailDraft {
  readonly from: MailAddress
  readonly to: readonly MailAddress[]
  readonly cc?: readonly MailAddress[]
  readonly subject: string | null
  /** Epoch milliseconds; written in the zone of China. */
  readonly date: number
  /** With angle brackets. */
  readonly messageId: string
  readonly inReplyTo?: string
  readonly references?: readonly string[]
  readonly text?: string
  readonly html?: string
  /** An iCalendar object as a further alternative of the body. */
  readonly calendar?: { readonly method: string; readonly content: string }
  readonly inline?: readonly MailFile[]
  readonly files?: readonly MailFile[]
  readonly messages?: readonly Uint8Array[]
  /** Further header lines, ASCII. */
  readonly extra?: readonly string[]
  readonly form?: WireForm
}

interface Part {
  readonly header: readonly Uint8Array[]
  readonly body: readonly Uint8Array[]
}

const CRLF = Buffer.from('\r\n')
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** The complete bytes of a mail (RFC 5322). */
export function composeMail(draft: MailDraft): Uint8Array {
  const form = draft.form ?? UTF8
  const boundaries = boundaryMaker(draft.messageId)
  const body = bodyOf(draft, form, boundaries)
  return Buffer.concat([...headerOf(draft, form), ...body.header, CRLF, ...body.body])
}

/** A date as RFC 5322 writes it, in the zone of China. */
export function mailDate(time: number): string {
  return `${new Date(time + 8 * 3_600_000).toUTCString().replace(/ GMT$/, '')} +0800`
}

function headerOf(draft: MailDraft, form: WireForm): Uint8Array[] {
  const lines = [
    ascii(`Date: ${mailDate(draft.date)}\r\n`),
    field('From', addressLine([draft.from], form), form),
    ...(draft.to.length > 0 ? [field('To', addressLine(draft.to, form), form)] : []),
    ...(draft.cc?.length ? [field('Cc', addressLine(draft.cc, form), form)] : []),
    ...(draft.subject === null ? [] : [field('Subject', headerText(draft.subject, form, 9), form)]),
    ascii(`Message-ID: ${draft.messageId}\r\n`),
    ...(draft.inReplyTo ? [ascii(`In-Reply-To: ${draft.inReplyTo}\r\n`)] : []),
    ...(draft.references?.length ? [ascii(`References: ${draft.references.join('\r\n ')}\r\n`)] : []),
    ...(draft.extra ?? []).map((line) => ascii(`${line}\r\n`)),
    ascii('MIME-Version: 1.0\r\n'),
  ]
  return lines
}

function field(name: string, value: string, form: WireForm): Buffer {
  const line = `${name}: ${value}\r\n`
  return form.headers === 'raw' ? iconv.encode(line, form.encoding) : ascii(line)
}

function addressLine(addresses: readonly MailAddress[], form: WireForm): string {
  return addresses
    .map(({ name, address }) => {
      if (!name) return address
      const plain = form.headers === 'raw' || isPlain(name)
      return `${plain ? `"${name.replace(/["\\]/g, '\\$&')}"` : headerText(name, form, 1)} <${address}>`
    })
    .join(',\r\n ')
}

/** A header text, as encoded words of at most 75 characters (RFC 2047 §2) where it is not ASCII. */
function headerText(text: string, form: WireForm, used: number): string {
  if (form.headers === 'raw' || isPlain(text)) return text
  const label = form.label ?? 'utf-8'
  const encoding = form.label ? form.encoding : 'utf-8'
  const room = Math.floor((75 - label.length - 7 - used) / 4) * 3
  const words: string[] = []
  let open = ''
  for (const character of text) {
    if (open && iconv.encode(open + character, encoding).length > room) {
      words.push(open)
      open = ''
    }
    open += character
  }
  words.push(open)
  return words.map((word) => `=?${label}?B?${iconv.encode(word, encoding).toString('base64')}?=`).join('\r\n ')
}

function boundaryMaker(messageId: string): () => string {
  const stem = messageId.replace(/[^a-z0-9]/gi, '').slice(0, 24)
  let count = 0
  return () => `=_${stem}_${++count}`
}

function bodyOf(draft: MailDraft, form: WireForm, boundary: () => string): Part {
  const choices: Part[] = []
  if (draft.text !== undefined || draft.html === undefined) choices.push(textPart('plain', draft.text ?? '', form))
  if (draft.html !== undefined) {
    const html = textPart('html', draft.html, form)
    choices.push(
      draft.inline?.length
        ? multipart('related', [html, ...draft.inline.map((file) => filePart(file, form))], boundary())
        : html,
    )
  }
  if (draft.calendar) {
    const { method, content } = draft.calendar
    choices.push(encodedPart([`Content-Type: text/calendar; charset=utf-8; method=${method}`], Buffer.from(content)))
  }
  const [only] = choices
  const body = choices.length === 1 && only ? only : multipart('alternative', choices, boundary())
  const attached = [
    ...(draft.files ?? []).map((file) => filePart(file, form)),
    ...(draft.messages ?? []).map((raw) => messagePart(raw)),
  ]
  return attached.length > 0 ? multipart('mixed', [body, ...attached], boundary()) : body
}

function multipart(subtype: string, parts: readonly Part[], boundary: string): Part {
  const body = parts.flatMap((part) => [ascii(`--${boundary}\r\n`), ...part.header, CRLF, ...part.body, CRLF])
  return {
    header: [ascii(`Content-Type: multipart/${subtype};\r\n boundary="${boundary}"\r\n`)],
    body: [...body, ascii(`--${boundary}--\r\n`)],
  }
}

function textPart(subtype: 'plain' | 'html', text: string, form: WireForm): Part {
  const bytes = iconv.encode(text.replace(/\n/g, '\r\n'), form.encoding)
  const type = `Content-Type: text/${subtype}${form.label ? `; charset=${form.label}` : ''}`
  if (form.transfer === 'base64') return encodedPart([type], bytes)
  const quoted = form.transfer === 'quoted-printable'
  return {
    header: [ascii(`${type}\r\nContent-Transfer-Encoding: ${form.transfer}\r\n`)],
    body: [quoted ? quotedPrintable(bytes) : bytes],
  }
}

function filePart(file: MailFile, form: WireForm): Part {
  const disposition = file.contentId ? 'inline' : 'attachment'
  const charset = file.charset ? `; charset=${file.charset}` : ''
  const [name, filename] = nameParameters(file.name, form)
  const lines = [
    iconv.encode(`Content-Type: ${file.contentType}${charset};\r\n ${name}\r\n`, form.encoding),
    iconv.encode(`Content-Disposition: ${disposition};\r\n ${filename}\r\n`, form.encoding),
    ...(file.contentId ? [ascii(`Content-ID: <${file.contentId}>\r\n`)] : []),
    ascii('Content-Transfer-Encoding: base64\r\n'),
  ]
  return { header: lines, body: [base64Lines(file.content)] }
}

/** The `name` and `filename` parameters of a part. */
function nameParameters(name: string, form: WireForm): [string, string] {
  if (isPlain(name) || form.names === 'raw') return [`name="${name}"`, `filename="${name}"`]
  const words = headerText(name, form, 12)
  if (form.names === 'rfc2047') return [`name="${words}"`, `filename="${words}"`]
  const label = form.label ?? 'utf-8'
  const bytes = iconv.encode(name, form.label ? form.encoding : 'utf-8')
  const percent = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte)
    return /[\w.-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  const sections: string[] = []
  for (let at = 0; at < percent.length; at += 20) {
    const first = at === 0 ? `${label}''` : ''
    sections.push(`filename*${sections.length}*=${first}${percent.slice(at, at + 20).join('')}`)
  }
  return [`name="${words}"`, sections.join(';\r\n ')]
}

function messagePart(raw: Uint8Array): Part {
  return { header: [ascii('Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n')], body: [raw] }
}

function encodedPart(lines: readonly string[], bytes: Uint8Array): Part {
  return {
    header: [ascii(`${lines.join('\r\n')}\r\nContent-Transfer-Encoding: base64\r\n`)],
    body: [base64Lines(bytes)],
  }
}

function base64Lines(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return ascii(text.replace(/.{76}/g, '$&\r\n'))
}

function quotedPrintable(bytes: Uint8Array): Buffer {
  const lines: string[] = []
  let line = ''
  for (const [index, byte] of bytes.entries()) {
    if (byte === 0x0d && bytes[index + 1] === 0x0a) continue
    if (byte === 0x0a) {
      lines.push(line.replace(/ $/, '=20'))
      line = ''
      continue
    }
    const piece =
      byte >= 0x20 && byte < 0x7f && byte !== 0x3d
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
    if (line.length + piece.length > 75) {
      lines.push(`${line}=`)
      line = ''
    }
    line += piece
  }
  return ascii([...lines, line].join('\r\n'))
}
