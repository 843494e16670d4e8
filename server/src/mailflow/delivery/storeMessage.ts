import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { recordBlobs } from '../../store/blobs/blobRows.ts'
import type { TransactionContext } from '../../store/context/context.ts'
import { prepared } from '../../store/database/prepared.ts'
import type { MessageBodyTable } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { writeAddresses } from '../../store/mailbox/messageAddresses.ts'
import { keptBody, type MessageColumns, type PreparedMessage } from '../reading/preparedMessage.ts'

const ROWS_AT_ONCE = 100

/** An id that cannot be guessed: a reader needs nothing else to open the file. */
export const randomFileId = (): string => randomBytes(18).toString('base64url')

/** Writes the content of a message, or finds it when the very same bytes were stored before. Answers the id of the row. */
export async function storeMessage(
  trx: Trx,
  context: Pick<TransactionContext, 'store' | 'now'>,
  message: PreparedMessage,
): Promise<number> {
  await recordBlobs(trx, context.store.engine, message.blobs, context.now())
  const { raw_hash } = message.columns
  const [known] = raw_hash ? await selectByRaw(trx, { raw_hash }) : []
  if (known) return known.id
  const [made] = await insertMessage(trx, message.columns)
  if (!made) throw new Error('a message was stored without a number')
  const { id } = made
  const kept = message.kept ?? keptBody(context.store.engine, message.body)
  await insertBody(trx, { ...message.body, ...kept, message_id: id })
  await writeAddresses(trx, id, message.columns)
  const rows = message.attachments.map((one, position) => ({
    id: randomFileId(),
    message_id: id,
    position,
    name: one.name,
    content_type: one.contentType,
    size: one.size,
    blob_hash: one.blobHash,
    content_id: one.contentId,
    disposition: one.disposition,
    kind: one.kind,
  }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('attachment')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
  }
  return id
}

const selectByRaw = prepared((db, by: { raw_hash: string }) =>
  db.selectFrom('message').select('id').where('raw_hash', '=', by.raw_hash).compile(),
)

const insertMessage = prepared((db, by: MessageColumns) =>
  db
    .insertInto('message')
    .values({
      raw_hash: by.raw_hash,
      size: by.size,
      rfc_message_id: by.rfc_message_id,
      in_reply_to: by.in_reply_to,
      refs: by.refs,
      subject: by.subject,
      from_name: by.from_name,
      from_address: by.from_address,
      to_list: by.to_list,
      cc_list: by.cc_list,
      reply_to: by.reply_to,
      sender: by.sender,
      receipt_to: by.receipt_to,
      date: by.date,
      preview: by.preview,
      has_attachment: by.has_attachment,
      priority: by.priority,
      automatic: by.automatic,
      claims_own_domain: by.claims_own_domain,
      invites: by.invites,
      arrival: by.arrival,
    })
    .returning('id')
    .compile(),
)

const insertBody = prepared((db, by: Selectable<MessageBodyTable>) =>
  db
    .insertInto('message_body')
    .values({
      message_id: by.message_id,
      html: by.html,
      text: by.text,
      has_text: by.has_text,
      truncated: by.truncated,
      bounded: by.bounded,
    })
    .compile(),
)
