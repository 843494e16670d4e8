import { setImmediate } from 'node:timers/promises'
import { CONTACT_KEPT_MS, CONTACT_PROBLEMS_SHOWN } from '@yanshu/contracts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { ImportRunningError } from './contactErrors.ts'
import { announceContacts } from './contacts.service.ts'
import { type Reading, readContactsApart } from './contactWork.ts'
import type { FoundPerson } from './format/fitContact.ts'
import { type Import, importBatch } from './importBatch.ts'
import { createImportGroups } from './importGroups.ts'
import { LEFT_AFTER_MS } from './listImports.ts'
import { nextSeq } from './writeContact.ts'

/** People of one transaction: some ten milliseconds. */
const BATCH = 25
/** How often open windows are notified of a running import. */
const ANNOUNCE_EVERY_MS = 2_000

interface Running {
  stopping: boolean
  readonly work: Set<Promise<void>>
}

const running = new WeakMap<Context['config'], Running>()
const runningOf = ({ config }: Pick<Context, 'config'>): Running => {
  const there = running.get(config) ?? { stopping: false, work: new Set() }
  running.set(config, there)
  return there
}

/** Waits for the running batches; the rest of an import can be imported again. */
export async function stopImports(context: Pick<Context, 'config'>): Promise<void> {
  const mine = runningOf(context)
  mine.stopping = true
  await Promise.all(mine.work)
}

/**
 * Reads a file and begins to import it; the work continues after the answer. Throws what reading throws,
 * `ImportRunningError`, `NotFoundError` for a group that is not the account's.
 */
export async function startImport(
  context: Context,
  accountId: number,
  { groupId, ...reading }: Reading & { readonly groupId: number | null },
): Promise<number> {
  const read = await readContactsApart(context, accountId, reading)
  const now = context.now()
  const importId = await transact(
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
          file_name: read.fileName,
          created_at: now,
          moved_at: now,
          state: 'running',
          total: read.total,
          skipped: read.total - read.people.length,
          done: read.total - read.people.length,
          problems: JSON.stringify(read.problems.slice(0, CONTACT_PROBLEMS_SHOWN)),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    { grows: true },
  )
  const mine = runningOf(context)
  const groups = createImportGroups(accountId, now)
  const work: Promise<void> = runImport(context, { accountId, importId, groupId, groups }, read.people)
    .catch((error: unknown) => {
      context.log.error({ err: error, importId }, 'an import of contacts ended before its end')
    })
    .finally(() => mine.work.delete(work))
  mine.work.add(work)
  return importId
}

async function requireIdle(trx: Trx, accountId: number, now: number): Promise<void> {
  // Two that begin at the same moment wait for each other here.
  await nextSeq(trx, accountId)
  const other = await trx
    .selectFrom('contact_import')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'running')
    .where('moved_at', '>', now - LEFT_AFTER_MS)
    .executeTakeFirst()
  if (other) throw new ImportRunningError()
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

async function runImport(context: Context, one: Import, people: readonly FoundPerson[]): Promise<void> {
  const mine = runningOf(context)
  let announced = context.now()
  for (let at = 0; at < people.length; at += BATCH) {
    if (mine.stopping) return
    await importBatch(context, one, people.slice(at, at + BATCH))
    await setImmediate()
    if (context.now() - announced < ANNOUNCE_EVERY_MS) continue
    announced = context.now()
    announceContacts(context, one.accountId)
  }
  await context.store.db
    .updateTable('contact_import')
    .set({ state: 'done', groups_made: JSON.stringify(one.groups.made) })
    .where('id', '=', one.importId)
    .execute()
  announceContacts(context, one.accountId)
}
