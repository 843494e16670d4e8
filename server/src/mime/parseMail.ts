import type { MailAddress } from '@yanshu/contracts'
import { parseAddressList } from './addresses.ts'
import { attachmentName, declaredName } from './attachmentNames.ts'
import { type BodySegments, collectBody, type DecodedLeaf } from './body.ts'
import { decodeText } from './charsets.ts'
import { parseMailDate } from './dates.ts'
import { decodeWords } from './encodedWords.ts'
import { field, type HeaderBlock, parseStructured, readable, readHeaderBlock } from './fields.ts'
import { MAX_ADDRESSES, MAX_REFERENCES } from './limits.ts'
import { openSigned } from './opaqueSignature.ts'
import type { AttachmentKind, ParsedAttachment, ParsedMail } from './parsedMail.ts'
import { type Leaf, splitParts } from './parts.ts'
import { previewOf } from './preview.ts'
import { decodeTransfer } from './transferEncoding.ts'

export interface ParseMailOptions {
  /** The moment a Date header is judged by, in epoch milliseconds; the present by default. */
  readonly now?: number
  /** The charset that a person has chosen for the body, in its canonical spelling. */
  readonly charset?: string
}

/**
 * Reads a mail (RFC 5322, MIME) into what a mail client needs. It never throws and takes time in proportion to the
 * size of the mail, whatever is in it: malformed mails give what can be had, and name what was wrong in `defects`:
 *
 * - `header-missing`, `header-unterminated`, `header-line`, `header-too-large`: the header block or one of its lines
 * - `date-missing`, `date-invalid`: the Date header is absent, or unreadable or impossible
 * - `boundary-missing`, `boundary-guessed`, `boundary-unclosed`: the delimiters of a multipart
 * - `too-deep`, `too-many-parts`: a limit was reached and the rest kept unread
 * - `base64-truncated`, `base64-foreign`, `transfer-encoding`, `uuencode`: the encoding of a body
 * - `charset`: a body whose charset was missing for 8-bit text, unknown or wrong, and was worked out from the bytes
 * - `bare-cr`: line ends of carriage returns only
 * - `unreadable`: nothing could be read; only seen when the input is no mail at all
 */
export async function parseMail(raw: Uint8Array, options: ParseMailOptions = {}): Promise<ParsedMail> {
  const defects = new Set<string>()
  const mail = withLineFeeds(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), defects)
  const { header, leaves, defects: structural } = splitParts(mail)
  for (const defect of structural) defects.add(defect)
  if (raw.length === 0) defects.add('unreadable')

  const { leaves: all, opened } = openSigned(leaves)
  const decoded = all.map((leaf) => ({ ...decodeLeaf(leaf, defects), isOpened: opened.has(leaf) }))
  const body = collectBody(decoded, defects, options.charset ?? null)
  const fallback = body.charset
  const attachments = toAttachments(body, fallback)
  const { text, html } = body

  return {
    ...readEnvelope(header, fallback, options.now ?? Date.now(), defects),
    text,
    html,
    attachments,
    preview: previewOf(text, html),
    hasAttachment: attachments.some(isListed),
    defects: [...defects],
  }
}

/** The text of an attachment that is text, decoded by its charset; of others, whatever it reads as. */
export function attachmentText(attachment: Pick<ParsedAttachment, 'content' | 'charset'>): string {
  return decodeText(attachment.content, attachment.charset).text
}

function decodeLeaf(leaf: Leaf, defects: Set<string>): DecodedLeaf {
  const encoding = (field(leaf.header, 'content-transfer-encoding') ?? '').toLowerCase()
  const { content, defect } = decodeTransfer(leaf.body, /[\w-]+/.exec(encoding)?.[0] ?? '')
  if (defect) defects.add(defect)
  const disposition = parseStructured(field(leaf.header, 'content-disposition'))
  return { leaf, content, disposition: disposition.value, name: declaredName(disposition, leaf.contentType) }
}

/** A mail from a system whose line ends are carriage returns alone. */
function withLineFeeds(mail: Buffer, defects: Set<string>): Buffer {
  if (mail.includes(0x0a) || !mail.includes(0x0d)) return mail
  defects.add('bare-cr')
  const copy = Buffer.from(mail)
  for (let at = copy.indexOf(0x0d); at >= 0; at = copy.indexOf(0x0d, at + 1)) copy[at] = 0x0a
  return copy
}

type Envelope = Omit<ParsedMail, 'text' | 'html' | 'attachments' | 'preview' | 'hasAttachment' | 'defects'>

function readEnvelope(header: HeaderBlock, fallback: string | null, now: number, defects: Set<string>): Envelope {
  const addresses = (name: string): MailAddress[] => {
    const values = header.fields.get(name) ?? []
    const decode = (phrase: string) => readable(phrase, fallback)
    return values.flatMap((value) => parseAddressList(value, decode, MAX_ADDRESSES)).slice(0, MAX_ADDRESSES)
  }
  const written = field(header, 'date')
  const date = written ? parseMailDate(written, now) : null
  if (!written) defects.add('date-missing')
  else if (date === null) defects.add('date-invalid')

  return {
    from: addresses('from'),
    sender: addresses('sender'),
    replyTo: addresses('reply-to'),
    to: addresses('to'),
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    subject: readable(field(header, 'subject') ?? '', fallback),
    date,
    messageId: messageIds(field(header, 'message-id'))[0] ?? null,
    inReplyTo: messageIds(field(header, 'in-reply-to'))[0] ?? null,
    references: boundedReferences(messageIds(field(header, 'references'))),
    autoSubmitted: parseStructured(field(header, 'auto-submitted')).value || null,
    listId: listIdOf(field(header, 'list-id')),
    importance: importanceOf(header),
    dispositionNotificationTo: addresses('disposition-notification-to'),
  }
}

