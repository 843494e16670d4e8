import type { Context, TransactionContext } from '../../store/context/context.ts'
import { type Trx, transact, within } from '../../store/database/transact.ts'
import { DocumentNotFoundError, DocumentTooManyError } from './documentErrors.ts'
import { requireSpace } from './documentSpace.ts'
import { liveDocuments, lockDocuments } from './documentTree.ts'
import { addVersion, type NewContent } from './keepFiles.ts'
import { type Acting, requireNoLock } from './lockedFor.ts'

/** How long a file stays locked to who edits it elsewhere, unless a new version comes before. */
const LOCKED_MS = 24 * 60 * 60_000
/** Files that one person has locked at a time. */
const LOCKS_MAX = 100

const tokenOf = (callerId: number, documentId: number) => `page:${callerId}:${documentId}`

/** A file that is there. Throws `DocumentNotFoundError` for a folder too. */
async function fileOf(trx: Trx, context: TransactionContext, ownerId: number, documentId: number) {
  const [row] = await liveDocuments(trx, context.store.engine, ownerId, [documentId])
  if (row?.kind !== 1) throw new DocumentNotFoundError()
  return row
}

/**
 * Locks a file to who downloads it to edit it, under the lock of the account, so that of two at once one is given. A repeated
 * call makes it last longer. Answers until when. Throws `DocumentLockedError` with the name of who has it.
 */
export const lockForEditing = (
  context: Context,
  { ownerId, callerId }: Acting,
  documentId: number,
): Promise<{ until: number }> =>
  transact(
    context,
    async (trx) => {
      const { now } = await lockDocuments(trx, context, ownerId)
      await fileOf(trx, context, ownerId, documentId)
      await requireNoLock(within(trx, context), { ownerId, callerId }, [documentId])
      await requireFewLocks(trx, callerId, { now, documentId })
      const { name } = await trx
        .selectFrom('account')
        .select('name')
        .where('id', '=', callerId)
        .executeTakeFirstOrThrow()
      const until = now + LOCKED_MS
      const lock = {
        ...{ token: tokenOf(callerId, documentId), document_id: documentId, account_id: ownerId, shared: 0, deep: 0 },
        ...{ owner: name, expires_at: until, holder_id: callerId },
      }
      await trx
        .insertInto('document_lock')
        .values(lock)
        .onConflict((conflict) => conflict.column('token').doUpdateSet({ expires_at: until }))
        .execute()
      return { until }
    },
    { grows: true },
  )

async function requireFewLocks(
  trx: Trx,
  callerId: number,
  { now, documentId }: { readonly now: number; readonly documentId: number },
): Promise<void> {
  await trx.deleteFrom('document_lock').where('holder_id', '=', callerId).where('expires_at', '<=', now).execute()
  const last = await trx
    .selectFrom('document_lock')
    .select('token')
    .where('holder_id', '=', callerId)
    .where('document_id', '<>', documentId)
    .offset(LOCKS_MAX - 1)
    .limit(1)
    .executeTakeFirst()
  if (last) throw new DocumentTooManyError(LOCKS_MAX)
}

/** Ends the lock that an account has set on a file at the page. */
export async function endOwnLock(trx: Trx, callerId: number, documentId: number): Promise<void> {
  await trx.deleteFrom('document_lock').where('token', '=', tokenOf(callerId, documentId)).execute()
}

/** Ends locks on a file that were set at the page: the own one, and those of others for who owns or manages it. */
export async function unlockFile(
  { store: { db } }: Pick<Context, 'store'>,
  { ownerId, callerId }: Acting,
  { documentId, ofOthers }: { readonly documentId: number; readonly ofOthers: boolean },
): Promise<void> {
  await db
    .deleteFrom('document_lock')
    .where('document_id', '=', documentId)
    .where('account_id', '=', ownerId)
    .where('holder_id', 'is not', null)
    .$if(!ofOthers, (query) => query.where('holder_id', '=', callerId))
    .execute()
}

/**
 * Makes content the newest version of a file, whatever the file on the device is called, and ends the lock that the caller has
 * on it. Throws `DocumentNotFoundError`, `DocumentLockedError`, `DocumentsFullError`.
 */
export const addVersionOf = (
  context: Context,
  { ownerId, callerId }: Acting,
  { documentId, content, limit }: { readonly documentId: number; readonly content: NewContent; readonly limit: number },
): Promise<{ version: number }> =>
  transact(
    context,
    async (trx) => {
      const changing = await lockDocuments(trx, context, ownerId)
      const row = await fileOf(trx, context, ownerId, documentId)
      await requireNoLock(within(trx, context), { ownerId, callerId }, [documentId])
      await requireSpace(trx, ownerId, limit, [content])
      await addVersion(trx, context, changing, { documentId, newest: row.version, content })
      await endOwnLock(trx, callerId, documentId)
      return { version: row.version + 1 }
    },
    { grows: true },
  )
