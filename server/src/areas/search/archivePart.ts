import { type ArchivePart, jsonFile } from '../../store/archive/archivePart.ts'
import { listSavedSearches } from './savedSearches.service.ts'

/** The searches that a person keeps. */
export const savedSearchesPart: ArchivePart = {
  name: 'saved-searches',
  count: async () => 1,
  files: async ({ store }, { accountId, onWritten }) => [
    {
      path: 'settings/saved-searches.json',
      content: jsonFile(async () => {
        const list = await listSavedSearches(store.db, accountId)
        onWritten()
        return list
      }),
    },
  ],
}
