import { ForbiddenError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { restrictedFiles } from '../../store/mailbox/index.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { findReadableFile } from '../calendar-store/index.ts'
import { FileNotFoundError, findOwnedFiles } from '../files/index.ts'
import { nameFromElsewhere } from './documentNames.ts'
import { limitBytes } from './documentSpace.ts'
import { lockDocuments, requireFolder } from './documentTree.ts'
import { keepFile, type NewFile } from './keepFiles.ts'

/**
 * Keeps files of mails and events of an account in a folder of the document center of `ownerId`, all or none. Throws `FileNotFoundError` for one that the account
 * may not read, and `ForbiddenError` for one of a letter that may not be kept there (§6).
 */
export async function keepMailFiles(
  context: Context,
  accountId: number,
  { ownerId, fileIds, parentId }: { ownerId: number; fileIds: readonly string[]; parentId: number },
): Promise<number[]> {
  const { db } = context.store
  const files = await readableFiles(context, accountId, fileIds)
  if ((await restrictedFiles(db, fileIds)).length > 0) throw new ForbiddenError()
  const limit = await limitBytes(context, ownerId)
  return transact(
    context,
    async (trx) => {
      const changing = await lockDocuments(trx, context, ownerId)
      await requireFolder(trx, ownerId, parentId)
      const kept: number[] = []
      for (const { name, ...content } of files) {
        const file = { ...content, name: nameFromElsewhere(name) }
        const { documentId } = await keepFile(trx, context, changing, { parentId, file, onClash: 'both', limit })
        kept.push(documentId)
      }
      return kept
    },
    { grows: true },
  )
}

/** Files that an account may read: of its mails and uploads, and of events that it sees in full. Throws `FileNotFoundError`. */
async function readableFiles(context: Context, accountId: number, fileIds: readonly string[]): Promise<NewFile[]> {
  const { store } = context
  const owned = new Map((await findOwnedFiles(store.db, accountId, fileIds)).map((file) => [file.id, file]))
  const files: NewFile[] = []
  for (const id of new Set(fileIds)) {
    const file = owned.get(id)
    if (file) files.push({ name: file.name, contentType: file.contentType, size: file.size, hash: file.blobHash })
    else files.push(await fileOfEvent(context, accountId, id))
  }
  return files
}

async function fileOfEvent({ store }: Context, accountId: number, id: string): Promise<NewFile> {
  const { calendarEnable } = await switchesOf(store.db, accountId)
  const file = calendarEnable ? await findReadableFile(store, accountId, id) : null
  if (!file) throw new FileNotFoundError()
  const { name, contentType, size, hash } = file
  return { name, contentType, size, hash }
}
