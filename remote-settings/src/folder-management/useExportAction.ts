import type { Folder } from '@yanshu/contracts'
import { useWords } from '../useWords.ts'
import type { RowAction } from './rowAction.ts'
import type { FolderCommands } from './useFolderCommands.ts'

/** A folder as a file. */
export function useExportAction({ exportFolder }: FolderCommands): (folder: Folder) => RowAction {
  const say = useWords()
  return (folder) => ({
    id: 'export',
    label: say('manage.export'),
    icon: 'download',
    disabled: folder.mail === 0,
    run: () => exportFolder(folder),
  })
}
