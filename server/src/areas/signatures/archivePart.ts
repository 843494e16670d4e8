import { type ArchivePart, jsonFile } from '../../store/archive/archivePart.ts'

/** Signatures and letter templates, with their HTML. */
export const signaturesPart: ArchivePart = {
  name: 'signatures',
  count: async () => 1,
  files: async ({ store: { db } }, { accountId, onWritten }) => [
    {
      path: 'settings/signatures.json',
      content: jsonFile(async () => {
        onWritten()
        return db.selectFrom('signature').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
      }),
    },
    {
      path: 'settings/templates.json',
      content: jsonFile(() =>
        db.selectFrom('letter_template').selectAll().where('account_id', '=', accountId).orderBy('id').execute(),
      ),
    },
  ],
}
