import { type Kysely, sql } from 'kysely'
import { isOwnAddress } from '../../mailflow/delivery/recipients.ts'
import { preparedForList } from '../../store/database/prepared.ts'
import type { Schema } from '../../store/database/schema.ts'
import { whoKnows } from '../auto-reply/index.ts'

/** Accounts that are looked up in one query. */
const AT_ONCE = 500
/** Mails by a Message-ID that are looked at: copies of one letter have the same sender. */
const COPIES = 5

/** The folders in which first mails wait, of those of these accounts that hold them. Most hold none. */
export async function screeningFolders(
  db: Kysely<Schema>,
  accountIds: readonly number[],
): Promise<Map<number, number>> {
  const folders = new Map<number, number>()
  for (let at = 0; at < accountIds.length; at += AT_ONCE) {
    for (const { account_id, id } of await selectScreening(db, accountIds.slice(at, at + AT_ONCE))) {
      folders.set(account_id, id)
    }
  }
  return folders
}

const selectScreening = preparedForList((db, ids: readonly number[]) =>
  db
    .selectFrom('folder')
    .select(['account_id', 'id'])
    .where('account_id', 'in', ids)
    .where(sql<boolean>`screens = 1`)
    .compile(),
)

/**
 * The accounts for which an address is new: they have not written to it, it is none of their contacts, and no mail of it
 * came before but those that are held.
 * @param folders the folder of each account in which first mails wait
 */
export async function whoHolds(
  db: Kysely<Schema>,
  folders: ReadonlyMap<number, number>,
  address: string,
): Promise<Set<number>> {
  const knowing = await whoKnows(db, [...folders.keys()], address)
  const unacquainted = new Set<number>()
  for (const [accountId, folderId] of folders) {
    if (knowing.has(accountId)) continue
    if (!(await cameBefore(db, accountId, address)) || (await isHeld(db, { accountId, folderId, address }))) {
      unacquainted.add(accountId)
    }
  }
  return unacquainted
}

const cameBefore = async (db: Kysely<Schema>, accountId: number, address: string): Promise<boolean> =>
  (await db
    .selectFrom('correspondent')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .where('received', '>', 0)
    .executeTakeFirst()) !== undefined

interface Held {
  readonly accountId: number
  readonly folderId: number
  readonly address: string
}

/** Whether nothing has been decided about a sender whose mails are held, or were and are deleted. */
async function isHeld(db: Kysely<Schema>, { accountId, folderId, address }: Held): Promise<boolean> {
  const noted = await db
    .selectFrom('held_sender')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .executeTakeFirst()
  if (noted) return true
  // What was delivered a moment ago is noted after it.
  const waiting = await db
    .selectFrom('mail')
    .innerJoin('message_address', 'message_address.message_id', 'mail.message_id')
    .select('mail.id')
    .where('mail.folder_id', '=', folderId)
    .where('message_address.kind', '=', 'from')
    .where('message_address.address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/** The folder of a mail, and whether first mails wait in it; undefined for a mail that has gone. */
export const placeOf = (db: Kysely<Schema>, mailId: number) =>
  db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['folder.id', 'folder.screens'])
    .where('mail.id', '=', mailId)
    .executeTakeFirst()

/** Whether a mailbox has one of these messages (Message-IDs), written by its owner or a colleague. */
export async function hasLetterOfOrganisation(
  db: Kysely<Schema>,
  accountId: number,
  messageIds: readonly string[],
): Promise<boolean> {
  if (messageIds.length === 0) return false
  const rows = await db
    .selectFrom('message')
    .innerJoin('mail', 'mail.message_id', 'message.id')
    .select('message.from_address')
    .where('message.rfc_message_id', 'in', [...messageIds])
    .where('mail.account_id', '=', accountId)
    .where('message.claims_own_domain', '=', 0)
    .limit(COPIES)
    .execute()
  for (const { from_address } of rows) if (await isOwnAddress(db, from_address)) return true
  return false
}
