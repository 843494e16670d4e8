import { MIGRATION_FOLDERS_MAX, type MigrationReason } from '@yanshu/contracts'
import type { ImapFlow } from 'imapflow'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { seal, unseal } from '../../platform/secrets/serverKey.ts'
import type { Context } from '../../store/context/context.ts'
import { inBackground, type Trx, transact } from '../../store/database/transact.ts'
import type { Job, JobAgain, JobKind } from '../../store/jobs/index.ts'
import { bringBooks } from './bringBooks.ts'
import { type Bringing, bringFolder } from './bringFolder.ts'
import { bringUploads } from './bringUploads.ts'
import { CommandSize } from './commandSize.ts'
import { countFolder, estimateOf } from './countFolder.ts'
import { countOut } from './countOut.ts'
import { listSources } from './listSources.ts'
import {
  type FolderRow,
  foldersOf,
  insertFolders,
  MigrationHaltedError,
  type MigrationRow,
  setFolder,
} from './migrationRows.ts'
import { sendAll } from './sendAll.ts'
import { withAccess } from './server/accessToken.ts'
import { Connection } from './server/connection.ts'
import {
  MigrationCertificateError,
  MigrationFullThereError,
  MigrationLoginError,
  MigrationNotAllowedError,
  MigrationThrottledError,
  MigrationTokenError,
  MigrationUnreachableError,
} from './server/errors.ts'
import type { ServerLogin } from './server/openServer.ts'
import { MigrationQuotaError } from './storeMails.ts'
import { targetFolder } from './targetFolder.ts'

/** A connection broke before anything came, and smaller commands are tried next. */
class CommandTooLargeError extends Error {
  override readonly name = 'CommandTooLargeError'
}

/** The job of a migration; its key is the migration's id. */
export const MIGRATION = 'mail.migration'
/** The same for people of a table: apart from it, so that many of them do not let a person wait. */
const MIGRATION_OF_MANY = 'mail.migrationOfMany'

/** The kind of job of a migration, by who has begun it. */
export const jobOf = (origin: MigrationRow['origin']): string => (origin === 'operator' ? MIGRATION_OF_MANY : MIGRATION)

const HOUR_MS = 3_600_000
/** Attempts that brought nothing, one after the other: with these waits some three hours without the other server. */
const ATTEMPTS_MAX = 10
const RETRY_MS = 15_000
const RETRY_MAX_MS = 30 * 60_000
/** After a connection that broke in the middle of the work. */
const SOON_MS = 3_000
const THROTTLED_MS = 120_000

/** Under which name a password is sealed: opened for its migration alone. */
export const secretName = (migrationId: number): string => `migration:${migrationId}`

/** Brings mail from other servers, or copies it to them: one connection for each migration, a few migrations at once on a server. */
export const migrationJob: JobKind = {
  name: MIGRATION,
  atOnce: 4,
  limitMs: 24 * HOUR_MS,
  retryAt: (attempts, _createdAt, now) =>
    attempts < ATTEMPTS_MAX ? now + Math.min(RETRY_MS * 2 ** (attempts - 1), RETRY_MAX_MS) : null,
  run: (context, job) => runMigration(inBackground(context), job),
  onFailed: async (trx, context, key) => {
    await endMigration(trx, Number(key), 'failed', 'unreachable', context.now())
  },
  drop: async (trx, key) => {
    await trx.deleteFrom('migration').where('id', '=', Number(key)).execute()
  },
}

/** Those of a table of people: ten at a time on a server. */
export const manyJob: JobKind = { ...migrationJob, name: MIGRATION_OF_MANY, atOnce: 10 }

/** Ends a migration, and forgets its password and its files. */
export async function endMigration(
  trx: Trx,
  migrationId: number,
  state: 'finished' | 'failed' | 'cancelled',
  reason: MigrationReason,
  now: number,
): Promise<void> {
  await trx.deleteFrom('migration_file').where('migration_id', '=', migrationId).execute()
  await trx
    .updateTable('migration')
    .set({ state, reason, secret: '', finished_at: now })
    .where('id', '=', migrationId)
    .where('state', 'in', ['dispatching', 'migrating', 'paused', 'failed'])
    .execute()
}

