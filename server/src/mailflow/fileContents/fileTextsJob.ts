import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { enqueue, type JobKind } from '../../store/jobs/index.ts'
import { firstSortKeyAt } from '../../store/mailbox/sortKey.ts'
import { indexDocuments, isAnyDocumentWaiting } from '../../store/search/documentWords.ts'
import { countAttempt, indexHoldersAgain, keepText, nextFile } from '../../store/search/fileTexts.ts'
import { readWordsApart } from './readFileApart.ts'

const NAME = 'search.files'
const KEY = 'all'
/** After so many attempts that were not answered a file counts as not readable. */
const ATTEMPTS_MAX = 3
/** One run; the next one goes on, so that other servers can run it. */
const RUN_MS = 60_000

/** What came before the server started is read this long after its start, which has other work first. */
const OLD_AFTER_S = 300
/** How long others have the machine after an old file was read, as a multiple of the time that it took. */
const PAUSE = 2

/** The smallest sort key of what came since the start of the process. */
const startedAt = (now: number): number => firstSortKeyAt(now - process.uptime() * 1_000)
/** The smallest sort key of what is read now. */
const readFrom = (now: number): number => (process.uptime() < OLD_AFTER_S ? startedAt(now) : -1)

/**
 * Reads the text of files for the search, one after the other, those of the newest mails first. A file that takes too long,
 * too much memory or the process with it is left out, and the others are read.
 */
export const fileTextsJob: JobKind = {
  name: NAME,
  atOnce: 1,
  limitMs: 10 * 60_000,
  retryAt: (attempts, _createdAt, now) => now + Math.min(attempts, 10) * 30_000,
  async run(context, { signal }) {
    const until = performance.now() + RUN_MS
    while (!signal.aborted) {
      if ((await isAnyDocumentWaiting(context.store.db)) && (await indexDocuments(context)) > 0) continue
      const began = performance.now()
      const file = await nextFile(context.store.db, readFrom(context.now()))
      if (!file) return undefined
      if (file.isRead) await indexHoldersAgain(context, file.hash, signal)
      else if (await readOne(context, file)) await indexHoldersAgain(context, file.hash, signal)
      if (file.sortKey < startedAt(context.now())) await pause((performance.now() - began) * PAUSE, signal)
      if (performance.now() > until) return { at: context.now() }
    }
    return undefined
  },
}

const isAnyToDo = async (db: Context['store']['db'], now: number): Promise<boolean> =>
  (await isAnyDocumentWaiting(db)) || (await nextFile(db, readFrom(now))) !== null

/** Ends early, without an error, when the job is aborted. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)

/** Reads a file. Answers whether it has a text. */
async function readOne(context: Context, { hash, attempts }: { hash: string; attempts: number }): Promise<boolean> {
  const { engine } = context.store
  if (attempts >= ATTEMPTS_MAX) {
    await transact(context, (trx) => keepText(trx, engine, hash, null))
    return false
  }
  await transact(context, (trx) => countAttempt(trx, hash))
  // Only the name's ending counts, and it is the same for all that hold the file.
  const read = await readWordsApart(context, { hash, name: await nameOf(context, hash) })
  const kept = read && read.words !== '' ? read : null
  await transact(context, (trx) => keepText(trx, engine, hash, kept), { grows: true })
  return kept !== null
}

async function nameOf({ store: { db } }: Context, hash: string): Promise<string> {
  const ofMail = await db
    .selectFrom('attachment')
    .select('name')
    .where('blob_hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  if (ofMail) return ofMail.name
  const kept = await db
    .selectFrom('blob_hold as h')
    .innerJoin('document_version as v', (join) => join.on('v.id', '=', sql<number>`cast(h.owner_id as bigint)`))
    .innerJoin('document as d', 'd.id', 'v.document_id')
    .select('d.name')
    .where('h.hash', '=', hash)
    .where('h.owner', '=', 'document_version')
    .limit(1)
    .executeTakeFirst()
  return kept?.name ?? ''
}

/** Asks for the job where files wait and it is not asked for yet. */
export async function askForFileTexts(context: Context): Promise<void> {
  const { db } = context.store
  if (!(await isAnyToDo(db, context.now()))) return
  const asked = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', NAME)
    .where('key', '=', KEY)
    .executeTakeFirst()
  if (asked) return
  await transact(context, (trx) => enqueue(trx, context, NAME, [{ key: KEY }]))
}
