import {
  MIGRATIONS_MAX,
  type Migration,
  type MigrationCertificate,
  type MigrationFolder,
  type MigrationSource,
} from '@yanshu/contracts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { seal } from '../../platform/secrets/serverKey.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'
import { listSources } from './listSources.ts'
import { endMigration, MIGRATION, secretName } from './migrationJob.ts'
import type { FolderRow, MigrationRow } from './migrationRows.ts'
import { certificateProblem, readCertificate } from './server/certificate.ts'
import {
  MigrationCertificateError,
  MigrationPasswordError,
  MigrationRangeError,
  MigrationRunningError,
  MigrationStateError,
  MigrationUnreachableError,
} from './server/errors.ts'
import { openServer, type ServerLogin } from './server/openServer.ts'
import { addressOf } from './server/serverAddress.ts'

export interface NewMigration {
  readonly server: ServerLogin
  readonly paths: readonly string[]
  readonly since: number | null
  readonly before: number | null
}

export interface TestedServer {
  readonly folders: MigrationSource[]
  readonly certificate: MigrationCertificate | null
}

/**
 * Logs in and lists the folders. A certificate that no known authority has signed is answered in their place, so that the
 * person decides; nothing was sent to that server then. Throws what `openServer` throws.
 */
export async function testServer({ config }: Pick<Context, 'config'>, login: ServerLogin): Promise<TestedServer> {
  const client = await openServer(config, login).catch((error: unknown) => {
    if (error instanceof MigrationCertificateError) return null
    throw error
  })
  if (client === null) return { folders: [], certificate: await shownCertificate(config, login) }
  try {
    return { folders: await listSources(client), certificate: null }
  } finally {
    await client.logout().catch(() => {})
    client.close()
  }
}

async function shownCertificate(config: Context['config'], login: ServerLogin): Promise<MigrationCertificate> {
  try {
    return await readCertificate({ ...login, address: await addressOf(config, login) })
  } catch (error) {
    if (certificateProblem((error as { code?: string }).code)) throw new MigrationCertificateError()
    throw new MigrationUnreachableError(error)
  }
}

/**
 * Begins to bring folders of another server. Throws what `openServer` throws, `MigrationRangeError` for folders that are
 * not there, `MigrationRunningError` while another migration of the mailbox goes on.
 */
export async function beginMigration(
  context: Context,
  accountId: number,
  { server, paths, since, before }: NewMigration,
): Promise<{ id: number }> {
  if (since !== null && before !== null && since >= before) throw new MigrationRangeError()
  const { folders, certificate } = await testServer(context, server)
  if (certificate) throw new MigrationCertificateError()
  const wanted = folders.filter(({ path }) => paths.includes(path))
  if (wanted.length === 0 || wanted.length !== new Set(paths).size) throw new MigrationRangeError()
  return transact(context, async (trx) => {
    await requireNoOther(trx, context, accountId)
    await deleteOldest(trx, accountId)
    const { id } = await trx
      .insertInto('migration')
      .values({
        account_id: accountId,
        state: 'dispatching',
        host: server.host,
        port: server.port,
        security: server.security,
        user_name: server.user,
        secret: '',
        certificate: server.certificate,
        since,
        before_at: before,
        created_at: context.now(),
        finished_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const secret = await seal(context.config, secretName(id), server.password)
    await trx.updateTable('migration').set({ secret }).where('id', '=', id).execute()
    for (const [place, { path, names, role, mails }] of wanted.entries()) {
      await trx
        .insertInto('migration_folder')
        .values({ migration_id: id, place, path, names: JSON.stringify(names), role, total: mails, folder_id: null })
        .execute()
    }
    await enqueue(trx, context, MIGRATION, [{ key: `${id}` }])
    return { id }
  })
}

/** One migration of a mailbox at a time: providers limit connections, and two would bring the same mails. */
async function requireNoOther(
  trx: Trx,
  { store }: Pick<TransactionContext, 'store'>,
  accountId: number,
  exceptId = 0,
): Promise<void> {
  await lockMailboxes(trx, store.engine, [accountId])
  const other = await trx
    .selectFrom('migration')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['dispatching', 'migrating', 'paused'])
    .where('id', '<>', exceptId)
    .limit(1)
    .executeTakeFirst()
  if (other) throw new MigrationRunningError()
}

/** Of many that have ended, the newest are kept. */
async function deleteOldest(trx: Trx, accountId: number): Promise<void> {
  const kept = await trx
    .selectFrom('migration')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MIGRATIONS_MAX - 1)
    .execute()
  const oldest = kept.at(-1)
  if (kept.length < MIGRATIONS_MAX - 1 || !oldest) return
  await trx.deleteFrom('migration').where('account_id', '=', accountId).where('id', '<', oldest.id).execute()
}

