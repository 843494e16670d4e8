import type { MigrationReason } from '@yanshu/contracts'
import type { ImapFlow } from 'imapflow'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { unseal } from '../../platform/secrets/serverKey.ts'
import type { Context } from '../../store/context/context.ts'
import { inBackground, type Trx, transact } from '../../store/database/transact.ts'
import type { Job, JobAgain, JobKind } from '../../store/jobs/index.ts'
import { bringFolder } from './bringFolder.ts'
import { type FolderRow, foldersOf, type MigrationRow, setFolder } from './migrationRows.ts'
import {
  MigrationCertificateError,
  MigrationLoginError,
  MigrationNotAllowedError,
  MigrationThrottledError,
} from './server/errors.ts'
import { openServer } from './server/openServer.ts'
import { MigrationHaltedError, MigrationQuotaError } from './storeMails.ts'
import { targetFolder } from './targetFolder.ts'

/** The job of a migration; its key is the migration's id. */
export const MIGRATION = 'mail.migration'

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

/** Brings mail from other servers: one connection for each migration, a few migrations at once on a server. */
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

/** Ends a migration and forgets its password. */
export async function endMigration(
  trx: Trx,
  migrationId: number,
  state: 'finished' | 'failed' | 'cancelled',
  reason: MigrationReason,
  now: number,
): Promise<void> {
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
  const before = await broughtOf(context, migration.id)
  try {
    await bring(context, job, migration)
    await transact(context, (trx) => endMigration(trx, migration.id, 'finished', '', context.now()))
    return undefined
  } catch (error) {
    if (job.signal.aborted) throw error
    return await settle(context, migration, error, (await broughtOf(context, migration.id)) > before)
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

async function broughtOf(context: Pick<Context, 'store'>, migrationId: number): Promise<number> {
  const folders = await foldersOf(context, migrationId)
  return folders.reduce((sum, { brought, known, noted }) => sum + brought + known + noted, 0)
}

async function bring(context: Context, job: Job, migration: MigrationRow): Promise<void> {
  const password = await unseal(context.config, secretName(migration.id), migration.secret)
  const client = await openServer(context.config, { ...migration, user: migration.user_name, password })
  const stop = () => client.close()
  job.signal.addEventListener('abort', stop, { once: true })
  try {
    await setReason(context, migration.id, '')
    const folders = await foldersOf(context, migration.id)
    for (const [at, folder] of folders.entries()) {
      job.say(at, folders.length)
      if (folder.state !== 'done') await bringOne(context, job, migration, client, folder)
    }
    await client.logout().catch(() => {})
  } finally {
    job.signal.removeEventListener('abort', stop)
    client.close()
  }
}

async function bringOne(
  context: Context,
  job: Job,
  migration: MigrationRow,
  client: ImapFlow,
  folder: FolderRow,
): Promise<void> {
  const names: string[] = JSON.parse(folder.names)
  const { folderId, renamed } = await targetFolder(context, migration.account_id, { role: folder.role, names })
  await setFolder(context, folder.id, { folder_name: renamed })
  const { preparer } = mailTransportOf(context)
  await bringFolder({ context, preparer, client, job, migration }, folder, folderId)
}

/** Writes down why a migration cannot go on, and when it is tried again. Throws what counts as a failed attempt. */
async function settle(
  context: Context,
  { id }: MigrationRow,
  error: unknown,
  hasProgress: boolean,
): Promise<JobAgain | undefined> {
  // It was paused, cancelled or deleted: its state stands already.
  if (error instanceof MigrationHaltedError) return undefined
  if (error instanceof MigrationQuotaError) {
    await pause(context, id, 'quota')
    return undefined
  }
  const final = finalReason(error)
  if (final) {
    await transact(context, (trx) => endMigration(trx, id, 'failed', final, context.now()))
    return undefined
  }
  const isThrottled = error instanceof MigrationThrottledError
  await setReason(context, id, isThrottled ? 'throttled' : 'unreachable')
  if (isThrottled) return { at: context.now() + THROTTLED_MS }
  // A connection that breaks now and then does not use up the attempts of one that never comes about.
  if (hasProgress) return { at: context.now() + SOON_MS }
  throw error
}

/** Why trying again would change nothing; null for what may pass. */
function finalReason(error: unknown): MigrationReason | null {
  if (error instanceof MigrationLoginError) return 'login'
  if (error instanceof MigrationCertificateError) return 'certificate'
  return error instanceof MigrationNotAllowedError ? 'notAllowed' : null
}

async function pause({ store }: Pick<Context, 'store'>, id: number, reason: MigrationReason): Promise<void> {
  await store.db
    .updateTable('migration')
    .set({ state: 'paused', reason })
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
