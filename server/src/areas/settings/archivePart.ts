import { type ArchivePart, jsonFile } from '../../store/archive/archivePart.ts'
import { readSettings } from '../../store/profile/settings.ts'

/** What a person has set for themselves, with their folders, labels and addresses. */
export const settingsPart: ArchivePart = {
  name: 'settings',
  count: async () => 1,
  files: async (context, { accountId, onWritten }) => [
    {
      path: 'settings/settings.json',
      content: jsonFile(async () => {
        const { db } = context.store
        const own = { general: await readSettings(context, accountId) }
        const folders = db.selectFrom('folder').select(['name', 'role', 'sort', 'state'])
        const labels = db.selectFrom('label').select(['name', 'color', 'sort', 'state'])
        const reply = db.selectFrom('auto_reply').select('value').where('account_id', '=', accountId)
        const forward = db.selectFrom('forward_address').select(['address', 'outside', 'confirmed_at'])
        onWritten()
        return {
          ...own,
          folders: await folders.where('account_id', '=', accountId).orderBy('sort').execute(),
          labels: await labels.where('account_id', '=', accountId).orderBy('sort').execute(),
          aliases: await db.selectFrom('alias').select('address').where('account_id', '=', accountId).execute(),
          senderNames: await db
            .selectFrom('address_name')
            .select(['address', 'name'])
            .where('account_id', '=', accountId)
            .execute(),
          autoReply: JSON.parse((await reply.executeTakeFirst())?.value ?? 'null') as unknown,
          forwardTo: await forward.where('account_id', '=', accountId).execute(),
        }
      }),
    },
  ],
}
