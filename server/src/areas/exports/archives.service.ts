import { type Archive, Code } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { CallError, NotFoundError, OldPasswordWrongError } from '../../platform/http/errors.ts'
import { isPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import type { ArchiveJobTable } from '../../store/database/schema.ts'
import { transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { closedFolders, guardedFolders } from '../../store/mailbox/index.ts'
import { requirePerson } from '../../store/sessions/actor.ts'
import { randomToken } from '../../store/sessions/tokens.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { ARCHIVE } from './archiveJob.ts'
import { readIds } from './readIds.ts'

/** Tries at the password before they have to wait, and the longest wait in seconds. */
const TRIES = { free: 5, longestS: 15 * 60 } as const
/** Archives that are begun before the next one has to wait: each reads the whole mailbox. */
const BEGUN = { free: 3, firstS: 10 * 60, longestS: 60 * 60 } as const
const LINK_LIFE_MS = 2 * 60_000
/** A link to a finished archive, for a person who has entered the password. */
const links = ticketKind('archive-link', z.object({ sessionId: z.string() }), LINK_LIFE_MS)

const archiveOf = (row: Selectable<ArchiveJobTable>): Archive => ({
  state: row.state,
  createdAt: row.created_at,
  done: row.done,
  total: row.total,
  lost: row.lost,
  size: row.size,
  expiresAt: row.expires_at,
})

const rowOf = ({ store }: Pick<Context, 'store'>, accountId: number) =>
  store.db.selectFrom('archive_job').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** The archive of an account, whether it is finished or not; null when there is none. */
export async function readArchive(context: Context, caller: SessionActor): Promise<Archive | null> {
  requirePerson(caller)
  const row = await rowOf(context, caller.accountId)
  return row && (row.expires_at === null || row.expires_at > context.now()) ? archiveOf(row) : null
}

/**
 * Begins an archive in the place of a former one; one that is being made goes on. Folders with a password that this session
 * has not opened stay out. Throws `TooManyRequestsError`, and `ForbiddenError` in a mailbox that the person switched to.
 */
export async function beginArchive(context: Context, caller: SessionActor): Promise<Archive> {
  requirePerson(caller)
  const { db } = context.store
  const { accountId } = caller
  const before = await rowOf(context, accountId)
  if (before?.state === 'waiting' || before?.state === 'running') return archiveOf(before)
  await countTries(context, [{ scope: `archive:${accountId}`, ...BEGUN }])
  const closed = await closedFolders(db, caller)
  const open = (await guardedFolders(db, accountId)).filter((id) => !closed.has(id))
  const row = await transact(context, async (trx) => {
    await trx
      .deleteFrom('archive_job')
      .where('account_id', '=', accountId)
      .where('state', 'in', ['ready', 'failed'])
      .execute()
    await trx
      .insertInto('archive_job')
      .values({
        id: randomToken(),
        account_id: accountId,
        state: 'waiting',
        open_folders: JSON.stringify(open),
        created_at: context.now(),
        claimed_until: 0,
      })
      // Two windows begin at the same moment.
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute()
    const made = trx.selectFrom('archive_job').selectAll().where('account_id', '=', accountId)
    const archive = await made.executeTakeFirstOrThrow()
    await enqueue(trx, context, ARCHIVE, [{ key: archive.id }])
    return archive
  })
  return archiveOf(row)
}

/** Gives an archive up, finished or not. */
export async function cancelArchive(context: Context, caller: SessionActor): Promise<void> {
  requirePerson(caller)
  await context.store.db.deleteFrom('archive_job').where('account_id', '=', caller.accountId).execute()
}

/** An archive has mails of folders that are closed to the session. */
class ArchiveClosedError extends CallError {
  constructor(names: readonly string[]) {
    super(Code.folderClosed, {
      details: {
        zh: `文件里有“${names.join('”、“')}”的邮件`,
        en: `the file has the mails of “${names.join('”, “')}”`,
      },
    })
  }
}

/**
 * A link to the finished archive, for this session, once and for two minutes, for the password of the account.
 * Throws `OldPasswordWrongError`, `TooManyRequestsError`, `NotFoundError` when there is none, and `ArchiveClosedError`.
 */
export async function archiveLink(
  context: Context,
  caller: SessionActor,
  password: string,
  ip: string,
): Promise<string> {
  requirePerson(caller)
  const { accountId, sessionId } = caller
  const scope = `archive-password:${accountId}`
  const counted = await countTries(context, [{ scope, ...TRIES }])
  const account = await context.store.db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const right = await isPassword(password, account.password_hash, ip).catch(async (error: unknown) => {
    await counted.giveBack()
    throw error
  })
  if (!right) throw new OldPasswordWrongError()
  await counted.forget([scope])
  await requireReady(context, caller)
  return links.issue(context, { accountId, data: { sessionId } })
}

/**
 * The finished archive. Throws `NotFoundError` when there is none, and `ArchiveClosedError` when another session had a folder
 * open that is closed to this one, or a folder has got its password since.
 */
async function requireReady(
  context: Context,
  caller: SessionActor,
): Promise<{ hash: string; size: number; at: number }> {
  const { db } = context.store
  const row = await rowOf(context, caller.accountId)
  if (row?.state !== 'ready' || row.blob_hash === null || (row.expires_at ?? 0) <= context.now()) {
    throw new NotFoundError()
  }
  const leftOut = new Set(readIds(row.left_out))
  const inside = [...(await closedFolders(db, caller))].filter((id) => !leftOut.has(id))
  if (inside.length > 0) {
    const folders = await db.selectFrom('folder').select('name').where('id', 'in', inside).orderBy('id').execute()
    throw new ArchiveClosedError(folders.map(({ name }) => name))
  }
  return { hash: row.blob_hash, size: row.size, at: row.created_at }
}

/**
 * What a link leads to; the link is used up. Throws `NotFoundError`, also for the link of another session, and
 * `ArchiveClosedError`.
 */
export async function takeArchive(context: Context, caller: SessionActor, token: string) {
  const ticket = await links.take(context, token)
  if (ticket?.accountId !== caller.accountId || ticket.data.sessionId !== caller.sessionId) throw new NotFoundError()
  return requireReady(context, caller)
}
