import { ForbiddenError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { restrictedFiles } from '../../store/mailbox/index.ts'
import { FileNotFoundError, findOwnedFiles } from '../files/index.ts'
import { nameFromElsewhere } from './documentNames.ts'
import { limitBytes } from './documentSpace.ts'
import { lockDocuments, requireFolder } from './documentTree.ts'
import { keepFile } from './keepFiles.ts'

/**
 * Keeps files of mails of an account in a folder of the document center of `ownerId`, all or none. Throws `FileNotFoundError` for one that the account
 * may not read, and `ForbiddenError` for one of a letter that may not be kept there (§6).
 */
export async function keepMailFiles(
  context: Context,
  accountId: number,
  { ownerId, fileIds, parentId }: { ownerId: number; fileIds: readonly string[]; parentId: number },
): Promise<number[]> {
  const { db } = context.store
  const files = await findOwnedFiles(db, accountId, fileIds)
  if (files.length < new Set(fileIds).size) throw new FileNotFoundError()
  if ((await restrictedFiles(db, fileIds)).length > 0) throw new ForbiddenError()
  const limit = await limitBytes(context, ownerId)
  return transact(
    context,
    async (trx) => {
      const changing = await lockDocuments(trx, context, ownerId)
      await requireFolder(trx, ownerId, parentId)
      const kept: number[] = []
      for (const { name, contentType, size, blobHash } of files) {
        const file = { name: nameFromElsewhere(name), contentType, size, hash: blobHash }
        const { documentId } = await keepFile(trx, context, changing, { parentId, file, onClash: 'both', limit })
        kept.push(documentId)
      }
      return kept
    },
    { grows: true },
  )
}
