import type { Folder, Label } from '@yanshu/contracts'
import { type FolderTree, useFormat } from '@yanshu/shell-api'
import { Button, ErrorCard, Icon, Skeleton } from '@yanshu/ui'
import { LABEL_COLORS } from '@yanshu/ui/folders'
import { type ReactNode, useId } from 'react'
import { Setting } from '../find/Setting.tsx'
import { useWords } from '../useWords.ts'
import css from './folders.module.css'
import { ColorMenu } from './LabelColor.tsx'
import { LiveSwitch } from './LiveSwitch.tsx'
import { type RowAction, RowActions } from './RowActions.tsx'
import { SettingsName } from './SettingsName.tsx'
import { type FolderCommands, useFolderCommands } from './useFolderCommands.ts'
import { useFolderTree } from './useFolderTree.ts'

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
      {commands.request && <SettingsName request={commands.request} onClose={commands.closeRequest} />}
    </div>
  )
}

interface PartProps {
  title: string
  add?: { label: string; run: () => void }
  /** Said when there is nothing to list. */
  nothing?: string | undefined
  /** The head of the column of switches. */
  switches?: string
  children: ReactNode
}

/** A table of folders or labels under its heading. */
function Part({ title, add, nothing, switches, children }: PartProps) {
  const say = useWords()
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.part}>
      <div className={css.partHead}>
        <h2 id={id}>{title}</h2>
        {add && (
          <Button icon="plus" size="small" onClick={add.run}>
            {add.label}
          </Button>
        )}
      </div>
      {nothing ? (
        <p className={css.nothing}>{nothing}</p>
      ) : (
        <table aria-labelledby={id} className={css.table}>
          <thead>
            <tr>
              <th scope="col">{say('folders.name')}</th>
              <th scope="col" className={css.number}>
                {say('folders.mails')}
              </th>
              <th scope="col" className={css.number}>
                {say('folders.unread')}
              </th>
              <th scope="col" className={css.number}>
                {say('folders.size')}
              </th>
              {switches && (
                <th scope="col" className={css.switch}>
                  {switches}
                </th>
              )}
              <th scope="col" className={css.tools}>
                {say('folders.actions')}
              </th>
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  )
}

interface LineProps {
  name: string
  sign: ReactNode
  place: Pick<Folder, 'mail' | 'unread' | 'spaceSize'>
  /** Undefined in tables without the column. */
  toggle?: ReactNode
  actions: readonly RowAction[]
}

/** One folder or label. Where the columns of numbers have no room, they stand below the name. */
function Line({ name, sign, place, toggle, actions }: LineProps) {
  const say = useWords()
  const { count, bytes } = useFormat()
  const numbers = { mails: count(place.mail), unread: count(place.unread), size: bytes(place.spaceSize) }
  return (
    <tr>
      <th scope="row">
        <span className={css.name}>
          {sign}
          <span className={css.nameText} title={name}>
            {name}
          </span>
        </span>
        <span className={css.facts}>{say('folders.facts', { count: place.mail, ...numbers })}</span>
      </th>
      <td className={css.number}>{numbers.mails}</td>
      <td className={css.number}>{numbers.unread}</td>
      <td className={css.number}>{numbers.size}</td>
      {toggle !== undefined && <td className={css.switch}>{toggle}</td>}
      <td className={css.tools}>
        <RowActions more={say('folders.more', { name })} actions={actions} />
      </td>
    </tr>
  )
}

function OwnFolders({ folders, commands }: { folders: readonly Folder[]; commands: FolderCommands }) {
  const say = useWords()
  return (
    <Part
      title={say('folders.own')}
      add={{ label: say('folders.addFolder'), run: commands.addFolder }}
      nothing={folders.length === 0 ? say('folders.noFolders') : undefined}
      switches={say('folders.shown')}
    >
      {folders.map((folder) => {
        const name = folder.folderName
        return (
          <Line
            key={folder.folderId}
            name={name}
            sign={<Icon name="folder" />}
            place={folder}
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
                icon: 'minus',
                disabled: folder.mail === 0,
                run: () => void commands.clear(folder, name),
              },
              {
                id: 'delete',
                label: say('folders.delete', { name }),
                icon: 'trash',
                danger: true,
                run: () => void commands.removeFolder(folder),
              },
            ]}
          />
        )
      })}
    </Part>
  )
}

function Labels({ labels, commands }: { labels: readonly Label[]; commands: FolderCommands }) {
  const say = useWords()
  return (
    <Part
      title={say('folders.labels')}
      add={{ label: say('folders.addLabel'), run: () => commands.addLabel(labels.length % LABEL_COLORS.length) }}
      nothing={labels.length === 0 ? say('folders.noLabels') : undefined}
      switches={say('folders.enabled')}
    >
      {labels.map((label) => {
        const name = label.labelName
        return (
          <Line
            key={label.labelId}
            name={name}
            sign={
              <ColorMenu name={name} color={label.color} onChange={(color) => void commands.setColor(label, color)} />
            }
            place={label}
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
            actions={[
              {
                id: 'clear',
                label: say('folders.clear', { name }),
                icon: 'minus',
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
