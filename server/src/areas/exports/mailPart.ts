import type { MailReader } from '../../platform/actor/actor.ts'
import type { ArchiveAsking, ArchiveFile, ArchivePart } from '../../store/archive/archivePart.ts'
import type { Context } from '../../store/context/context.ts'
import { mboxOf } from './mbox.ts'

const foldersOf = async ({ store }: Context, { accountId, openFolders }: ArchiveAsking) => {
  const rows = await store.db
    .selectFrom('folder')
    .select(['id', 'name', 'total', 'guarded'])
    .where('account_id', '=', accountId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return rows.filter(({ id, guarded }) => guarded === 0 || openFolders.has(id))
}

const readerOf = ({ accountId, openFolders }: ArchiveAsking): MailReader => ({
  accountId,
  openFolders: { folderIds: openFolders },
})

/** All mail, an mbox file for each folder that has some. */
export const mailPart: ArchivePart = {
  name: 'mail',
  count: async (context, asking) => (await foldersOf(context, asking)).reduce((sum, { total }) => sum + total, 0),
  files: async (context, asking) =>
    (await foldersOf(context, asking))
      .filter(({ total }) => total > 0)
      .map(
        ({ id, name }): ArchiveFile => ({
          path: `mail/${name}.mbox`,
          content: mboxOf(context, readerOf(asking), id, ({ isLost }) => asking.onWritten(isLost)),
        }),
      ),
}