async function runMigration(context: Context, job: Job): Promise<JobAgain | undefined> {
  const migration = await begin(context, Number(job.key))
  if (!migration) return undefined
  const began = performance.now()
  const before = await progressOf(context, migration.id)
  try {
    await bring(context, job, migration)
    if (migration.dry === 1) await pause(context, migration.id, 'counted')
    else await transact(context, (trx) => endMigration(trx, migration.id, 'finished', '', context.now()))
    return undefined
  } catch (error) {
    if (job.signal.aborted) throw error
    return await settle(context, migration, error, (await progressOf(context, migration.id)) > before)
  } finally {
    await addWorked(context, migration.id, performance.now() - began)
  }
}

async function begin({ store }: Pick<Context, 'store'>, id: number): Promise<MigrationRow | null> {
  const begun = await store.db
    .updateTable('migration')
    .set({ state: 'migrating' })
    .where('id', '=', id)
    .where('state', 'in', ['dispatching', 'migrating'])
    .returningAll()
    .executeTakeFirst()
  return begun ?? null
}

/** Mails that were dealt with or counted, and folders that are done. */
async function progressOf(context: Pick<Context, 'store'>, migrationId: number): Promise<number> {
  let progress = 0
  for (const folder of await foldersOf(context, migrationId)) {
    const { brought, known, noted, state } = folder
    const estimate = estimateOf(folder)
    const counted = estimate
      ? estimate.bring +
        estimate.already +
        estimate.tooLarge +
        estimate.broken +
        estimate.deleted +
        (estimate.restricted ?? 0)
      : 0
    progress += brought + known + noted + counted + Number(state === 'done')
  }
  return progress
}

async function bring(context: Context, job: Job, migration: MigrationRow): Promise<void> {
  if (migration.kind === 'files') {
    await setReason(context, migration.id, '')
    return bringUploads({ context, preparer: mailTransportOf(context).preparer, job, migration })
  }
  const access = await accessOf(context, migration)
  const connection = await Connection.open(context.config, () => access(job.signal), job.signal)
  const { preparer } = mailTransportOf(context)
  const commandSize = new CommandSize(context, migration)
  const bringing = { context, preparer, connection, commandSize, job, migration }
  const before = await progressOf(context, migration.id)
  try {
    await setReason(context, migration.id, '')
    if (migration.kind === 'out') await (migration.dry === 1 ? countOut : sendAll)(bringing)
    else await bringAll(bringing)
    await connection.leave()
  } catch (error) {
    const isBroken = error instanceof MigrationUnreachableError && !job.signal.aborted
    if (!isBroken || (await progressOf(context, migration.id)) > before) throw error
    if (await commandSize.broke()) throw new CommandTooLargeError()
    throw error
  } finally {
    connection.close()
  }
  const { login, password } = await access(job.signal)
  await bringBooks(context, job, { ...migration, login }, password)
}

/**
 * The login of a migration. A refresh token that the provider has replaced is sealed at once: the one before may be of no use
 * from then on.
 */
async function accessOf(context: Context, migration: MigrationRow) {
  const name = secretName(migration.id)
  let password = await unseal(context.config, name, migration.secret)
  return async (signal: AbortSignal): Promise<ServerLogin> => {
    const { login, renewed } = await withAccess(
      context.config,
      { ...migration, user: migration.user_name, password },
      signal,
    )
    if (renewed !== null) {
      password = renewed
      const secret = await seal(context.config, name, renewed)
      const { db } = context.store
      await db
        .updateTable('migration')
        .set({ secret })
        .where('id', '=', migration.id)
        .where('secret', '<>', '')
        .execute()
    }
    return login
  }
}

async function bringAll(bringing: Bringing): Promise<void> {
  const { context, connection, job, migration } = bringing
  if (migration.listing !== '') await listFolders(context, connection.client, migration)
  const folders = await foldersOf(context, migration.id)
  for (const [at, folder] of folders.entries()) {
    job.say(at, folders.length)
    if (folder.state === 'done') continue
    if (migration.dry === 1) await countFolder(bringing, folder)
    else await bringOne(bringing, folder)
  }
}

