import {
  MIGRATIONS_MAX,
  type Migration,
  type MigrationCertificate,
  type MigrationFolder,
  type MigrationSource,
} from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { seal } from '../../platform/secrets/serverKey.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'
import type { BookRow } from './bringBooks.ts'
import { COMMAND_BYTES } from './commandSize.ts'
import { estimateOf } from './countFolder.ts'
import { listSources } from './listSources.ts'
import { endMigration, jobOf, secretName } from './migrationJob.ts'
import { type FolderRow, insertFolders, type MigrationRow } from './migrationRows.ts'
import { openToSend } from './openToSend.ts'
import { withAccess } from './server/accessToken.ts'
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
import { MIGRATION_UNDO, undoUntil } from './undoMigration.ts'

export interface NewMigration {
  readonly server: ServerLogin
  readonly paths: readonly string[]
  readonly since: number | null
  readonly before: number | null
  /** Whether it only counts at first. */
  readonly dry: boolean
  /** Whether address books and calendars are brought, too, and where they are; '' where that is looked for. */
  readonly contacts: boolean
  readonly calendars: boolean
  readonly dav: string
}

export interface TestedServer {
  readonly folders: MigrationSource[]
  readonly certificate: MigrationCertificate | null
  /** The refresh token in the place of the one that was given; only where the provider has replaced it. */
  readonly renewed?: string
}

/**
 * Logs in and lists the folders. A certificate that no known authority has signed is answered in their place, so that the
 * person decides; nothing was sent to that server then. Throws what `openServer` throws.
 */
