import { FOLDER_DEPTH_MAX, type Folder } from '@yanshu/contracts'
import { Icon } from '@yanshu/ui'
import { FolderDialog } from '@yanshu/ui/folders'
import { useState } from 'react'
import { useWords } from '../useWords.ts'
import { Line, Part } from './FolderTable.tsx'
import { AT_TOP, placesFor } from './folderPlaces.ts'
import { LiveSwitch } from './LiveSwitch.tsx'
import { useExportAction } from './useExportAction.ts'
import type { FolderCommands } from './useFolderCommands.ts'
import { useFolderOrder } from './useFolderOrder.ts'

/** The folders that the user made, in their order and at their depth in the tree. */
export function OwnFolders({ folders, commands }: { folders: readonly Folder[]; commands: FolderCommands }) {
  const say = useWords()
  const exportAction = useExportAction(commands)
  const { lines, orderOf, put } = useFolderOrder(folders)
  const [moving, setMoving] = useState<Folder | null>(null)
  return (
    <Part
      title={say('folders.own')}
      add={{ label: say('folders.addFolder'), run: () => commands.addFolder() }}
      nothing={folders.length === 0 ? say('folders.noFolders') : undefined}
      switches={say('folders.shown')}
    >
      {lines.map(({ folder, depth }, at) => {
        const name = folder.folderName
        const closed = folder.opened === false
        return (
          <Line
            key={folder.folderId}
            name={name}
            sign={<Icon name={folder.pwd ? 'lock' : 'folder'} />}
            place={folder}
            order={orderOf(at)}
            closed={closed}
            depth={depth}
            further={[
              {
                id: 'inside',
                label: say('manage.addInside'),
                icon: 'plus',
                disabled: closed || depth + 1 >= FOLDER_DEPTH_MAX,
                run: () => commands.addFolder(folder),
              },
              {
                id: 'move',
                label: say('manage.moveTo'),
                icon: 'folder-open',
                disabled: closed,
                run: () => setMoving(folder),
              },
              {
                id: 'password',
                label: say(folder.pwd ? 'manage.changePassword' : 'manage.setPassword'),
                icon: 'lock',
                run: () => commands.askPassword(folder, false),
              },
              ...(folder.pwd && !closed
                ? [
                    {
                      id: 'lock',
                      label: say('manage.lockNow'),
                      icon: 'lock' as const,
                      run: () => commands.lock(folder),
                    },
                  ]
                : []),
              exportAction(folder),
            ]}
            toggle={
              <LiveSwitch
                label={say('folders.showOne', { name })}
                checked={folder.state === 0}
                onChange={(on) => commands.setShown(folder, on)}
              />
            }
            actions={[
              {
                id: 'rename',
                label: say('folders.rename', { name }),
                icon: 'edit',
                run: () => commands.renameFolder(folder),
              },
              {
                id: 'clear',
                label: say('folders.clear', { name }),
                icon: 'eraser',
                disabled: folder.mail === 0 || closed,
                run: () => void commands.clear(folder, name),
              },
              {
                id: 'delete',
                label: say('folders.delete', { name }),
                icon: 'trash',
                danger: true,
                run: () => (folder.pwd ? commands.askPassword(folder, true) : void commands.removeFolder(folder)),
              },
            ]}
          />
        )
      })}
      {moving && (
        <FolderDialog
          open
          label={say('manage.moveTitle', { name: moving.folderName })}
          sections={placesFor(moving, folders, { top: say('manage.top'), own: say('folders.own') })}
          onPick={({ id }) => put(moving, id === AT_TOP ? null : id)}
          onClose={() => setMoving(null)}
        />
      )}
    </Part>
  )
}
