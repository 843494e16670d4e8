import type { ArchivePart } from '../../store/archive/archivePart.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { type Job, JobClaimLostError, type JobKind } from '../../store/jobs/index.ts'
import { guardedFolders } from '../../store/mailbox/index.ts'
import { readIds } from './readIds.ts'
import { type ArchiveProgress, writeArchive } from './writeArchive.ts'

const HOUR_MS = 3_600_000
/** Progress is written down so often at most, by the machine's clock. */
const NOTE_EVERY_MS = 1_000
/** How long a finished archive is kept. */
const KEEP_MS = 7 * 24 * HOUR_MS
/** Those that failed without a word of the archive itself, as by a server that was killed. */
const ATTEMPTS_MAX = 5
const RETRY_MS = 60_000

/** The job of an archive; its key is the archive's id. */
export const ARCHIVE = 'export.archive'

/** Makes the archives that people have asked for; of several servers each archive is made by one. */
export const archiveJob = (parts: readonly ArchivePart[]): JobKind => ({
  name: ARCHIVE,
  atOnce: 2,
  limitMs: 12 * HOUR_MS,
  retryAt: (attempts, _createdAt, now) => (attempts < ATTEMPTS_MAX ? now + RETRY_MS : null),
  async run(context, job) {
    await makeArchive(context, parts, job)
    return undefined
  },
  onFailed: async (trx, _context, key) => {
    await trx.updateTable('archive_job').set({ state: 'failed' }).where('id', '=', key).execute()
  },
  drop: async (trx, key) => {
    await trx.deleteFrom('archive_job').where('id', '=', key).execute()
  },
})

async function makeArchive(
  context: Context,
  parts: readonly ArchivePart[],
  { key, signal, say, end }: Job,
): Promise<void> {
  const begun = await begin(context, key)
  if (!begun) return
  const { db } = context.store
  const gone = new AbortController()
  let notedAt = performance.now()
  let saying: Promise<void> = Promise.resolve()
  const note = async (progress: ArchiveProgress) => {
    try {
      const { numUpdatedRows } = await db
        .updateTable('archive_job')
        .set(progress)
        .where('id', '=', key)
        .executeTakeFirst()
      // It was given up meanwhile.
      if (numUpdatedRows === 0n) gone.abort()
    } catch (error) {
      // Nothing awaits it now: the error would end the server. The next note may be written.
      context.log.warn({ err: error, accountId: begun.account_id }, 'how far an archive is could not be written down')
    }
  }
  const sayProgress = (progress: ArchiveProgress) => {
    say(progress.done, progress.total)
    const at = performance.now()
    if (at - notedAt < NOTE_EVERY_MS) return
    notedAt = at
    saying = saying.then(() => note(progress))
  }
  try {
    const openFolders = new Set(readIds(begun.open_folders))
    // Read before the mails: a folder that gets a password from here on may be in the archive.
    const leftOut = (await guardedFolders(db, begun.account_id)).filter((id) => !openFolders.has(id))
    const asked = { accountId: begun.account_id, openFolders, parts }
    const either = AbortSignal.any([signal, gone.signal])
    const { hash, size, progress } = await writeArchive(context, asked, sayProgress, either)
    await saying
    await transact(context, async (trx) => {
      await trx
        .updateTable('archive_job')
        .set({
          ...progress,
          state: 'ready',
          blob_hash: hash,
          size,
          expires_at: context.now() + KEEP_MS,
          left_out: JSON.stringify(leftOut),
        })
        .where('id', '=', key)
        .execute()
      await end(trx)
    })
  } catch (error) {
    await saying
    if (gone.signal.aborted) return
    // Another server makes it now.
    if (error instanceof JobClaimLostError || signal.reason instanceof JobClaimLostError) throw error
    // A server that stops leaves it to the next; what failed is shown to the person who asked, and is begun again by them.
    if (signal.aborted) {
      const waiting = db.updateTable('archive_job').set({ state: 'waiting' }).where('id', '=', key)
      await waiting.where('state', '=', 'running').execute()
      throw error
    }
    context.log.error({ err: error, accountId: begun.account_id }, 'an archive could not be made')
    await db.updateTable('archive_job').set({ state: 'failed' }).where('id', '=', key).execute()
  }
}

/** What is to be in the archive; null when it was given up, or is made. */
async function begin({ store }: Pick<Context, 'store'>, id: string) {
  const begun = await store.db
    .updateTable('archive_job')
    .set({ state: 'running', done: 0, total: 0, lost: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(['account_id', 'open_folders'])
    .executeTakeFirst()
  return begun ?? null
}
