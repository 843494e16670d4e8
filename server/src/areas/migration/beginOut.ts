import type { SessionActor } from '../../platform/actor/actor.ts'
import { FolderClosedError, FolderNotFoundError } from '../../platform/http/errors.ts'
import { seal } from '../../platform/secrets/serverKey.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { closedFolders, SYSTEM_FOLDERS } from '../../store/mailbox/index.ts'
import { jobOf, secretName } from './migrationJob.ts'
import { insertMigration, requireNoOther, testServer } from './migrations.service.ts'
import { openToSend } from './openToSend.ts'
import { MigrationCertificateError, MigrationRangeError } from './server/errors.ts'
import type { ServerLogin } from './server/openServer.ts'

interface NewOut {
  readonly server: ServerLogin
  readonly mailboxIds: readonly number[]
  readonly since: number | null
  readonly before: number | null
  /** Whether it only counts at first. */
  readonly dry: boolean
}

/**
 * Begins to copy folders to another server, for the person alone. Throws what `openServer` throws, `ForbiddenError`,
 * `FolderNotFoundError`, `FolderClosedError`, `MigrationRangeError`, and `MigrationRunningError` while another migration goes on.
 */
export async function beginOut(
  context: Context,
  caller: SessionActor,
  { server, mailboxIds, since, before, dry }: NewOut,
): Promise<{ id: number }> {
  const { accountId } = caller
  const { db } = context.store
  if (since !== null && before !== null && since >= before) throw new MigrationRangeError()
  const open_folders = await openToSend(db, caller)
  const folders = await ownFolders(db, accountId, mailboxIds)
  const closed = await closedFolders(db, caller)
  if (folders.some(({ id }) => closed.has(id))) throw new FolderClosedError()
  const { certificate, renewed } = await testServer(context, server)
  if (certificate) throw new MigrationCertificateError()
  return transact(context, async (trx) => {
    await requireNoOther(trx, context, accountId)
    const { host, port, security, login, user: user_name, certificate } = server
    const id = await insertMigration(trx, context, {
      ...{ account_id: accountId, host, port, security, login, user_name, certificate },
      ...{ since, before_at: before, dry: Number(dry), contacts: 0, calendars: 0, dav: '', origin: 'person' },
      ...{ kind: 'out', open_folders },
    })
    const secret = await seal(context.config, secretName(id), renewed ?? server.password)
    await trx.updateTable('migration').set({ secret }).where('id', '=', id).execute()
    await insertOwnFolders(trx, id, folders)
    await enqueue(trx, context, jobOf('person'), [{ key: `${id}` }])
    return { id }
  })
}

async function ownFolders(db: Context['store']['db'], accountId: number, mailboxIds: readonly number[]) {
  const wanted = [...new Set(mailboxIds)]
  const folders = await db
    .selectFrom('folder')
    .select(['id', 'name', 'role', 'total'])
    .where('account_id', '=', accountId)
    .where('id', 'in', wanted)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  if (folders.length !== wanted.length) throw new FolderNotFoundError()
  return folders
}

type OwnFolder = Awaited<ReturnType<typeof ownFolders>>[number]

/** A folder of this mailbox is known by its id: its name may change between two runs. */
async function insertOwnFolders(trx: Trx, migrationId: number, folders: readonly OwnFolder[]): Promise<void> {
  for (const [place, { id, name, role, total }] of folders.entries()) {
    const use = SYSTEM_FOLDERS.find((folder) => folder.role === role)
    await trx
      .insertInto('migration_folder')
      .values({
        ...{ migration_id: migrationId, place, path: `#${id}`, role: use?.role ?? null, total, folder_id: id },
        names: JSON.stringify(use ? [use.name] : name.split('/')),
      })
      .execute()
  }
}
