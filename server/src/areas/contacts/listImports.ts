import { CONTACT_KEPT_MS, type ContactImport } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { ImportNotFoundError } from './contactErrors.ts'

/** An import of a version before jobs, which no server continues: the one that ran it has ended. */
const LEFT_AFTER_MS = 60_000

/** Imports and merges that can still be undone, the newest first. */
export async function listImports(context: Context, accountId: number): Promise<ContactImport[]> {
  const rows = await context.store.db
    .selectFrom('contact_import')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('created_at', '>', context.now() - CONTACT_KEPT_MS)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => asImport(context, row))
}

/** One of them. Throws `ImportNotFoundError`. */
export async function readImport(context: Context, accountId: number, importId: number): Promise<ContactImport> {
  const row = await context.store.db
    .selectFrom('contact_import')
    .selectAll()
    .where('id', '=', importId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row || row.created_at <= context.now() - CONTACT_KEPT_MS) throw new ImportNotFoundError()
  return asImport(context, row)
}

/** Whether an import goes on: a job has it, or a server of a version before jobs. */
export const isRunning = (
  row: { readonly state: string; readonly source: string | null; readonly moved_at: number },
  now: number,
): boolean => row.state === 'running' && (row.source !== null || row.moved_at > now - LEFT_AFTER_MS)

type ImportRow = Awaited<ReturnType<typeof rowOf>>
const rowOf = (trx: Trx, id: number) =>
  trx.selectFrom('contact_import').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

function asImport({ now }: Pick<Context, 'now'>, row: ImportRow): ContactImport {
  return {
    importId: row.id,
    kind: row.kind,
    state:
      row.undone_at !== null ? 'undone' : row.state === 'done' ? 'done' : isRunning(row, now()) ? 'running' : 'stopped',
    fileName: row.file_name,
    createdAt: row.created_at,
    undoUntil: row.created_at + CONTACT_KEPT_MS,
    total: row.total,
    done: row.done,
    added: row.added,
    updated: row.updated,
    skipped: row.skipped,
    problems: JSON.parse(row.problems),
  }
}
