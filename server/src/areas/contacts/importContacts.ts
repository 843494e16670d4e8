import { setImmediate } from 'node:timers/promises'
import { CONTACT_KEPT_MS, CONTACT_PROBLEMS_SHOWN } from '@yanshu/contracts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { enqueue, type Job, type JobKind } from '../../store/jobs/index.ts'
import { ImportRunningError } from './contactErrors.ts'
import { announceContacts } from './contacts.service.ts'
import { type ContactFile, findContactFile, type Reading, readContactFile } from './contactWork.ts'
import { importBatch } from './importBatch.ts'
import { createImportGroups } from './importGroups.ts'
import { isRunning } from './listImports.ts'
import { nextSeq } from './writeContact.ts'

/** People of one transaction: some ten milliseconds. */
const BATCH = 25
/** How often open windows are notified of a running import. */
const ANNOUNCE_EVERY_MS = 2_000

/** Attempts that ended in the middle, as by a server that was killed. */
const ATTEMPTS_MAX = 5
const RETRY_MS = 30_000

const IMPORT = 'contacts.import'

/** What an import reads, how, and into which group: `contact_import.source`. */
interface Source {
  readonly file: ContactFile
  readonly how: Omit<Reading, 'fileId'>
  readonly groupId: number | null
}

/** An import of contacts; the key is its id. It goes on where it was when a server ended. */
export const importJob: JobKind = {
  name: IMPORT,
  atOnce: 2,
  limitMs: 3_600_000,
  retryAt: (attempts, _createdAt, now) => (attempts < ATTEMPTS_MAX ? now + RETRY_MS : null),
  async run(context, job) {
    await runImport(context, Number(job.key), job)
    return undefined
  },
  onFailed: (trx, _context, key) => giveUp(trx, key),
  drop: giveUp,
}

async function giveUp(trx: Trx, key: string): Promise<void> {
  await trx
    .updateTable('contact_import')
    .set({ state: 'failed', source: null })
    .where('id', '=', Number(key))
    .where('state', '=', 'running')
    .execute()
}

/**
 * Reads a file and begins to import it; the work continues after the answer. Throws what reading throws,
 * `ImportRunningError`, `NotFoundError` for a group that is not the account's.
 */
export async function startImport(
  context: Context,
  accountId: number,
  { groupId, fileId, ...how }: Reading & { readonly groupId: number | null },
): Promise<number> {
  const file = await findContactFile(context, accountId, fileId)
  const read = await readContactFile(context, file, how)
  const now = context.now()
  const source: Source = { file, how, groupId }
  return transact(
    context,
    async (trx) => {
      await requireIdle(trx, accountId, now)
      if (groupId !== null) await requireGroup(trx, accountId, groupId)
      await trx
        .deleteFrom('contact_import')
        .where('account_id', '=', accountId)
        .where('created_at', '<', now - CONTACT_KEPT_MS)
        .execute()
      const { id } = await trx
        .insertInto('contact_import')
        .values({
          account_id: accountId,
          file_name: file.name,
          created_at: now,
          moved_at: now,
          state: 'running',
          total: read.total,
          skipped: read.total - read.people.length,
          done: read.total - read.people.length,
          problems: JSON.stringify(read.problems.slice(0, CONTACT_PROBLEMS_SHOWN)),
          source: JSON.stringify(source),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await enqueue(trx, context, IMPORT, [{ key: `${id}` }])
      return id
    },
    { grows: true },
  )
}

async function requireIdle(trx: Trx, accountId: number, now: number): Promise<void> {
  // Two that begin at the same moment wait for each other here.
  await nextSeq(trx, accountId)
  const others = await trx
    .selectFrom('contact_import')
    .select(['state', 'source', 'moved_at'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'running')
    .execute()
  if (others.some((one) => isRunning(one, now))) throw new ImportRunningError()
}

async function requireGroup(trx: Trx, accountId: number, groupId: number): Promise<void> {
  const group = await trx
    .selectFrom('contact_group')
    .select('id')
    .where('id', '=', groupId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!group) throw new NotFoundError()
}

async function runImport(context: Context, importId: number, job: Job): Promise<void> {
  const row = await context.store.db
    .selectFrom('contact_import')
    .selectAll()
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (!row || row.source === null) return
  const { account_id: accountId } = row
  const { file, how, groupId } = JSON.parse(row.source) as Source
  const { people, total } = await readContactFile(context, file, how)
  const groups = createImportGroups(accountId, row.created_at, JSON.parse(row.groups_made) as number[])
  const one = { accountId, importId, groupId, groups, hold: job.hold }
  let announced = context.now()
  // Those of the file that cannot be imported count as done from the beginning.
  for (let at = row.done - (total - people.length); at < people.length; at += BATCH) {
    job.signal.throwIfAborted()
    await importBatch(context, one, people.slice(at, at + BATCH))
    job.say(Math.min(at + BATCH, people.length), people.length)
    await setImmediate()
    if (context.now() - announced < ANNOUNCE_EVERY_MS) continue
    announced = context.now()
    announceContacts(context, accountId)
  }
  await transact(context, async (trx) => {
    await trx
      .updateTable('contact_import')
      .set({ state: 'done', groups_made: JSON.stringify(groups.made), source: null })
      .where('id', '=', importId)
      .execute()
    await job.end(trx)
  })
  announceContacts(context, accountId)
}
