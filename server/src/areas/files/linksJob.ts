import type { Context } from '../../store/context/context.ts'
import type { JobKind } from '../../store/jobs/index.ts'
import { readSharingRule } from '../../store/sharing/sharingRule.ts'
import { mailEndsSoon } from './linkMails.ts'
import { type LinkRow, stateOf } from './links.service.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** How long an expired file can still be asked for and opened again. */
export const LINK_KEPT_MS = 15 * DAY_MS
const ROWS_AT_ONCE = 100

/**
 * Asks senders about files that end within three days and were fetched fewer times than they have recipients, and deletes
 * links that ended long ago. A mail that cannot be made stops no other.
 */
export const linksJob: JobKind = {
  name: 'files.links',
  atOnce: 1,
  limitMs: 10 * 60_000,
  everyMs: HOUR_MS,
  retryAt: (_attempts, _createdAt, now) => now + HOUR_MS,
  async run(context, { signal }) {
    await remind(context, signal)
    const { store, now } = context
    for (let found = ROWS_AT_ONCE; found >= ROWS_AT_ONCE && !signal.aborted; ) {
      const old = await store.db
        .selectFrom('file_link')
        .select('id')
        .where('expires_at', '<=', now() - LINK_KEPT_MS)
        .orderBy('expires_at')
        .limit(ROWS_AT_ONCE)
        .execute()
      found = old.length
      if (found === 0) break
      const ids = old.map(({ id }) => id)
      const due = store.db.deleteFrom('file_link').where('expires_at', '<=', now() - LINK_KEPT_MS)
      await due.where('id', 'in', ids).execute()
    }
    return undefined
  },
}

/** A sender who could not be written to is asked again with the next run. */
async function remind(context: Context, signal: AbortSignal): Promise<void> {
  const { store, log } = context
  const rule = await readSharingRule(store.db)
  for (let found = ROWS_AT_ONCE; found >= ROWS_AT_ONCE; ) {
    const rows = await store.db
      .selectFrom('file_link')
      .selectAll()
      .where('remind_at', '<=', context.now())
      .orderBy('remind_at')
      .limit(ROWS_AT_ONCE)
      .execute()
    found = rows.length
    for (const link of rows) {
      if (signal.aborted) return
      const note = (db: Context['store']['db'], next: number | null) => noteReminded(db, link, next)
      const isOpen = stateOf(link, { now: context.now(), rule }) === 'normal' && link.downloads < link.recipients
      try {
        if (isOpen) await mailEndsSoon(context, link, (trx) => note(trx, null))
        else await note(store.db, null)
      } catch (error) {
        log.error({ err: error, linkId: link.id }, 'a sender could not be asked about a file that ends soon')
        await note(store.db, context.now() + HOUR_MS)
      }
    }
  }
}

/** Answers whether it was still to be noted: neither another server nor its sender has changed the time meanwhile. */
async function noteReminded(
  db: Context['store']['db'],
  { id, remind_at }: LinkRow,
  next: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file_link')
    .set({ remind_at: next })
    .where('id', '=', id)
    .where('remind_at', '=', remind_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
