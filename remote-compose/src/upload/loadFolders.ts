import { fetchPart, t } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'

/** What was pasted where a folder is among it; null for anything else. */
export function pastedFolders(data: DataTransfer): FileSystemEntry[] | null {
  const entries = [...data.items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []))
  return entries.some(({ isDirectory }) => isDirectory) ? entries : null
}

/** Attaches the files of folders that were dropped, pasted or chosen, those inside of their folders too. */
export async function addFolders(
  composer: Pick<Composer, 'addFiles'>,
  found: readonly FileSystemEntry[] | readonly File[],
): Promise<void> {
  try {
    const part = await fetchPart(() => import('./folderFiles.ts'))
    composer.addFiles(part.namedApart(await part.filesIn(found)))
  } catch {
    notify.error(t(NS, 'attachments.failed'))
  }
}
