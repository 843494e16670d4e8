import { MUTED_THREADS_MAX } from '@yanshu/contracts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { TransactionContext } from '../context/context.ts'
import { prepared } from '../database/prepared.ts'
import { readAddresses } from '../database/storedAddresses.ts'
import type { Trx } from '../database/transact.ts'
import { lockMailboxes } from './lock.ts'
import { ownFolder } from './roles.ts'

/**
 * Mutes the conversation of a mail: later answers go into a folder instead of the inbox, until one names the reader in To.
 * With null it is muted no longer. Of more than `MUTED_THREADS_MAX` those that began longest ago end. Throws
 * `MailNotFoundError`, `FolderNotFoundError`.
 */
export async function muteThread(
  trx: Trx,
  { store }: Pick<TransactionContext, 'store'>,
  { accountId, mailId, folderId }: { accountId: number; mailId: number; folderId: number | null },
): Promise<void> {
  await lockMailboxes(trx, store.engine, [accountId])
  const mail = await trx
    .selectFrom('mail')
    .select('thread_id')
    .where('id', '=', mailId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!mail) throw new MailNotFoundError()
  const { thread_id } = mail
  await trx.deleteFrom('muted_thread').where('thread_id', '=', thread_id).execute()
  if (folderId === null) return
  const { id } = await ownFolder(trx, accountId, folderId)
  await trx.insertInto('muted_thread').values({ thread_id, account_id: accountId, folder_id: id }).execute()
  const old = await trx
    .selectFrom('muted_thread')
    .select('thread_id')
    .where('account_id', '=', accountId)
    .orderBy('thread_id', 'desc')
    .offset(MUTED_THREADS_MAX)
    .limit(100)
    .execute()
  if (old.length === 0) return
  const threads = old.map((row) => row.thread_id)
  await trx.deleteFrom('muted_thread').where('thread_id', 'in', threads).execute()
}

/**
 * The folder into which a mail of a thread goes that would come into the inbox; null where the thread is not muted. An
 * answer that names the account in To ends that.
 * @param toList JSON of the addresses in To
 */
export async function mutedPlace(
  trx: Trx,
  by: { readonly accountId: number; readonly threadId: number; readonly folderId: number },
  toList: string,
): Promise<number | null> {
  const rows = await selectMuted(trx, by)
  const [muted] = rows
  if (!muted) return null
  const named = new Set(readAddresses(toList).map(({ address }) => address.toLowerCase()))
  if (!rows.some(({ address, alias }) => named.has(address) || (alias !== null && named.has(alias)))) {
    return muted.folder_id
  }
  await trx.deleteFrom('muted_thread').where('thread_id', '=', by.threadId).execute()
  return null
}

const selectMuted = prepared((db, by: { accountId: number; threadId: number; folderId: number }) =>
  db
    .selectFrom('muted_thread')
    .innerJoin('account', 'account.id', 'muted_thread.account_id')
    .innerJoin('folder', 'folder.account_id', 'account.id')
    .leftJoin('alias', 'alias.account_id', 'account.id')
    .select(['muted_thread.folder_id', 'account.address', 'alias.address as alias'])
    .where('muted_thread.thread_id', '=', by.threadId)
    .where('muted_thread.account_id', '=', by.accountId)
    .where('folder.id', '=', by.folderId)
    .where('folder.role', '=', 'inbox')
    .compile(),
)

/** Whether a mail lies where the answers of its muted conversation go. */
export async function isMuted(trx: Trx, mailId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('mail')
    .innerJoin('muted_thread', (join) =>
      join
        .onRef('muted_thread.thread_id', '=', 'mail.thread_id')
        .onRef('muted_thread.folder_id', '=', 'mail.folder_id')
        .onRef('muted_thread.account_id', '=', 'mail.account_id'),
    )
    .select('mail.id')
    .where('mail.id', '=', mailId)
    .executeTakeFirst()
  return row !== undefined
}
