import type { Trx } from '../../store/database/transact.ts'
import { replaceAddresses, writeAddresses } from '../../store/mailbox/messageAddresses.ts'
import type { MessageColumns } from '../reading/preparedMessage.ts'

/** A message that is being written, such as a draft: no mail that comes in with the same bytes joins it. */
export interface WrittenMessage {
  readonly message: Omit<MessageColumns, 'raw_hash' | 'claims_own_domain' | 'invites' | 'arrival'> & {
    readonly raw_hash: null
  }
  readonly body: { readonly html: string; readonly text: string; readonly has_text: number }
}

/** Stores a message that is being written. Answers the id of the row. */
export async function insertWritten(trx: Trx, { message, body }: WrittenMessage): Promise<number> {
  const { id } = await trx.insertInto('message').values(message).returning('id').executeTakeFirstOrThrow()
  await trx
    .insertInto('message_body')
    .values({ message_id: id, ...body })
    .execute()
  await writeAddresses(trx, id, message)
  return id
}

/** Replaces the content of a message that is being written. */
export async function replaceWritten(trx: Trx, messageId: number, { message, body }: WrittenMessage): Promise<void> {
  await trx.updateTable('message').set(message).where('id', '=', messageId).execute()
  await trx.updateTable('message_body').set(body).where('message_id', '=', messageId).execute()
  await replaceAddresses(trx, messageId, message)
}

/** Makes a stored message one that is being written: its bytes are its own no longer. */
export async function detachRaw(trx: Trx, messageId: number): Promise<void> {
  await trx.updateTable('message').set({ raw_hash: null }).where('id', '=', messageId).execute()
}
