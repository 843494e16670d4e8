import type { Folder, Label } from '@yanshu/contracts'
import { type FolderTree, lazyPart } from '@yanshu/shell-api'
import { ErrorCard, Icon, Skeleton } from '@yanshu/ui'
import { LABEL_COLORS } from '@yanshu/ui/folders'
import { Suspense } from 'react'
import { Setting } from '../find/Setting.tsx'
import { useWords } from '../useWords.ts'
import { Line, Part } from './FolderTable.tsx'
import css from './folders.module.css'
import { ColorMenu } from './LabelColor.tsx'
import { LiveSwitch } from './LiveSwitch.tsx'
import { OwnFolders } from './OwnFolders.tsx'
import { SettingsName } from './SettingsName.tsx'
import { useExportAction } from './useExportAction.ts'
import { type FolderCommands, useFolderCommands } from './useFolderCommands.ts'
import { useFolderTree } from './useFolderTree.ts'
import { useRowOrder } from './useRowOrder.ts'

const FolderPassword = lazyPart(() => import('./FolderPassword.tsx'))

/** Folders and labels with their counts and sizes, and what can be done with them (§2, foldermanagement). */
export function FolderManagement() {
  const say = useWords()
  const { tree, failed, retry } = useFolderTree()
  const commands = useFolderCommands()
  return (
    <div className={css.management}>
      <h1>{say('pages.foldermanagement')}</h1>
      {failed && <ErrorCard what={say('loadFailed')} advice={say('loadAdvice')} onRetry={retry} />}
      {!failed && tree.lists === null && <Skeleton lines={10} />}
      {tree.lists && (
        <>
          <Setting id="ownFolders">
            <OwnFolders folders={tree.lists.customList} commands={commands} />
          </Setting>
          <Setting id="labels">
            <Labels labels={tree.lists.labelList} commands={commands} />
          </Setting>
          <Setting id="systemFolders">
            <SystemFolders folders={tree.lists.folderList} nameOf={tree.nameOf} commands={commands} />
          </Setting>
        </>
      )}
      {commands.asking && (
        <Suspense fallback={null}>
          <FolderPassword {...commands.asking} onClose={commands.closeAsking} />
        </Suspense>
      )}
      {commands.request && <SettingsName request={commands.request} onClose={commands.closeRequest} />}
    </div>
  )
}

function Labels({ labels, commands }: { labels: readonly Label[]; commands: FolderCommands }) {
  const say = useWords()
  const orderOf = useRowOrder(labels)
  return (
    <Part
      title={say('folders.labels')}
      add={{ label: say('folders.addLabel'), run: () => commands.addLabel(labels.length % LABEL_COLORS.length) }}
      nothing={labels.length === 0 ? say('folders.noLabels') : undefined}
      switches={say('folders.enabled')}
    >
      {labels.map((label, at) => {
        const name = label.labelName
        return (
          <Line
            key={label.labelId}
            name={name}
            sign={
              <ColorMenu name={name} color={label.color} onChange={(color) => void commands.setColor(label, color)} />
            }
            place={label}
            order={orderOf(at)}
            further={[{ id: 'rule', label: say('manage.rule'), icon: 'filter', run: () => commands.beginRule(label) }]}
            toggle={
              <LiveSwitch
                label={say('folders.enableOne', { name })}
                checked={label.state === 0}
                onChange={(on) => commands.setEnabled(label, on)}
              />
            }
            actions={[
              { id: 'edit', label: say('folders.edit', { name }), icon: 'edit', run: () => commands.editLabel(label) },
              {
                id: 'delete',
                label: say('folders.delete', { name }),
                icon: 'trash',
                danger: true,
                run: () => void commands.removeLabel(label),
              },
            ]}
          />
        )
      })}
    </Part>
  )
}

const SIGNS = { inbox: 'inbox', sent: 'sent', drafts: 'draft', trash: 'trash', spam: 'spam', custom: 'folder' } as const

interface SystemFoldersProps {
  folders: readonly Folder[]
  nameOf: FolderTree['nameOf']
  commands: FolderCommands
}

function SystemFolders({ folders, nameOf, commands }: SystemFoldersProps) {
  const say = useWords()
  const exportAction = useExportAction(commands)
  return (
    <Part title={say('folders.system')}>
      {folders.map((folder) => {
        const name = nameOf(folder)
        return (
          <Line
            key={folder.folderId}
            name={name}
            sign={<Icon name={SIGNS[folder.role]} />}
            place={folder}
            further={[exportAction(folder)]}
            actions={[
              {
                id: 'clear',
                label: say('folders.clear', { name }),
                icon: 'eraser',
                disabled: folder.mail === 0,
                run: () => void commands.clear(folder, name),
              },
            ]}
          />
        )
      })}
    </Part>
  )
}
