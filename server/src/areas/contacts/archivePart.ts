import type { ArchivePart } from '../../store/archive/archivePart.ts'
import { writtenContacts } from './export.service.ts'

/** All personal contacts as vCard 4, with their pictures. */
export const contactsPart: ArchivePart = {
  name: 'contacts',
  count: async () => 1,
  files: async (context, { accountId, onWritten }) => [
    {
      path: 'contacts/contacts.vcf',
      content: (async function* () {
        yield* writtenContacts(context, accountId, 'vcard4', { groups: null, ids: null })
        onWritten()
      })(),
    },
  ],
}