/** Adds the folders of the other server that the migration does not have yet. Throws what `listSources` throws. */
async function listFolders(context: Context, client: ImapFlow, { id, listing }: MigrationRow): Promise<void> {
  const sources = await listSources(client)
  await transact(context, async (trx) => {
    const known = await trx.selectFrom('migration_folder').select('path').where('migration_id', '=', id).execute()
    const paths = new Set(known.map(({ path }) => path))
    const wanted = sources
      .filter(({ path, role }) => !paths.has(path) && (listing === 'all' || (role !== 'spam' && role !== 'trash')))
      .slice(0, MIGRATION_FOLDERS_MAX - paths.size)
    await insertFolders(trx, id, wanted, paths.size)
    await trx.updateTable('migration').set({ listing: '' }).where('id', '=', id).execute()
  })
}

async function bringOne(bringing: Bringing, folder: FolderRow): Promise<void> {
  const { context, migration } = bringing
  const names: string[] = JSON.parse(folder.names)
  const { folderId, renamed, made } = await targetFolder(context, migration.account_id, { role: folder.role, names })
  const earlier = JSON.parse(folder.made) as unknown[]
  await setFolder(context, folder.id, { folder_name: renamed, made: JSON.stringify([...earlier, ...made]) })
  await bringFolder(bringing, folder, folderId)
}

/** Writes down why a migration cannot go on, and when it is tried again. Throws what counts as a failed attempt. */
async function settle(
  context: Context,
  { id, kind }: MigrationRow,
  error: unknown,
  hasProgress: boolean,
): Promise<JobAgain | undefined> {
  // It was paused, cancelled or deleted: its state stands already.
  if (error instanceof MigrationHaltedError) return undefined
  if (error instanceof MigrationQuotaError) {
    await pause(context, id, 'quota')
    return undefined
  }
  if (error instanceof MigrationFullThereError) {
    await pause(context, id, 'fullThere')
    return undefined
  }
  // With a new token it goes on from here.
  if (error instanceof MigrationTokenError) {
    await pause(context, id, 'token')
    return undefined
  }
  const final = finalReason(error)
  if (final) {
    await transact(context, (trx) => endMigration(trx, id, 'failed', final, context.now()))
    return undefined
  }
  const isThrottled = error instanceof MigrationThrottledError
  await setReason(context, id, isThrottled ? 'throttled' : kind === 'files' ? 'interrupted' : 'unreachable')
  if (isThrottled) return { at: context.now() + THROTTLED_MS }
  // A connection that breaks now and then does not use up the attempts of one that never comes about.
  if (hasProgress || error instanceof CommandTooLargeError) return { at: context.now() + SOON_MS }
  throw error
}

/** Why trying again would change nothing; null for what may pass. */
function finalReason(error: unknown): MigrationReason | null {
  if (error instanceof MigrationLoginError) return 'login'
  if (error instanceof MigrationCertificateError) return 'certificate'
  return error instanceof MigrationNotAllowedError ? 'notAllowed' : null
}

async function pause(
  { store, now }: Pick<Context, 'store' | 'now'>,
  id: number,
  reason: MigrationReason,
): Promise<void> {
  await store.db
    .updateTable('migration')
    .set({ state: 'paused', reason, paused_at: now() })
    .where('id', '=', id)
    .where('state', '=', 'migrating')
    .execute()
}

async function setReason({ store }: Pick<Context, 'store'>, id: number, reason: MigrationReason): Promise<void> {
  await store.db
    .updateTable('migration')
    .set({ reason })
    .where('id', '=', id)
    .where('state', '=', 'migrating')
    .execute()
}

async function addWorked({ store }: Pick<Context, 'store'>, id: number, milliseconds: number): Promise<void> {
  await store.db
    .updateTable('migration')
    .set((eb) => ({ worked_ms: eb('worked_ms', '+', Math.round(milliseconds)) }))
    .where('id', '=', id)
    .execute()
}
