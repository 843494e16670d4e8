import { type ArchivePart, jsonFile, textFile } from '../../store/archive/archivePart.ts'
import { listRules } from './ruleBooks.ts'
import { listSenders } from './senders.service.ts'
import { sieveOf } from './sieveOf.ts'

/** Rules, blocked and allowed senders: as data, and as Sieve for other servers. */
export const rulesPart: ArchivePart = {
  name: 'rules',
  count: async () => 1,
  files: async (context, { accountId, onWritten }) => [
    {
      path: 'rules/rules.json',
      content: jsonFile(async () => {
        const { db } = context.store
        onWritten()
        return { rules: await listRules(db, accountId), senders: await listSenders(db, accountId) }
      }),
    },
    { path: 'rules/rules.sieve', content: textFile(() => sieveOf(context, accountId)) },
  ],
}
