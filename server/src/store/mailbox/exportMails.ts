import type { MailReader } from '../../platform/actor/actor.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { numberIn, ownedBy } from '../database/ids.ts'
import { requireFolderOpen } from './closedFolders.ts'
import { restrictionsOf } from './restrictions.ts'

type Parts = Pick<Context, 'store'>

/**
 * The next mails of a folder for a file that leaves the mailbox, the oldest first. Throws `FolderClosedError` where the
 * folder is closed to who reads.
 * @param after the sort key of the last one that was read, 0 for the beginning
 */
export async function readForExport(
  { store }: Parts,
  reader: MailReader,
  folderId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
) {
  const rows = await store.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'mail.sort_key', 'mail.received_at', 'mail.seen', 'mail.color'])
    .select(['mail.replied', 'mail.forwarded'])
    .select(['message.raw_hash', 'message.rfc_message_id', 'message.size', 'message.from_address', 'folder.guarded'])
    .select(['message.with_password', 'message.restricted'])
    .where('mail.account_id', '=', reader.accountId)
    .where('mail.folder_id', '=', folderId)
    .where('mail.sort_key', '>', after)
    .orderBy('mail.sort_key')
    .limit(limit)
    .execute()
  const [first] = rows
  if (first) await requireFolderOpen(store.db, reader, { id: folderId, guarded: first.guarded })
  return rows.map((row) => ({ ...row, restrictions: restrictionsOf(row) }))
}
export type MailToExport = Awaited<ReturnType<typeof readForExport>>[number]

/**
 * Mails by their ids for a file that leaves the mailbox, in no order; those that are not there, or another account's, are
 * passed over. Throws `FolderClosedError` where one lies in a folder that is closed to who reads.
 */
export async function readChosenForExport({ store }: Parts, reader: MailReader, mailIds: readonly number[]) {
  const rows = await store.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'mail.sort_key', 'mail.received_at', 'mail.seen', 'mail.color', 'mail.folder_id'])
    .select(['message.raw_hash', 'message.from_address', 'message.subject', 'message.size', 'folder.guarded'])
    .select(['message.with_password', 'message.restricted'])
    .where(ownedBy('mail.account_id', reader.accountId))
    .where(numberIn(store.engine, 'mail.id', mailIds))
    .execute()
  const folders = new Map(rows.map(({ folder_id, guarded }) => [folder_id, guarded]))
  for (const [id, guarded] of folders) await requireFolderOpen(store.db, reader, { id, guarded })
  return rows.map((row) => ({ ...row, restrictions: restrictionsOf(row) }))
}
export type ChosenMail = Awaited<ReturnType<typeof readChosenForExport>>[number]

/** A draft, which was never a message, as what it is made of. Throws `MailNotFoundError`, `FolderClosedError`. */
export async function readDraftForExport({ store }: Parts, reader: MailReader, mailId: number) {
  const row = await store.db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .leftJoin('draft', 'draft.mail_id', 'mail.id')
    .select(['mail.folder_id', 'folder.guarded', 'message.subject', 'message.from_name', 'message.from_address'])
    .select(['message.to_list', 'message.cc_list', 'message_body.html', 'message_body.text', 'draft.file_ids'])
    .where('mail.id', '=', mailId)
    .where('mail.account_id', '=', reader.accountId)
    .executeTakeFirst()
  if (!row) throw new MailNotFoundError()
  await requireFolderOpen(store.db, reader, { id: row.folder_id, guarded: row.guarded })
  return row
}
