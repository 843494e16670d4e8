import type { ArchivePart } from '../../store/archive/archivePart.ts'
import type { Context } from '../../store/context/context.ts'
import { guardedFolders } from '../../store/mailbox/index.ts'
import { readIds } from './readIds.ts'
import { type ArchiveProgress, writeArchive } from './writeArchive.ts'

const EVERY_MS = 2_000
/** An archive whose server says nothing for so long is begun again by another one, or by the same after a restart. */
const CLAIM_MS = 60_000
/** Progress is written down so often at most, by the machine's clock: it keeps the claim alive. */
const SAY_EVERY_MS = 1_000
/** How long a finished archive is kept. */
const KEEP_MS = 7 * 86_400_000

/**
 * Makes the archives that people have asked for, one at a time in a server; of several servers each archive is made by one.
 * Answers how to stop: what is under way then is begun again by whoever comes next.
 */
export function startArchiveWork(context: Context, parts: readonly ArchivePart[]): () => Promise<void> {
  const ended = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<unknown> = Promise.resolve()
  const look = () => {
    running = makeArchive(context, parts, ended.signal)
      .catch((error: unknown) => context.log.error({ err: error }, 'archives could not be looked for'))
      .finally(() => {
        if (ended.signal.aborted) return
        timer = setTimeout(look, EVERY_MS)
        timer.unref()
      })
  }
  look()
  return async () => {
    ended.abort()
    if (timer) clearTimeout(timer)
    await running
  }
}

/** Makes the next archive that is due; answers whether there was one. */
export async function makeArchive(
  context: Context,
  parts: readonly ArchivePart[],
  signal: AbortSignal,
): Promise<boolean> {
  const job = await claim(context)
  if (!job) return false
  const { db } = context.store
  const gone = new AbortController()
  let saidAt = performance.now()
  let saying: Promise<void> = Promise.resolve()
  const note = async (progress: ArchiveProgress) => {
    try {
      const { numUpdatedRows } = await db
        .updateTable('archive_job')
        .set({ ...progress, claimed_until: context.now() + CLAIM_MS })
        .where('id', '=', job.id)
        .executeTakeFirst()
      // It was given up meanwhile.
      if (numUpdatedRows === 0n) gone.abort()
    } catch (error) {
      // Nobody waits for it now: the error would end the server. The next note may be written.
      context.log.warn({ err: error, accountId: job.account_id }, 'how far an archive is could not be written down')
    }
  }
  const say = (progress: ArchiveProgress) => {
    const at = performance.now()
    if (at - saidAt < SAY_EVERY_MS) return
    saidAt = at
    saying = saying.then(() => note(progress))
  }
  try {
    const openFolders = new Set(readIds(job.open_folders))
    // Read before the mails: a folder that gets a password from here on may be in the archive.
    const leftOut = (await guardedFolders(db, job.account_id)).filter((id) => !openFolders.has(id))
    const asked = { accountId: job.account_id, openFolders, parts }
    const either = AbortSignal.any([signal, gone.signal])
    const { hash, size, progress } = await writeArchive(context, asked, say, either)
    await saying
    const now = context.now()
    await db
      .updateTable('archive_job')
      .set({
        ...progress,
        state: 'ready',
        blob_hash: hash,
        size,
        expires_at: now + KEEP_MS,
        left_out: JSON.stringify(leftOut),
      })
      .where('id', '=', job.id)
      .execute()
  } catch (error) {
    await saying
    if (gone.signal.aborted) return true
    // A server that stops leaves it to the next; what failed is said to who asked, and is begun again by them.
    const state = signal.aborted ? ('waiting' as const) : ('failed' as const)
    if (state === 'failed') context.log.error({ err: error, accountId: job.account_id }, 'an archive could not be made')
    await db.updateTable('archive_job').set({ state, claimed_until: 0 }).where('id', '=', job.id).execute()
  }
  return true
}

async function claim({ store, now }: Context) {
  const { db } = store
  const due = await db
    .selectFrom('archive_job')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .where('claimed_until', '<=', now())
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return null
  const claimed = await db
    .updateTable('archive_job')
    .set({ state: 'running', claimed_until: now() + CLAIM_MS, done: 0, total: 0, lost: 0 })
    .where('id', '=', due.id)
    .where('claimed_until', '<=', now())
    .returningAll()
    .executeTakeFirst()
  return claimed ?? null
}
