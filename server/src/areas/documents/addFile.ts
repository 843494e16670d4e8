import type { TransactionContext } from '../../store/context/context.ts'
import { type Trx, within } from '../../store/database/transact.ts'
import { namedIn } from './documentNames.ts'
import { lockDocuments, requireFolder } from './documentTree.ts'
import { endOwnLock } from './editLocks.ts'
import { keepFile } from './keepFiles.ts'
import { requireNoLock } from './lockedFor.ts'

export type Adding = Parameters<typeof keepFile>[3]

/**
 * Adds an uploaded file to a folder, which may be of another. Throws what `keepFile` throws, `DocumentNotFoundError` where the
 * folder is gone, and `DocumentLockedError` where it would be a version of a file that another edits. The own lock of
 * the caller on it ends.
 */
export async function addFile(
  trx: Trx,
  context: TransactionContext,
  { callerId, ownerId }: { readonly callerId: number; readonly ownerId: number },
  adding: Adding,
): Promise<{ documentId: number; name: string }> {
  const changing = await lockDocuments(trx, context, ownerId)
  await requireFolder(trx, ownerId, adding.parentId)
  const other = await namedIn(trx, ownerId, adding.parentId, adding.file.name)
  if (other && adding.onClash === 'version') {
    await requireNoLock(within(trx, context), { ownerId, callerId }, [other.id])
    await endOwnLock(trx, callerId, other.id)
  }
  return keepFile(trx, context, changing, adding)
}
