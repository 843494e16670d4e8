import type { MailAddress } from '@yanshu/contracts'
import type { BlobRef } from '../blobs/blobRows.ts'
import type { BlobStore } from '../context.ts'
import { cutBody } from '../mime/cutBody.ts'
import { htmlToText } from '../mime/html-text.ts'
import type { ParsedAttachment, ParsedMail } from '../mime/parsedMail.ts'
import { parseMail } from '../mime/parseMail.ts'
import type { PreparedAttachment, PreparedMessage } from './preparedMessage.ts'

/** Characters of a header value that are kept; what is longer is no subject and no name. */
const HEADER_TEXT_MAX = 2_000
/** Attachments that are put on disk at the same time. */
const PUTS_AT_ONCE = 4

const PRIORITY = { high: 1, normal: 3, low: 5 } as const

/**
 * Reads a raw message and puts its attachments on disk. `raw` is a blob already; nothing is written to the store.
 * Never fails on what a message says; throws only when the disk does.
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
  const from = parsed.from[0] ?? parsed.sender[0] ?? { name: '', address: '' }
  const { html, text, truncated } = cutBody({
    html: parsed.html,
    text: parsed.text ?? (parsed.html === null ? '' : htmlToText(parsed.html)),
  })
  const subject = parsed.subject.slice(0, HEADER_TEXT_MAX)
  const sender = parsed.sender[0]
  const receipt = parsed.dispositionNotificationTo[0]
  return {
    columns: {
      raw_hash: raw.hash,
      size: raw.size,
      message_id: parsed.messageId ?? '',
      in_reply_to: parsed.inReplyTo ?? '',
      refs: parsed.references.join(' '),
      subject,
      from_name: from.name,
      from_address: from.address,
      to_list: JSON.stringify(parsed.to),
      cc_list: JSON.stringify(parsed.cc),
      reply_to: JSON.stringify(parsed.replyTo),
      sender: sender && sender.address !== from.address ? JSON.stringify(sender) : null,
      receipt_to: receipt ? JSON.stringify(receipt) : null,
      date: parsed.date,
      preview: parsed.preview,
      has_attachment: parsed.hasAttachment ? 1 : 0,
      priority: PRIORITY[parsed.importance],
      automatic: isAutomatic(parsed) ? 1 : 0,
    },
    body: { html, text, has_text: parsed.text === null ? 0 : 1, truncated: truncated ? 1 : 0 },
    text: { subject, addresses: searchedAddresses([from, ...parsed.to, ...parsed.cc]), body: text },
    from,
  }
}

/** Mail that no automaton may answer (RFC 3834 §2). */
const isAutomatic = (parsed: ParsedMail): boolean =>
  (parsed.autoSubmitted !== null && parsed.autoSubmitted !== 'no') || parsed.listId !== null

/** Names and addresses as full-text search reads them. */
export const searchedAddresses = (people: readonly MailAddress[]): string =>
  people.map(({ name, address }) => (name ? `${name} ${address}` : address)).join(' ')
