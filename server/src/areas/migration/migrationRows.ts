import type { Selectable } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { MigrationFolderTable, MigrationTable } from '../../store/database/mailMigration.schema.ts'

export type MigrationRow = Selectable<MigrationTable>
export type FolderRow = Selectable<MigrationFolderTable>

type Parts = Pick<Context, 'store'>

export const foldersOf = ({ store }: Parts, migrationId: number): Promise<FolderRow[]> =>
  store.db.selectFrom('migration_folder').selectAll().where('migration_id', '=', migrationId).orderBy('place').execute()

export async function setFolder(
  { store }: Parts,
  folderRowId: number,
  values: Partial<Pick<FolderRow, 'state' | 'total' | 'folder_id' | 'folder_name'>>,
): Promise<void> {
  await store.db.updateTable('migration_folder').set(values).where('id', '=', folderRowId).execute()
}

/**
 * The mails of a folder of the other server that this migration has dealt with, and those that earlier ones of the same
 * account there have, each with the mail here.
 */
export async function dealtWith(
  { store }: Parts,
  migration: MigrationRow,
  path: string,
  uidValidity: string,
): Promise<{ own: ReadonlySet<number>; before: ReadonlyMap<number, number | null> }> {
  const rows = await store.db
    .selectFrom('migration')
    .innerJoin('migration_folder', 'migration_folder.migration_id', 'migration.id')
    .innerJoin('migration_mail', 'migration_mail.migration_folder_id', 'migration_folder.id')
    .select(['migration.id', 'migration_mail.uid', 'migration_mail.mail_id', 'migration_mail.outcome'])
    .where('migration.account_id', '=', migration.account_id)
    .where('migration.host', '=', migration.host)
    .where('migration.user_name', '=', migration.user_name)
    .where('migration_folder.path', '=', path)
    .where('migration_mail.uid_validity', '=', uidValidity)
    .execute()
  const own = new Set<number>()
  const before = new Map<number, number | null>()
  for (const { id, uid, mail_id, outcome } of rows) {
    if (id === migration.id) own.add(uid)
    // What an earlier one could not bring is tried again.
    else if (outcome !== 'noted') before.set(uid, mail_id)
  }
  return { own, before }
}

/** Takes mails out of what a folder has in the range. */
export async function countLess({ store }: Parts, folderRowId: number, mails: number): Promise<void> {
  await store.db
    .updateTable('migration_folder')
    .set((eb) => ({ total: eb('total', '-', mails) }))
    .where('id', '=', folderRowId)
    .execute()
}
