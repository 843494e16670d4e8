import { OFFLINE_FOLDER_ROWS, OFFLINE_ROWS } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { numberIn, ownedBy } from '../database/ids.ts'
import { prepared } from '../database/prepared.ts'
import { firstSortKeyAt } from './sortKey.ts'

/*
 * Which mails a device may keep for the time without a network. None of a folder with a password, opened or not: the device
 * could not ask for it. None whose sender restricts how it is read, and none that is protected by keys.
 */

type Parts = Pick<Context, 'store'>

/** Folders whose beginning is kept; more are rare, and what is kept has a bound. */
const FOLDERS = 100

/** The types of files that carry a whole letter, signed or encrypted (RFC 8551, RFC 3156). */
const PROTECTED = ['application/pkcs7-mime', 'application/x-pkcs7-mime', 'application/pgp-encrypted'] as const

/**
 * The ids of the first mails of each folder, and with `since` of all that came after it (epoch milliseconds); at most
 * `OFFLINE_ROWS`, the beginnings of folders first.
 */
export async function idsToKeep(parts: Parts, reader: MailReader, since: number | null): Promise<number[]> {
  const { db } = parts.store
  const { accountId } = reader
  const ids = new Set<number>()
  const folders = await selectOpenFolders(db, { accountId })
  for (const { id: folderId } of folders) {
    for (const { id } of await selectBeginning(db, { folderId })) ids.add(id)
  }
  if (since !== null) {
    for (const { id } of await selectNewest(db, { accountId, from: firstSortKeyAt(since) })) ids.add(id)
  }
  return amongToKeep(parts, reader, [...ids].slice(0, OFFLINE_ROWS))
}

/** Those of some mails that may be kept, in their order. */
export async function amongToKeep(
  { store }: Parts,
  { accountId }: MailReader,
  mailIds: readonly number[],
): Promise<number[]> {
  if (mailIds.length === 0) return []
  const rows = await store.db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select('mail.id')
    .where(numberIn(store.engine, 'mail.id', mailIds))
    .where(ownedBy('mail.account_id', accountId))
    .where('folder.guarded', '=', 0)
    .where('message.with_password', '=', 0)
    .where('message.restricted', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attachment')
            .select('attachment.id')
            .whereRef('attachment.message_id', '=', 'mail.message_id')
            .where('attachment.content_type', 'in', [...PROTECTED]),
        ),
      ),
    )
    .execute()
  const kept = new Set(rows.map(({ id }) => id))
  return mailIds.filter((id) => kept.has(id))
}

const selectOpenFolders = prepared((db, by: { accountId: number }) =>
  db
    .selectFrom('folder')
    .select('id')
    .where('account_id', '=', by.accountId)
    .where('guarded', '=', 0)
    .orderBy('sort')
    .orderBy('id')
    .limit(FOLDERS)
    .compile(),
)

const selectBeginning = prepared((db, by: { folderId: number }) =>
  db
    .selectFrom('mail')
    .select('id')
    .where('folder_id', '=', by.folderId)
    .orderBy('sticky', 'desc')
    .orderBy('sort_key', 'desc')
    .limit(sql.lit(OFFLINE_FOLDER_ROWS))
    .compile(),
)

const selectNewest = prepared((db, by: { accountId: number; from: number }) =>
  db
    .selectFrom('mail')
    .select('id')
    .where('account_id', '=', by.accountId)
    .where('sort_key', '>=', by.from)
    .orderBy('sort_key', 'desc')
    .limit(sql.lit(OFFLINE_ROWS))
    .compile(),
)
