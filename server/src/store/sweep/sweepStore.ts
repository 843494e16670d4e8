import { MAIL_RECOVERY_MS, OFFLINE_ACTION_MS } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { Context } from '../context/context.ts'
import { forgetOutsideReaders } from '../mailbox/index.ts'
import { sweepBlobs, sweepStrayFiles } from './sweepBlobs.ts'
import { sweepChanges } from './sweepChanges.ts'
import { underSweepLock } from './sweepLock.ts'
import { sweepMessages } from './sweepMessages.ts'
import { sweepUploads } from './sweepUploads.ts'

/** What no row refers to is kept this long: an upload before its mail is sent, a message before its rows are written. */
export const KEEP_UNREFERENCED_MS = 24 * 60 * 60 * 1_000

export interface SweepResult {
  readonly outgoing: number
  readonly uploads: number
  readonly messages: number
  /** Files removed, and their bytes. */
  readonly blobs: number
  readonly bytes: number
}

/** A client may come back after this long and repeat the call that made a draft, by then gone. */
const KEEP_DRAFT_NAMES_MS = 30 * 24 * 60 * 60 * 1_000
/** An import that is run again after this long reads its files from the beginning; what is there already stays single. */
const KEEP_IMPORT_PROGRESS_MS = 30 * 24 * 60 * 60 * 1_000
/** Rows deleted in one statement, so that no call waits for the sweep. */
const NOTES_AT_ONCE = 1_000
/** Logs go back 30 days (§9). */
const KEEP_LOGS_MS = 30 * 24 * 60 * 60 * 1_000

/**
 * Removes what nothing refers to any more: finished outgoing mail whose copy is gone, uploads that no draft names,
 * messages that no mailbox holds, and files that no row names. It works through what was noted as garbage and never
 * through what is kept. Safe while mail comes in: rows and files younger than a day are left alone, and a file that is
 * put again at the same moment stays. What fails is logged, and the rest is done.
 * Answers null when another server is sweeping.
 * @param strays which part of the files on disk to check for those that a crash left without any row, as [which, of how
 *   many]: slow, rarely needed; null for none of them
 * @param signal when it is aborted, no further part is begun
 */
export async function sweepStore(
  context: Context,
  strays: readonly [number, number] | null = [0, 1],
  signal?: AbortSignal,
): Promise<SweepResult | null> {
  const before = context.now() - KEEP_UNREFERENCED_MS
  /** One part that fails does not stop the others. */
  const part = async <T>(what: string, nothing: T, work: () => Promise<T>): Promise<T> => {
    if (signal?.aborted) return nothing
    try {
      return await work()
    } catch (error) {
      context.log.error({ err: error, what }, 'a part of the sweep failed; it will be tried again')
      return nothing
    }
  }
  return underSweepLock(context, async () => {
    const uploads = await part('uploads', 0, () => sweepUploads(context, before))
    const swept = await part('messages', { outgoing: 0, messages: 0 }, () => sweepMessages(context, before))
    await part('notes', undefined, () => sweepNotes(context))
    await part('changes', undefined, () => sweepChanges(context))
    const none = { blobs: 0, bytes: 0 }
    const blobs = await part('files', none, () => sweepBlobs(context, before))
    const stray = strays ? await part('stray files', none, () => sweepStrayFiles(context, before, strays)) : none
    return { ...swept, uploads, blobs: blobs.blobs + stray.blobs, bytes: blobs.bytes + stray.bytes }
  })
}

/** Rows that only had to be remembered for a time. */
async function sweepNotes({ store, now }: Context): Promise<void> {
  await store.db
    .deleteFrom('draft_client')
    .where('created_at', '<', now() - KEEP_DRAFT_NAMES_MS)
    .where(sql<boolean>`not exists (select 1 from mail where mail.id = draft_client.mail_id)`)
    .execute()
  await store.db
    .deleteFrom('import_progress')
    .where('updated_at', '<', now() - KEEP_IMPORT_PROGRESS_MS)
    .execute()
  // Their files have no row of their own: from here on they are strays.
  await store.db.deleteFrom('archive_job').where('expires_at', '<=', now()).execute()
  // They keep their letters, which the next sweeps remove.
  await forgetOutsideReaders(store.db, now() - KEEP_LOGS_MS)
  for (const [log, keptMs] of [
    ['delivery_verdict', KEEP_LOGS_MS],
    ['delivery_log', KEEP_LOGS_MS],
    ['setting_change', KEEP_LOGS_MS],
    ['settings_import', KEEP_LOGS_MS],
    // Too old to undo anything by (`LIFE_MS` of areas/calendar/undo.ts); it keeps the files of events that are gone.
    ['event_undo', KEEP_UNREFERENCED_MS],
    // They keep their messages, which the next sweep removes.
    ['deleted_mail', MAIL_RECOVERY_MS],
    // Longer than a device sends what it has not settled.
    ['settled_action', 2 * OFFLINE_ACTION_MS],
  ] as const) {
    const old = store.db
      .selectFrom(log)
      .select('id')
      .where('at', '<', now() - keptMs)
      .orderBy('at')
    for (let deleted = NOTES_AT_ONCE; deleted >= NOTES_AT_ONCE; ) {
      const { numDeletedRows } = await store.db
        .deleteFrom(log)
        .where('id', 'in', old.limit(NOTES_AT_ONCE))
        .executeTakeFirstOrThrow()
      deleted = Number(numDeletedRows)
    }
  }
}
