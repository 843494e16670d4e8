import { MAIL_RECOVERY_MS, RESTORED_PAGE } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context, TransactionContext } from '../context/context.ts'
import type { Engine } from '../database/engine.ts'
import { numberIn, ownedBy } from '../database/ids.ts'
import { readAddresses } from '../database/storedAddresses.ts'
import type { Trx } from '../database/transact.ts'
import { addMail } from './addMail.ts'
import { lockMailboxes } from './lock.ts'
import { folderOfRole } from './roles.ts'

/*
 * Mails that their owner has deleted for good are kept for some days where the organisation has it so. What lies in a folder
 * with a password is not: nothing outside of that folder would show it. Drafts are not either: they were never a message.
 */

/** Keeps mails that are about to be deleted in the same transaction. */
export async function keepDeleted(
  trx: Trx,
  engine: Engine,
  accountId: number,
  mailIds: readonly number[],
  now: number,
): Promise<void> {
  const kept = await trx
    .insertInto('deleted_mail')
    .columns(['account_id', 'message_id', 'folder_id', 'received_at', 'size', 'seen', 'color', ...MORE, 'at'])
    .expression((eb) =>
      eb
        .selectFrom('mail')
        .innerJoin('folder', 'folder.id', 'mail.folder_id')
        .innerJoin('message', 'message.id', 'mail.message_id')
        .select(['mail.account_id', 'mail.message_id'])
        .select(
          sql<number | null>`case when folder.role = 'trash' then mail.previous_folder_id else mail.folder_id end`.as(
            'place',
          ),
        )
        .select(['mail.received_at', 'mail.size', 'mail.seen', 'mail.color', 'mail.replied', 'mail.forwarded'])
        .select(['mail.system_notice', 'mail.bcc_list'])
        .select(sql<number>`cast(${now} as bigint)`.as('at'))
        .where(numberIn(engine, 'mail.id', mailIds))
        .where(ownedBy('mail.account_id', accountId))
        .where('folder.guarded', '=', 0)
        .where('message.raw_hash', 'is not', null),
    )
    .returning('id')
    .execute()
  if (kept.length === 0) return
  await sql`insert into message_hold (message_id, owner, owner_id)
    select message_id, 'deleted_mail', cast(id as text) from deleted_mail
    where ${numberIn(
      engine,
      'id',
      kept.map(({ id }) => id),
    )}`.execute(trx)
}

const MORE = ['replied', 'forwarded', 'system_notice', 'bcc_list'] as const

/**
 * Mails that can be restored, the last that were deleted first.
 * @param before the id behind which the page begins, null for the first
 */
export async function listDeleted({ store, now }: Context, { accountId }: MailReader, before: number | null) {
  const rows = await store.db
    .selectFrom('deleted_mail')
    .innerJoin('message', 'message.id', 'deleted_mail.message_id')
    .select(['deleted_mail.id as deletedId', 'deleted_mail.received_at as date', 'deleted_mail.at as deletedAt'])
    .select(['deleted_mail.size', 'message.subject', 'message.from_name', 'message.from_address'])
    .where('deleted_mail.account_id', '=', accountId)
    .where('deleted_mail.at', '>', now() - MAIL_RECOVERY_MS)
    .$if(before !== null, (part) => part.where('deleted_mail.id', '<', before ?? 0))
    .orderBy('deleted_mail.id', 'desc')
    .limit(RESTORED_PAGE + 1)
    .execute()
  return {
    list: rows.slice(0, RESTORED_PAGE).map(({ from_name, from_address, ...row }) => ({
      ...row,
      from: { name: from_name, address: from_address },
      until: row.deletedAt + MAIL_RECOVERY_MS,
    })),
    more: rows.length > RESTORED_PAGE,
  }
}

/**
 * Puts mails back where they lay, into the inbox where that folder is gone or has got a password; answers how many. Those
 * that are restored already, or another account's, are passed over. `requireRoom` gets their bytes and throws where the
 * mailbox has no room for them; it is called while the mailbox is locked.
 */
export async function restoreDeleted(
  trx: Trx,
  context: Pick<TransactionContext, 'store' | 'search'> & Pick<Context, 'now'>,
  accountId: number,
  deletedIds: readonly number[],
  requireRoom: (room: { readonly bytes: number; readonly left: number }) => void,
): Promise<number> {
  const { engine } = context.store
  await lockMailboxes(trx, engine, [accountId])
  const rows = await trx
    .selectFrom('deleted_mail')
    .leftJoin('folder', (join) =>
      join
        .onRef('folder.id', '=', 'deleted_mail.folder_id')
        .onRef('folder.account_id', '=', 'deleted_mail.account_id')
        .on('folder.guarded', '=', 0)
        .on('folder.role', 'not in', ['trash', 'spam', 'drafts']),
    )
    .selectAll('deleted_mail')
    .select('folder.id as place')
    .where(numberIn(engine, 'deleted_mail.id', deletedIds))
    .where(ownedBy('deleted_mail.account_id', accountId))
    .where('deleted_mail.at', '>', context.now() - MAIL_RECOVERY_MS)
    .orderBy('deleted_mail.id')
    .execute()
  if (rows.length === 0) return 0
  requireRoom({ bytes: rows.reduce((sum, { size }) => sum + size, 0), left: await roomOf(trx, accountId) })
  const inbox = await folderOfRole(trx, accountId, 'inbox')
  for (const row of rows) {
    await addMail(trx, context, {
      accountId,
      folderId: row.place ?? inbox,
      messageId: row.message_id,
      receivedAt: row.received_at,
      size: row.size,
      seen: row.seen === 1,
      color: row.color,
      replied: row.replied === 1,
      forwarded: row.forwarded === 1,
      systemNotice: row.system_notice === 1,
      bcc: readAddresses(row.bcc_list),
    })
  }
  await trx
    .deleteFrom('deleted_mail')
    .where(
      numberIn(
        engine,
        'id',
        rows.map(({ id }) => id),
      ),
    )
    .execute()
  return rows.length
}

/** Bytes that the quota of an account leaves; `Infinity` where it has none. */
async function roomOf(trx: Trx, accountId: number): Promise<number> {
  const { quota_bytes, used_bytes } = await trx
    .selectFrom('account')
    .select(['quota_bytes', 'used_bytes'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return quota_bytes === 0 ? Number.POSITIVE_INFINITY : quota_bytes - used_bytes
}
