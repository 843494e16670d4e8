import { type ArchivePart, jsonFile } from '../../store/archive/archivePart.ts'
import { readAllOwn } from './remoteSettings.service.ts'

/** What remotes keep for a person. */
export const remoteSettingsPart: ArchivePart = {
  name: 'remoteSettings',
  count: async () => 1,
  files: async ({ store }, { accountId, onWritten }) => [
    {
      path: 'settings/remotes.json',
      content: jsonFile(async () => {
        const values = await readAllOwn(store.db, accountId)
        onWritten()
        return values
      }),
    },
  ],
}
