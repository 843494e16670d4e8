import { MIGRATION_UNDO_DAYS } from '@yanshu/contracts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { inBackground, type Trx, transact } from '../../store/database/transact.ts'
import type { Job, JobKind } from '../../store/jobs/index.ts'
import { announceChanges, lockMailboxes, removeMails } from '../../store/mailbox/index.ts'
import { deleteEmptyFolders } from '../folders/index.ts'
import { changedMarks } from './marks.ts'
import { type FolderRow, foldersOf, type MigrationRow } from './migrationRows.ts'

/** The job that undoes a migration; its key is the migration's id. */
export const MIGRATION_UNDO = 'mail.migrationUndo'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ATTEMPTS_MAX = 10
const RETRY_MS = 15_000
/** Mails of one transaction, so that the calls of people come between. */
const ROWS_AT_ONCE = 50

/** Until when a migration can be undone; null for one that cannot be. What was copied to another server stays there. */
export const undoUntil = ({ kind, state, finished_at: finishedAt, undo }: MigrationRow): number | null =>
  kind !== 'out' &&
  undo === '' &&
  finishedAt !== null &&
  (state === 'finished' || state === 'cancelled' || state === 'failed')
    ? finishedAt + MIGRATION_UNDO_DAYS * DAY_MS
    : null

/** Deletes what a migration has brought and the person has not changed. What a killed server has left is done by the next. */
export const undoJob: JobKind = {
  name: MIGRATION_UNDO,
  atOnce: 2,
  limitMs: 24 * HOUR_MS,
  retryAt: (attempts, _createdAt, now) => (attempts < ATTEMPTS_MAX ? now + RETRY_MS * attempts : null),
  run: async (context, job) => {
    await undoMigration(inBackground(context), job)
    return undefined
  },
  onFailed: async (trx, _context, key) => {
    await trx.updateTable('migration').set({ undo: '' }).where('id', '=', Number(key)).execute()
  },
}

async function undoMigration(context: Context, job: Job): Promise<void> {
  const migration = await context.store.db
    .selectFrom('migration')
    .selectAll()
    .where('id', '=', Number(job.key))
    .where('undo', '=', 'running')
    .executeTakeFirst()
  if (!migration) return
  const folders = await foldersOf(context, migration.id)
  for (const [at, folder] of folders.entries()) {
    job.say(at, folders.length)
    await undoFolder(context, job, migration, folder)
  }
  const made = folders.flatMap((folder) => JSON.parse(folder.made) as [id: number, name: string][])
  await deleteEmptyFolders(context, migration.account_id, new Map(made))
  await context.store.db
    .updateTable('migration')
    .set({ undo: 'done' })
    .where('id', '=', migration.id)
    .where('undo', '=', 'running')
    .execute()
}

async function undoFolder(context: Context, job: Job, migration: MigrationRow, folder: FolderRow): Promise<void> {
  let after: Place | null = { uid_validity: '', uid: 0 }
  while (after !== null) {
    job.signal.throwIfAborted()
    const from: Place = after
    after = await transact(context, async (trx) => {
      await job.hold(trx)
      await lockMailboxes(trx, context.store.engine, [migration.account_id])
      return undoSome(trx, context, migration, folder, from)
    })
    announceChanges(context, [migration.account_id])
  }
}

interface Place {
  readonly uid_validity: string
  readonly uid: number
}

/** Answers behind which mail it goes on; null at the end of the folder. */
async function undoSome(
  trx: Trx,
  context: TransactionContext,
  { account_id: accountId }: MigrationRow,
  folder: FolderRow,
  after: Place,
): Promise<Place | null> {
  const rows = await trx
    .selectFrom('migration_mail')
    .leftJoin('mail', 'mail.id', 'migration_mail.mail_id')
    .leftJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['migration_mail.uid_validity', 'migration_mail.uid', 'migration_mail.outcome', 'migration_mail.mail_id'])
    .select(['migration_mail.marks', 'migration_mail.size', 'mail.folder_id', 'mail.account_id', 'folder.guarded'])
    .select(['mail.color', 'mail.replied', 'mail.forwarded', 'mail.sticky'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('mail_label')
          .select('mail_label.mail_id')
          .whereRef('mail_label.mail_id', '=', 'migration_mail.mail_id'),
      ).as('labelled'),
      exists(
        selectFrom('follow_up')
          .select('follow_up.mail_id')
          .whereRef('follow_up.mail_id', '=', 'migration_mail.mail_id'),
      ).as('followed'),
      exists(selectFrom('draft').select('draft.mail_id').whereRef('draft.mail_id', '=', 'migration_mail.mail_id')).as(
        'written',
      ),
    ])
    .where('migration_folder_id', '=', folder.id)
    .where((eb) =>
      eb.or([
        eb('uid_validity', '>', after.uid_validity),
        eb.and([eb('uid_validity', '=', after.uid_validity), eb('migration_mail.uid', '>', after.uid)]),
      ]),
    )
    .orderBy('uid_validity')
    .orderBy('migration_mail.uid')
    .limit(ROWS_AT_ONCE)
    .execute()
  const undone = rows.filter(
    (row) =>
      row.outcome === 'brought' &&
      row.account_id === accountId &&
      row.folder_id === folder.folder_id &&
      // What lies in a folder with a password is deleted by who has entered it.
      row.guarded === 0 &&
      !row.labelled &&
      !row.followed &&
      !row.written &&
      row.sticky === 0 &&
      isUnmarked(row),
  )
  await removeMails(
    trx,
    context,
    accountId,
    undone.flatMap(({ mail_id }) => mail_id ?? []),
  )
  for (const { uid_validity, uid } of undone) {
    // Without its row it is brought anew when the migration runs again.
    await trx
      .deleteFrom('migration_mail')
      .where('migration_folder_id', '=', folder.id)
      .where('uid_validity', '=', uid_validity)
      .where('uid', '=', uid)
      .execute()
  }
  const bytes = undone.reduce((sum, { size }) => sum + size, 0)
  await trx
    .updateTable('migration_folder')
    .set((eb) => ({
      brought: eb('brought', '-', undone.length),
      undone: eb('undone', '+', undone.length),
      bytes: eb('bytes', '-', bytes),
    }))
    .where('id', '=', folder.id)
    .execute()
  const last = rows.at(-1)
  return !last || rows.length < ROWS_AT_ONCE ? null : { uid_validity: last.uid_validity, uid: last.uid }
}

/** Whether a mail has the marks that it was brought with. One that was only read is as it was. */
function isUnmarked({ marks, color, replied, forwarded }: Shown): boolean {
  // What a version before brought has no marks to compare with.
  if (marks === null) return true
  const now = `${replied ? 'A' : ''}${color ? 'F' : ''}${marks.includes('S') ? 'S' : ''}${forwarded ? 'W' : ''}`
  return Object.keys(changedMarks(marks, now)).length === 0
}

interface Shown {
  readonly marks: string | null
  readonly color: number | null
  readonly replied: number | null
  readonly forwarded: number | null
}
