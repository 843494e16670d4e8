import type { MailAddress } from '@yanshu/contracts'
import { boundHtml } from '../../mime/boundHtml.ts'
import { cutBody } from '../../mime/cutBody.ts'
import { htmlToText } from '../../mime/html-text.ts'
import type { ParsedAttachment, ParsedMail } from '../../mime/parsedMail.ts'
import { parseMail } from '../../mime/parseMail.ts'
import type { BlobRef } from '../../store/blobs/blobRows.ts'
import type { BlobStore } from '../../store/blobs/blobStore.ts'
import type { PreparedAttachment, PreparedMessage } from './preparedMessage.ts'

/** Characters of a header value that are kept; a longer one is no real subject or name. */
const HEADER_TEXT_MAX = 2_000
/** Bytes (UTF-8) of the JSON of one address list that are kept: a list page reads them for each of its rows. */
const ADDRESS_LIST_MAX = 128 * 1_024
/** Characters of a name, and of an address (RFC 5321 §4.5.3.1 allows 254), that are kept. */
const NAME_MAX = 200
const ADDRESS_MAX = 320
/** Bytes of a message that are read when only its header is wanted. */
export const HEADER_ONLY_MAX = 64 * 1_024
/** Attachments that are put on disk at the same time. */
const PUTS_AT_ONCE = 4

const PRIORITY = { high: 1, normal: 3, low: 5 } as const

/**
 * Reads a raw message and puts its attachments on disk. `raw` is a blob already; nothing is written to the store.
 * Never fails on the content of a message; throws only when the disk does.
 */
export async function prepareMessage(
  blobs: Pick<BlobStore, 'put'>,
  raw: BlobRef,
  bytes: Uint8Array,
  now: number,
): Promise<PreparedMessage> {
  const parsed = await parseMail(bytes, { now })
  const attachments = await putAttachments(blobs, parsed.attachments)
  return {
    ...describe(parsed, raw),
    attachments,
    blobs: [raw, ...attachments.map(({ blobHash, size }) => ({ hash: blobHash, size }))],
  }
}

/**
 * What is known of a message by its header alone, from its first bytes: the reader sees a note that the rest is
 * missing.
 */
export async function prepareHeader(raw: BlobRef, beginning: Uint8Array, now: number): Promise<PreparedMessage> {
  const bytes = Buffer.from(beginning.buffer, beginning.byteOffset, Math.min(beginning.length, HEADER_ONLY_MAX))
  const parsed = await parseMail(headerOf(bytes), { now })
  const { body, ...described } = describe({ ...parsed, text: null, html: null, attachments: [] }, raw)
  return { ...described, body: { ...body, truncated: 1 }, attachments: [], blobs: [raw] }
}

/** Up to the first empty line. */
function headerOf(bytes: Buffer): Uint8Array {
  const ends = [bytes.indexOf('\n\n'), bytes.indexOf('\r\n\r\n')].filter((end) => end >= 0)
  return bytes.subarray(0, Math.min(bytes.length, ...ends))
}

async function putAttachments(
  blobs: Pick<BlobStore, 'put'>,
  parsed: readonly ParsedAttachment[],
): Promise<PreparedAttachment[]> {
  const prepared: PreparedAttachment[] = []
  for (let at = 0; at < parsed.length; at += PUTS_AT_ONCE) {
    const some = parsed.slice(at, at + PUTS_AT_ONCE).map(async (one): Promise<PreparedAttachment> => {
      const { hash, size } = await blobs.put(one.content)
      return {
        name: one.filename,
        contentType: one.contentType,
        size,
        blobHash: hash,
        contentId: one.contentId,
        disposition: one.disposition,
        kind: one.kind === 'calendar' || one.kind === 'message' ? one.kind : 'file',
      }
    })
    prepared.push(...(await Promise.all(some)))
  }
  return prepared
}

function describe(parsed: ParsedMail, raw: BlobRef): Omit<PreparedMessage, 'attachments' | 'blobs'> {
  const from = cutPerson(parsed.from[0] ?? parsed.sender[0] ?? { name: '', address: '' })
  const shown = cutBody({
    html: parsed.html,
    text: parsed.text ?? (parsed.html === null ? '' : htmlToText(parsed.html)),
  })
  // Cut before it is bounded, because that costs less, and after, because text that is flattened grows.
  const { html, text, truncated } = cutBody({
    html: shown.html === null ? null : boundHtml(shown.html),
    text: shown.text,
  })
  const subject = parsed.subject.slice(0, HEADER_TEXT_MAX).toWellFormed()
  const [sender] = parsed.sender.slice(0, 1).map(cutPerson)
  const [receipt] = parsed.dispositionNotificationTo.slice(0, 1).map(cutPerson)
  const to = cutList(parsed.to)
  const cc = cutList(parsed.cc)
  return {
    columns: {
      raw_hash: raw.hash,
      size: raw.size,
      rfc_message_id: parsed.messageId ?? '',
      in_reply_to: parsed.inReplyTo ?? '',
      refs: parsed.references.join(' '),
      subject,
      from_name: from.name,
      from_address: from.address,
      to_list: JSON.stringify(to),
      cc_list: JSON.stringify(cc),
      reply_to: JSON.stringify(cutList(parsed.replyTo)),
      sender: sender && sender.address !== from.address ? JSON.stringify(sender) : null,
      receipt_to: receipt ? JSON.stringify(receipt) : null,
      date: parsed.date,
      preview: parsed.preview,
      has_attachment: parsed.hasAttachment ? 1 : 0,
      priority: PRIORITY[parsed.importance],
      automatic: isAutomatic(parsed) ? 1 : 0,
      claims_own_domain: 0,
      invites: parsed.attachments.some(({ calendarMethod }) => calendarMethod === 'REQUEST') ? 1 : 0,
      arrival: null,
    },
    body: {
      html,
      text,
      has_text: parsed.text === null ? 0 : 1,
      truncated: truncated || shown.truncated ? 1 : 0,
      bounded: 1,
    },
    from,
  }
}

const cutPerson = ({ name, address }: MailAddress): MailAddress => ({
  name: name.slice(0, NAME_MAX).toWellFormed(),
  address: address.slice(0, ADDRESS_MAX).toWellFormed(),
})

/** The first people of a list, as many as `ADDRESS_LIST_MAX` bytes hold. */
function cutList(people: readonly MailAddress[]): MailAddress[] {
  const kept: MailAddress[] = []
  let bytes = 0
  for (const person of people.map(cutPerson)) {
    bytes += Buffer.byteLength(JSON.stringify(person)) + 1
    if (bytes > ADDRESS_LIST_MAX) break
    kept.push(person)
  }
  return kept
}

/** Mail that no automaton may answer (RFC 3834 §2). */
const isAutomatic = (parsed: ParsedMail): boolean =>
  (parsed.autoSubmitted !== null && parsed.autoSubmitted !== 'no') || parsed.listId !== null
