import { DRAFT_VERSION_KEPT_MS, DRAFT_WINDOW_SEEN_MS } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import type { JobKind } from '../../store/jobs/index.ts'
import { announceChanges, lockMailboxes } from '../../store/mailbox/index.ts'
import { growMail } from '../../store/mailbox/rewriteMail.ts'
import { growCounters } from './draftSize.ts'

const HOUR_MS = 60 * 60_000
const ROWS_AT_ONCE = 100

/** Deletes versions of drafts that are too old, and what is remembered of windows that are closed. */
export const draftVersionsJob: JobKind = {
  name: 'compose.draftVersions',
  atOnce: 1,
  limitMs: 10 * 60_000,
  everyMs: HOUR_MS,
  retryAt: (_attempts, _createdAt, now) => now + HOUR_MS,
  async run(context, { signal }) {
    const { store, now, log } = context
    await store.db
      .deleteFrom('draft_window')
      .where('seen_at', '<', now() - DRAFT_WINDOW_SEEN_MS)
      .execute()
    for (let after = 0; !signal.aborted; ) {
      const old = await store.db
        .selectFrom('draft_version')
        .select(['id', 'mail_id', 'account_id', 'at'])
        .where('at', '<=', now() - DRAFT_VERSION_KEPT_MS)
        .where('at', '>=', after)
        .orderBy('at')
        .limit(ROWS_AT_ONCE)
        .execute()
      const drafts = new Map(old.map(({ mail_id, account_id }) => [mail_id, account_id]))
      for (const [mailId, accountId] of drafts) {
        try {
          await forgetOld(context, accountId, mailId)
        } catch (error) {
          log.error(
            { err: error, mailId },
            'old versions of a draft could not be deleted; it is tried again in an hour',
          )
        }
      }
      if (old.length < ROWS_AT_ONCE) break
      // What could not be deleted is not read again in this run.
      after = (old.at(-1)?.at ?? 0) + 1
    }
    return undefined
  },
}

async function forgetOld(context: Context, accountId: number, mailId: number): Promise<void> {
  await transact(context, async (trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    const gone = await trx
      .deleteFrom('draft_version')
      .where('mail_id', '=', mailId)
      .where('at', '<=', context.now() - DRAFT_VERSION_KEPT_MS)
      .returning('size')
      .execute()
    const bytes = gone.reduce((sum, { size }) => sum + size, 0)
    if (bytes === 0) return
    const folderId = await growMail(trx, mailId, -bytes)
    if (folderId === null) return
    await growCounters(trx, accountId, mailId, folderId, -bytes)
    noteChange(trx, accountId, { kind: 'updated', folderId, mailIds: [mailId] })
  })
  announceChanges(context, [accountId])
}