/** Identifiers between angle brackets; a single bare word that some mailers write gains them. */
function messageIds(value: string | null): string[] {
  if (!value) return []
  const bracketed = value.match(/<[^<>\s]{1,900}>/g)
  if (bracketed) return bracketed
  const bare = /^[^<>\s]{1,900}$/.exec(decodeWords(value).trim())
  return bare?.[0].includes('@') ? [`<${bare[0]}>`] : []
}

function boundedReferences(ids: readonly string[]): string[] {
  const unique = [...new Set(ids)]
  if (unique.length <= MAX_REFERENCES) return unique
  return [...unique.slice(0, 1), ...unique.slice(1 - MAX_REFERENCES)]
}

function listIdOf(value: string | null): string | null {
  if (!value) return null
  return /<([^<>]{1,500})>/.exec(value)?.[1]?.trim() || readable(value).slice(0, 500) || null
}

function importanceOf(header: HeaderBlock): ParsedMail['importance'] {
  for (const name of ['importance', 'x-priority', 'priority', 'x-msmail-priority']) {
    const value = field(header, name)?.toLowerCase() ?? ''
    if (/^(?:high|urgent|[12]\b)/.test(value)) return 'high'
    if (/^(?:low|non-urgent|[45]\b)/.test(value)) return 'low'
    if (/^(?:normal|medium|3\b)/.test(value)) return 'normal'
  }
  return 'normal'
}

function toAttachments(body: BodySegments, fallback: string | null): ParsedAttachment[] {
  const shown = referencedIds(body.html)
  const attachments = body.others.map((part, index): ParsedAttachment => {
    const type = part.leaf.contentType
    const contentId = contentIdOf(field(part.leaf.header, 'content-id'))
    const kind = kindOf(type.value, part.name)
    const inline = contentId !== null && shown.has(contentId) && kind === 'file'
    const charset = type.value.startsWith('text/') ? type.parameters.get('charset') : undefined
    const method = kind === 'calendar' ? calendarMethod(part) : undefined
    return {
      filename: attachmentName(
        part.name,
        type.value,
        index,
        kind === 'message' ? subjectOf(part.content, fallback) : '',
      ),
      contentType: type.value || 'application/octet-stream',
      ...(charset ? { charset } : {}),
      ...(method ? { calendarMethod: method } : {}),
      disposition: inline ? 'inline' : 'attachment',
      contentId,
      kind,
      isCalendar: kind === 'calendar',
      isMessage: kind === 'message',
      technical: TECHNICAL.has(type.value) || part.isOpened === true,
      content: part.content,
      size: part.content.length,
    }
  })
  for (const file of body.uuencoded) {
    attachments.push({
      filename: attachmentName(
        decodeText(Buffer.from(file.name, 'latin1')).text,
        'application/octet-stream',
        attachments.length,
        '',
      ),
      contentType: 'application/octet-stream',
      disposition: 'attachment',
      contentId: null,
      kind: 'file',
      isCalendar: false,
      isMessage: false,
      technical: false,
      content: file.content,
      size: file.content.length,
    })
  }
  return attachments
}

function isListed(attachment: ParsedAttachment): boolean {
  return attachment.disposition === 'attachment' && !attachment.technical
}

function contentIdOf(value: string | null): string | null {
  return value?.replace(/^<|>$/g, '').trim().slice(0, 900) || null
}

/** Content-IDs that the HTML shows (RFC 2392), percent-decoded. */
function referencedIds(html: string | null): Set<string> {
  const ids = new Set<string>()
  for (const match of html?.matchAll(/cid:([^"'\s<>)]{1,900})/gi) ?? []) {
    const id = (match[1] ?? '').replaceAll('&amp;', '&')
    ids.add(id)
    if (!id.includes('%')) continue
    try {
      ids.add(decodeURIComponent(id))
    } catch {
      // A stray percent sign is part of the identifier.
    }
  }
  return ids
}

/** Parts of reports (RFC 3464, 8098, 5965) and detached signatures (RFC 8551, 3156). */
const TECHNICAL = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
  'message/disposition-notification',
  'message/feedback-report',
  'text/rfc822-headers',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
])

function kindOf(contentType: string, name: string | null): AttachmentKind {
  if (contentType === 'text/calendar' || contentType === 'application/ics') return 'calendar'
  if (contentType === 'message/rfc822' || contentType === 'message/global') return 'message'
  if (contentType === 'application/octet-stream' && name && /\.ics$/i.test(name)) return 'calendar'
  return 'file'
}

function calendarMethod(part: DecodedLeaf): string | undefined {
  const declared = part.leaf.contentType.parameters.get('method')
  const method = declared ?? /^METHOD:(\S{1,30})/im.exec(Buffer.from(part.content).toString('latin1', 0, 4_000))?.[1]
  return method && /^[\w-]{1,30}$/.test(method) ? method.toUpperCase() : undefined
}

/** Subject of an attached mail; reads its header only. */
function subjectOf(content: Uint8Array, fallback: string | null): string {
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 64 * 1024))
  return readable(field(readHeaderBlock(head, 0, head.length), 'subject') ?? '', fallback)
}
