import type { Kysely } from 'kysely'
import type { GaugeSeries } from '../../platform/health/measures.ts'
import type { Schema } from '../database/schema.ts'

/** More than this are not counted one by one. */
const COUNTED_MAX = 10_000

/** How many mails the index of the search has not got yet. */
export const indexGauges = (db: Kysely<Schema>): readonly GaugeSeries[] => [
  {
    name: 'yanshu_index_backlog',
    help: `Mails that wait for the index of the search, of all processes; ${COUNTED_MAX} stands for more`,
    labelNames: [],
    read: async () => {
      const rows = await db.selectFrom('mail_to_index').select('sort_key').limit(COUNTED_MAX).execute()
      return [{ labels: {}, value: rows.length }]
    },
  },
]
