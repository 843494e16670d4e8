import { FolderClosedError, FolderNotFoundError } from '../../platform/http/errors.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import type { Bringing } from './bringFolder.ts'
import { FoldersThere } from './folderThere.ts'
import { type FolderRow, foldersOf, setFolder } from './migrationRows.ts'
import { sendFolder } from './sendFolder.ts'
import { readerOf } from './sending.ts'

/**
 * Copies the folders of a migration to the other server; nothing is deleted here or there. A folder that cannot be read or made
 * stops no other one. Throws what `failureOf` answers, `MigrationHaltedError`, `MigrationFullThereError`.
 */
export async function sendAll(bringing: Bringing): Promise<void> {
  const { context, connection, job, migration } = bringing
  const there = await FoldersThere.read(connection.client)
  const folders = await foldersOf(context, migration.id)
  for (const [at, folder] of folders.entries()) {
    job.say(at, folders.length)
    if (folder.state === 'done') continue
    const reason = await whyLeftOut(bringing, folder)
    if (reason !== null) {
      await setFolder(context, folder.id, { state: 'done', reason, total: 0 })
      continue
    }
    const names: string[] = JSON.parse(folder.names)
    const path = await there.findOrMake({ role: folder.role, names })
    await setFolder(context, folder.id, {
      reason: path === null ? 'refused' : '',
      folder_name: path === null || path === names.join('/') ? '' : path,
    })
    const hasCopied = path !== null && (await sendFolder(bringing, folder, path))
    await setFolder(context, folder.id, { state: 'done', ...(hasCopied ? {} : { reason: 'refused' }) })
  }
}

/** Decided anew for each run: a folder may have got a password since it was chosen. */
export async function whyLeftOut(
  { context, migration }: Pick<Bringing, 'context' | 'migration'>,
  { folder_id }: FolderRow,
): Promise<'closed' | 'gone' | null> {
  try {
    await openMailbox(context, readerOf(migration)).folder(folder_id ?? 0)
    return null
  } catch (error) {
    if (error instanceof FolderClosedError) return 'closed'
    if (error instanceof FolderNotFoundError) return 'gone'
    throw error
  }
}