export type Act = 'pause' | 'resume' | 'cancel' | 'again' | 'delete'

/**
 * Changes what becomes of a migration. Throws `NotFoundError`, `MigrationStateError` where its state has no such way,
 * `MigrationPasswordError` where the password is needed once more, `MigrationRunningError`.
 */
export async function changeMigration(
  context: Context,
  accountId: number,
  { id, act, password }: { id: number; act: Act; password?: string | undefined },
): Promise<void> {
  const secret = password === undefined ? null : await seal(context.config, secretName(id), password)
  await transact(context, async (trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    const row = await ownMigration(trx, accountId, id)
    const from = (...states: MigrationRow['state'][]) => {
      if (!states.includes(row.state)) throw new MigrationStateError()
    }
    const set = (values: Partial<MigrationRow>) =>
      trx.updateTable('migration').set(values).where('id', '=', id).execute()
    switch (act) {
      case 'pause':
        from('dispatching', 'migrating')
        await set({ state: 'paused', reason: 'person' })
        return
      case 'resume':
        from('paused')
        await set({ state: 'dispatching', reason: '', ...(secret === null ? {} : { secret }) })
        await enqueue(trx, context, MIGRATION, [{ key: `${id}` }])
        return
      case 'cancel':
        from('dispatching', 'migrating', 'paused')
        await endMigration(trx, id, 'cancelled', 'person', context.now())
        return
      case 'again':
        from('finished', 'failed', 'cancelled')
        if (secret === null) throw new MigrationPasswordError()
        await requireNoOther(trx, context, accountId, id)
        await set({ state: 'dispatching', reason: '', secret, finished_at: null })
        await trx.updateTable('migration_folder').set({ state: 'waiting' }).where('migration_id', '=', id).execute()
        await enqueue(trx, context, MIGRATION, [{ key: `${id}` }])
        return
      case 'delete':
        from('finished', 'failed', 'cancelled')
        await trx.deleteFrom('migration').where('id', '=', id).execute()
    }
  })
}

/** A migration of this mailbox. Throws `NotFoundError`. */
export async function ownMigration(db: Trx | Context['store']['db'], accountId: number, id: number) {
  const row = await db
    .selectFrom('migration')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  return row
}

/** The migrations of a mailbox, the newest first. */
export async function listMigrations({ store }: Pick<Context, 'store'>, accountId: number): Promise<Migration[]> {
  const rows = await store.db
    .selectFrom('migration')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MIGRATIONS_MAX)
    .execute()
  if (rows.length === 0) return []
  const folders = await store.db
    .selectFrom('migration_folder')
    .selectAll()
    .where(
      'migration_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('place')
    .execute()
  const byMigration = Map.groupBy(folders, ({ migration_id }) => migration_id)
  return rows.map((row) => shown(row, byMigration.get(row.id) ?? []))
}

const shown = (row: MigrationRow, folders: readonly FolderRow[]): Migration => ({
  id: row.id,
  host: row.host,
  user: row.user_name,
  state: row.state,
  reason: row.reason,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  since: row.since,
  before: row.before_at,
  workedMs: row.worked_ms,
  folders: folders.map(shownFolder),
})

const shownFolder = (row: FolderRow): MigrationFolder => ({
  names: JSON.parse(row.names),
  mailboxId: row.folder_id,
  folderName: row.folder_name,
  state: row.state,
  total: row.total,
  brought: row.brought,
  known: row.known,
  noted: row.noted,
  bytes: row.bytes,
})
