import type { MigrationSource } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { MigrationFolderTable, MigrationTable } from '../../store/database/mailMigration.schema.ts'
import type { Trx } from '../../store/database/transact.ts'

export type MigrationRow = Selectable<MigrationTable>
export type FolderRow = Selectable<MigrationFolderTable>

type Parts = Pick<Context, 'store'>

/** The migration was paused, cancelled or deleted; nothing more is brought. */
export class MigrationHaltedError extends Error {
  override readonly name = 'MigrationHaltedError'
}

/** Throws `MigrationHaltedError` unless a migration goes on. */
export async function requireRunning(db: Trx | Context['store']['db'], migrationId: number): Promise<void> {
  const found = await db
    .selectFrom('migration')
    .select('id')
    .where('id', '=', migrationId)
    .where('state', '=', 'migrating')
    .executeTakeFirst()
  if (!found) throw new MigrationHaltedError()
}

export const foldersOf = ({ store }: Parts, migrationId: number): Promise<FolderRow[]> =>
  store.db.selectFrom('migration_folder').selectAll().where('migration_id', '=', migrationId).orderBy('place').execute()

export async function setFolder(
  { store }: Parts,
  folderRowId: number,
  values: Partial<
    Pick<
      FolderRow,
      'state' | 'total' | 'folder_id' | 'folder_name' | 'estimate' | 'made' | 'reason' | 'there_found' | 'there_bytes'
    >
  >,
): Promise<void> {
  await store.db.updateTable('migration_folder').set(values).where('id', '=', folderRowId).execute()
}

/** A mail of the other server that was dealt with. */
export interface Dealt {
  /** The mail here; null for one that was not brought. */
  readonly mailId: number | null
  /** Its marks there when they were last compared (`lettersOf`); null before that. */
  readonly marks: string | null
}

/**
 * The mails of a folder of the other server, by their numbers, that this migration has dealt with, and those that earlier
 * ones of the same account there have.
 */
export async function dealtWith(
  { store }: Parts,
  migration: MigrationRow,
  path: string,
  uidValidity: string,
): Promise<{ own: ReadonlyMap<number, Dealt>; before: ReadonlyMap<number, Dealt> }> {
  const rows = await store.db
    .selectFrom('migration')
    .innerJoin('migration_folder', 'migration_folder.migration_id', 'migration.id')
    .innerJoin('migration_mail', 'migration_mail.migration_folder_id', 'migration_folder.id')
    .select(['migration.id', 'migration_mail.uid', 'migration_mail.mail_id', 'migration_mail.outcome'])
    .select('migration_mail.marks')
    .where('migration.account_id', '=', migration.account_id)
    .where('migration.host', '=', migration.host)
    .where('migration.user_name', '=', migration.user_name)
    .where('migration_folder.path', '=', path)
    .where('migration_mail.uid_validity', '=', uidValidity)
    .execute()
  const own = new Map<number, Dealt>()
  const before = new Map<number, Dealt>()
  for (const { id, uid, mail_id: mailId, outcome, marks } of rows) {
    if (id === migration.id) own.set(uid, { mailId, marks })
    // What an earlier one could not bring is tried again.
    else if (outcome !== 'noted') before.set(uid, { mailId, marks })
  }
  return { own, before }
}

/** Adds folders of the other server to a migration, behind those that it has. */
export async function insertFolders(
  trx: Trx,
  migrationId: number,
  sources: readonly MigrationSource[],
  behind = 0,
): Promise<void> {
  for (const [at, { path, names, role, mails }] of sources.entries()) {
    await trx
      .insertInto('migration_folder')
      .values({
        ...{ migration_id: migrationId, place: behind + at, path, names: JSON.stringify(names), role, total: mails },
        folder_id: null,
      })
      .execute()
  }
}

/** Takes mails out of what a folder has in the range. */
export async function countLess({ store }: Parts, folderRowId: number, mails: number): Promise<void> {
  await store.db
    .updateTable('migration_folder')
    .set((eb) => ({ total: eb('total', '-', mails) }))
    .where('id', '=', folderRowId)
    .execute()
}
