import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { requireFolderOpen } from './closedFolders.ts'
import { restrictionsOf } from './restrictions.ts'

/** Mails whose parts are read by one call. */
const MAILS_AT_ONCE = 300

/**
 * The mails among the next ones of a folder that have an encrypted part by its type or name, the oldest first. Opaque signed
 * mails have the same: what a part is stands in its bytes. Throws `FolderClosedError`.
 *
 * @param after the sort key of the last mail that was read, 0 for the beginning
 * @returns `next` is the sort key to go on behind; null at the end of the folder
 */
export async function readEncrypted(
  { store }: Pick<Context, 'store'>,
  reader: MailReader,
  folderId: number,
  after: number,
) {
  const mails = await store.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'mail.sort_key', 'mail.received_at', 'mail.message_id', 'folder.guarded'])
    .select(['message.subject', 'message.size', 'message.raw_hash', 'message.with_password', 'message.restricted'])
    .where('mail.account_id', '=', reader.accountId)
    .where('mail.folder_id', '=', folderId)
    .where('mail.sort_key', '>', after)
    .orderBy('mail.sort_key')
    .limit(MAILS_AT_ONCE)
    .execute()
  const [first] = mails
  if (!first) return { list: [], next: null }
  await requireFolderOpen(store.db, reader, { id: folderId, guarded: first.guarded })
  const parts = await store.db
    .selectFrom('attachment')
    .select(['message_id', 'content_type', 'name'])
    .where(
      'message_id',
      'in',
      mails.map(({ message_id }) => message_id),
    )
    .execute()
  const encrypted = new Set(parts.filter(isEncryptedPart).map(({ message_id }) => message_id))
  const list = mails
    .filter((mail) => encrypted.has(mail.message_id) && mail.raw_hash !== null && restrictionsOf(mail).download)
    .map(({ id, subject, received_at, size }) => ({ mailId: id, subject, date: received_at, size }))
  return { list, next: mails.length < MAILS_AT_ONCE ? null : (mails.at(-1)?.sort_key ?? null) }
}

const isEncryptedPart = ({ content_type, name }: { readonly content_type: string; readonly name: string }): boolean =>
  /^application\/(x-)?pkcs7-mime$/i.test(content_type) || /\.p7m$/i.test(name)
