import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { type MailToExport, openMailbox, readAddresses } from '../../store/mailbox/index.ts'
import { buildMail } from '../compose/index.ts'
import { findOwnedFiles } from '../files/index.ts'

/**
 * A mail as the file that it came as, or, of a draft, as what it would become. Throws `BlobMissingError` and
 * `BlobDamagedError` before the first byte.
 */
export async function exportedContent(
  context: Context,
  reader: MailReader,
  { id, raw_hash, received_at }: Pick<MailToExport, 'id' | 'raw_hash' | 'received_at'>,
): Promise<AsyncIterable<Uint8Array>> {
  if (raw_hash !== null) return context.blobs.read(raw_hash)
  // A draft was never a message; it is written as what it would become.
  const row = await openMailbox(context, reader).draftToExport(id)
  // JSON that this server wrote.
  const fileIds: string[] = JSON.parse(row.file_ids ?? '[]')
  const files = await findOwnedFiles(context.store.db, reader.accountId, fileIds)
  return buildMail(context.blobs, {
    from: { name: row.from_name, address: row.from_address },
    to: readAddresses(row.to_list),
    cc: readAddresses(row.cc_list),
    subject: row.subject,
    html: readTextOrNull(row.html) ?? '',
    text: readText(row.text),
    pictures: new Map(),
    attachments: files.map(({ name, contentType, blobHash }) => ({ name, contentType, content: { blobHash } })),
    messageId: `<draft-${id}@${context.config.hostname}>`,
    inReplyTo: '',
    references: [],
    at: received_at,
    timeZone: 0,
    priority: 3,
    receiptTo: null,
  })
}
