import { MIGRATION_PAUSED_DAYS } from '@yanshu/contracts'
import { transact } from '../../store/database/transact.ts'
import type { JobKind } from '../../store/jobs/index.ts'
import { endMigration } from './migrationJob.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 200
const ATTEMPTS_MAX = 5
const RETRY_MS = 600_000

/** Ends migrations that have been paused for so long that they are forgotten, so that no password is kept for ever. */
export const forgetPaused: JobKind = {
  name: 'mail.migrationPaused',
  atOnce: 1,
  limitMs: 300_000,
  retryAt: (attempts, _createdAt, now) => (attempts < ATTEMPTS_MAX ? now + RETRY_MS : null),
  everyMs: DAY_MS,
  run: async (context, { signal }) => {
    for (;;) {
      signal.throwIfAborted()
      const now = context.now()
      const rows = await context.store.background
        .selectFrom('migration')
        .select('id')
        .where('state', '=', 'paused')
        .where('paused_at', '<', now - MIGRATION_PAUSED_DAYS * DAY_MS)
        .orderBy('paused_at')
        .limit(AT_ONCE)
        .execute()
      for (const { id } of rows) {
        await transact(context, (trx) => endMigration(trx, id, 'cancelled', 'forgotten', context.now()))
      }
      if (rows.length < AT_ONCE) return undefined
    }
  },
}