export async function testServer({ config }: Pick<Context, 'config'>, asked: ServerLogin): Promise<TestedServer> {
  const { login, renewed } = await withAccess(config, asked)
  const more = renewed === null ? {} : { renewed }
  const client = await openServer(config, login).catch((error: unknown) => {
    if (error instanceof MigrationCertificateError) return null
    throw error
  })
  if (client === null) return { folders: [], certificate: await shownCertificate(config, login), ...more }
  try {
    return { folders: await listSources(client), certificate: null, ...more }
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
  { server, paths, since, before, dry, ...books }: NewMigration,
): Promise<{ id: number }> {
  if (since !== null && before !== null && since >= before) throw new MigrationRangeError()
  const { folders, certificate, renewed } = await testServer(context, server)
  if (certificate) throw new MigrationCertificateError()
  const wanted = folders.filter(({ path }) => paths.includes(path))
  if (wanted.length === 0 || wanted.length !== new Set(paths).size) throw new MigrationRangeError()
  return transact(context, async (trx) => {
    await requireNoOther(trx, context, accountId)
    const { host, port, security, login, user: user_name, certificate } = server
    const place = { host, port, security, login, user_name, certificate }
    const range = { since, before_at: before, dry: Number(dry) }
    const more = { contacts: Number(books.contacts), calendars: Number(books.calendars), dav: books.dav }
    const row = { account_id: accountId, ...place, ...range, ...more, origin: 'person' as const }
    const id = await insertMigration(trx, context, row)
    const secret = await seal(context.config, secretName(id), renewed ?? server.password)
    await trx.updateTable('migration').set({ secret }).where('id', '=', id).execute()
    await insertFolders(trx, id, wanted)
    await enqueue(trx, context, jobOf('person'), [{ key: `${id}` }])
    return { id }
  })
}

type NewRow = Pick<
  MigrationRow,
  | 'account_id'
  | 'host'
  | 'port'
  | 'security'
  | 'user_name'
  | 'certificate'
  | 'since'
  | 'before_at'
  | 'dry'
  | 'origin'
  | 'login'
  | 'contacts'
  | 'calendars'
  | 'dav'
> &
  Partial<Pick<MigrationRow, 'kind' | 'open_folders' | 'folder_id'>>

/** A migration without its password and its folders. Of many of the account, the oldest are deleted. */
export async function insertMigration(trx: Trx, { now }: Pick<Context, 'now'>, row: NewRow): Promise<number> {
  await deleteOldest(trx, row.account_id)
  const { id } = await trx
    .insertInto('migration')
    .values({ ...row, state: 'dispatching', secret: '', created_at: now(), finished_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One migration of a mailbox at a time: providers limit connections, and two would bring the same mails. */
export async function requireNoOther(
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

export type Act = 'pause' | 'resume' | 'cancel' | 'again' | 'undo' | 'delete'

/**
 * Changes what becomes of a migration. Throws `NotFoundError`, `MigrationStateError` where its state has no such way,
 * `MigrationPasswordError` where the password is needed once more, `MigrationRunningError`, and `ForbiddenError` where a copy to
 * another server would go on for a person who switched to the mailbox.
 */
export async function changeMigration(
  context: Context,
  accountId: number,
  { id, act, password, dry }: { id: number; act: Act; password?: string | undefined; dry?: boolean | undefined },
  caller: SessionActor | null = null,
): Promise<void> {
  const secret = password === undefined ? null : await seal(context.config, secretName(id), password)
  await transact(context, async (trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    const row = await ownMigration(trx, accountId, id)
    const goesOn = act === 'resume' || act === 'again'
    const open = row.kind === 'out' && goesOn ? await openToSend(trx, caller) : null
    const from = (...states: MigrationRow['state'][]) => {
      if (!states.includes(row.state)) throw new MigrationStateError()
    }
    const set = (values: Partial<MigrationRow>) =>
      trx.updateTable('migration').set(values).where('id', '=', id).execute()
    switch (act) {
      case 'pause':
        from('dispatching', 'migrating')
        await set({ state: 'paused', reason: 'person', paused_at: context.now() })
        return
      case 'resume':
        from('paused')
        await set({ state: 'dispatching', reason: '', paused_at: null, ...(secret === null ? {} : { secret }) })
        if (row.reason === 'counted') {
          await set({ dry: 0 })
          await beginFolders(trx, id)
        }
        await enqueue(trx, context, jobOf(row.origin), [{ key: `${id}` }])
        return
      case 'cancel':
        from('dispatching', 'migrating', 'paused')
        await endMigration(trx, id, 'cancelled', 'person', context.now())
        return
      case 'again':
        from('finished', 'failed', 'cancelled')
        // The files are deleted with the end of a migration: they are uploaded once more.
        if (row.undo === 'running' || row.kind === 'files') throw new MigrationStateError()
        if (secret === null) throw new MigrationPasswordError()
        await requireNoOther(trx, context, accountId, id)
        await set({ state: 'dispatching', reason: '', secret, finished_at: null, undo: '', dry: Number(dry ?? false) })
        await set({ command_bytes: COMMAND_BYTES })
        if (open !== null) await set({ open_folders: open })
        await againFolders(trx, id)
        await enqueue(trx, context, jobOf(row.origin), [{ key: `${id}` }])
        return
      case 'undo': {
        const until = undoUntil(row)
        if (until === null || until < context.now()) throw new MigrationStateError()
        await set({ undo: 'running' })
        await enqueue(trx, context, MIGRATION_UNDO, [{ key: `${id}` }])
        return
      }
      case 'delete':
        from('finished', 'failed', 'cancelled')
        if (row.undo === 'running') throw new MigrationStateError()
        await trx.deleteFrom('migration').where('id', '=', id).execute()
    }
  })
}

/** Goes over all folders from the first on, and over the address books and calendars. */
async function beginFolders(trx: Trx, migrationId: number): Promise<void> {
  await trx.updateTable('migration_folder').set({ state: 'waiting' }).where('migration_id', '=', migrationId).execute()
  await trx.updateTable('migration_book').set({ state: 'waiting' }).where('migration_id', '=', migrationId).execute()
}

/** Goes over all folders once more. What could not be brought is tried again: it may be possible by now. */
export async function againFolders(trx: Trx, migrationId: number): Promise<void> {
  const folders = trx.selectFrom('migration_folder').select('id').where('migration_id', '=', migrationId)
  await trx
    .deleteFrom('migration_mail')
    .where('migration_folder_id', 'in', folders)
    .where('outcome', '=', 'noted')
    .execute()
  await trx
    .deleteFrom('migration_sent')
    .where('migration_folder_id', 'in', folders)
    .where('outcome', '=', 'noted')
    .execute()
  await trx.updateTable('migration_folder').set({ noted: 0 }).where('migration_id', '=', migrationId).execute()
  await beginFolders(trx, migrationId)
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

/** Bytes that a mailbox has left; null without a quota. */
export async function roomOf({ store }: Pick<Context, 'store'>, accountId: number): Promise<number | null> {
  const { quota_bytes, used_bytes } = await store.db
    .selectFrom('account')
    .select(['quota_bytes', 'used_bytes'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return quota_bytes > 0 ? Math.max(0, quota_bytes - used_bytes) : null
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
  const books = await store.db
    .selectFrom('migration_book')
    .selectAll()
    .where(
      'migration_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  const byMigration = Map.groupBy(folders, ({ migration_id }) => migration_id)
  const booksByMigration = Map.groupBy(books, ({ migration_id }) => migration_id)
  return rows.map((row) => shown(row, byMigration.get(row.id) ?? [], booksByMigration.get(row.id) ?? []))
}

const shown = (row: MigrationRow, folders: readonly FolderRow[], books: readonly BookRow[]): Migration => ({
  id: row.id,
  kind: row.kind,
  host: row.host,
  user: row.user_name,
  state: row.state,
  reason: row.reason,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  since: row.since,
  before: row.before_at,
  workedMs: row.worked_ms,
  dry: row.dry === 1,
  undo: row.undo,
  undoUntil: undoUntil(row),
  folders: folders.map(shownFolder),
  books: books.map(({ kind, name, state, reason, total, brought, noted }) => ({
    ...{ kind, name, state, reason, total, brought, noted },
  })),
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
  changed: row.changed,
  undone: row.undone,
  bytes: row.bytes,
  estimate: estimateOf(row),
  reason: row.reason,
  thereFound: row.there_found,
})
