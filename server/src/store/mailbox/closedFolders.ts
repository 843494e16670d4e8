import { type Kysely, sql } from 'kysely'
import type { MailReader, OpenFolders } from '../../platform/actor/actor.ts'
import type { NamedThings } from '../../platform/http/caller.ts'
import { FolderClosedError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { numberIn } from '../database/ids.ts'
import { prepared } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'

/*
 * A folder with a password is closed to every session that has not opened it, with the folders that lie in it. Its mails
 * are listed inside of it alone, also for who has opened it: no list across folders, label, search, count, preview or
 * export shows them elsewhere.
 */

type Parts = Pick<Context, 'store'>

/** The folders of an account that a password guards, opened or not: those that have one, and those that lie in them. */
export async function guardedFolders(db: Kysely<Schema>, accountId: number): Promise<number[]> {
  return (await selectGuarded(db, { accountId })).map(({ id }) => id)
}

/** Those of them that are closed to who reads. */
export async function closedFolders(db: Kysely<Schema>, reader: MailReader): Promise<ReadonlySet<number>> {
  return new Set((await closedGuards(db, reader)).keys())
}

/**
 * The folder whose password a session has to enter next to open this one: of several around it the outermost, itself
 * when it has one. Null when the folder is open.
 */
export async function closedBy(db: Kysely<Schema>, reader: MailReader, folderId: number): Promise<number | null> {
  return (await closedGuards(db, reader)).get(folderId) ?? null
}

/** The folders that are closed to a session, each with the outermost folder whose password it has not entered. */
async function closedGuards(db: Kysely<Schema>, reader: MailReader): Promise<ReadonlyMap<number, number>> {
  if (reader.openFolders === 'all') return new Map()
  const guarded = await selectGuarded(db, { accountId: reader.accountId })
  // Most accounts have none.
  if (guarded.length === 0) return new Map()
  const open = await openAmong(
    db,
    reader.openFolders,
    guarded.map(({ id }) => id),
  )
  const byId = new Map(guarded.map((folder) => [folder.id, folder]))
  const closed = new Map<number, number>()
  for (const { id } of guarded) {
    for (let at = byId.get(id); at; at = at.parent_id === null ? undefined : byId.get(at.parent_id)) {
      if (at.password_hash !== null && !open.has(at.id)) closed.set(id, at.id)
    }
  }
  return closed
}

/** Those of these folders whose password has been entered. */
async function openAmong(
  db: Kysely<Schema>,
  openFolders: Exclude<OpenFolders, 'all'>,
  folderIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (openFolders === 'none') return new Set()
  if ('folderIds' in openFolders) return openFolders.folderIds
  const opened = await db
    .selectFrom('folder_unlock')
    .select('folder_id')
    .where('session_id', '=', openFolders.sessionId)
    .where('folder_id', 'in', [...folderIds])
    .execute()
  return new Set(opened.map(({ folder_id }) => folder_id))
}

const selectGuarded = prepared((db, by: { accountId: number }) =>
  db
    .selectFrom('folder')
    .select(['id', 'parent_id', 'password_hash'])
    .where('account_id', '=', by.accountId)
    // As it stands in the index: a value that is bound would not let the store take it.
    .where(sql<boolean>`guarded = 1`)
    .compile(),
)

/** A folder of a mail, or of a list. */
interface FolderRow {
  readonly id: number
  readonly guarded: number
}

/** Throws `FolderClosedError` for a folder that is closed to who reads. Of one that no password guards nothing is asked. */
export async function requireFolderOpen(db: Kysely<Schema>, reader: MailReader, folder: FolderRow): Promise<void> {
  if (folder.guarded === 1 && (await closedBy(db, reader, folder.id)) !== null) throw new FolderClosedError()
}

/** Those of these mails that lie in a folder with a password: nothing outside of it names them. */
export async function guardedMails(
  { db, engine }: Context['store'],
  mailIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (mailIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select('mail.id')
    .where(numberIn(engine, 'mail.id', mailIds))
    .where('folder.guarded', '=', 1)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** For a statement about something that names a mail: the folder of that mail, null where the mail is gone. */
export const folderOfMail = (column: string) =>
  sql<number | null>`(select folder_id from mail where mail.id = ${sql.ref(column)})`

/** The same: whether the mail lies in no folder with a password. A mail that is gone lies in none. */
export const isMailOutsideGuarded = (column: string) => sql<boolean>`coalesce((
  select guarded from mail inner join folder on folder.id = mail.folder_id where mail.id = ${sql.ref(column)}
), 0) = 0`

/** Throws `FolderClosedError` when one of these lies in a folder that is closed to the session. */
export async function requireOpen({ store }: Parts, reader: MailReader, named: NamedThings): Promise<void> {
  if (reader.hasGuarded === false) return
  const { mailIds, folderIds, fileIds } = named
  if (mailIds.length + folderIds.length + fileIds.length === 0) return
  const { db, engine } = store
  const closed = await closedFolders(db, reader)
  if (closed.size === 0) return
  if (folderIds.some((id) => closed.has(id))) throw new FolderClosedError()
  const ids = [...closed]
  if (mailIds.length > 0) {
    const inside = await db
      .selectFrom('mail')
      .select('id')
      .where(numberIn(engine, 'id', mailIds))
      .where('folder_id', 'in', ids)
      .limit(1)
      .executeTakeFirst()
    if (inside) throw new FolderClosedError()
  }
  if (fileIds.length > 0 && (await onlyInside(db, reader.accountId, fileIds, ids))) throw new FolderClosedError()
}

/** Throws `FolderClosedError` when one of these files is part of mails that all lie in folders closed to the session. */
export async function requireFilesOpen(
  db: Kysely<Schema>,
  reader: MailReader,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return
  const closed = await closedFolders(db, reader)
  if (closed.size > 0 && (await onlyInside(db, reader.accountId, fileIds, [...closed]))) throw new FolderClosedError()
}

/** Whether one of the files is part of mails that all lie in these folders. */
async function onlyInside(db: Kysely<Schema>, accountId: number, fileIds: readonly string[], closed: number[]) {
  const rows = await db
    .selectFrom('attachment')
    .innerJoin('mail', 'mail.message_id', 'attachment.message_id')
    .select(['attachment.id', 'mail.folder_id'])
    .where('attachment.id', 'in', [...fileIds])
    .where('mail.account_id', '=', accountId)
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].some((mails) =>
    mails.every(({ folder_id }) => closed.includes(folder_id)),
  )
}

/** Opens a folder to a session, until that ends or the folder's password changes. */
export async function openFolder(db: Kysely<Schema>, sessionId: string, folderId: number): Promise<void> {
  await db
    .insertInto('folder_unlock')
    .values({ session_id: sessionId, folder_id: folderId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
