import { type ArchivePart, jsonFile } from '../../store/archive/archivePart.ts'

/** Own letter papers. */
export const papersPart: ArchivePart = {
  name: 'papers',
  count: async () => 1,
  files: async ({ store: { db } }, { accountId, onWritten }) => [
    {
      path: 'settings/papers.json',
      content: jsonFile(async () => {
        onWritten()
        return db.selectFrom('paper').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
      }),
    },
  ],
}
