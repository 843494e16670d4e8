import type { Folder, Label } from '@yanshu/contracts'
import { type FolderTree, lazyPart, useFormat } from '@yanshu/shell-api'
import { Button, ErrorCard, Icon, Skeleton } from '@yanshu/ui'
import { LABEL_COLORS } from '@yanshu/ui/folders'
import { type ReactNode, Suspense, useId } from 'react'
import { ColumnTitles } from '../columns/ColumnTitles.tsx'
import { Setting } from '../find/Setting.tsx'
import { useWords } from '../useWords.ts'
import css from './folders.module.css'
import { ColorMenu } from './LabelColor.tsx'
import { LiveSwitch } from './LiveSwitch.tsx'
import { type RowAction, RowActions } from './RowActions.tsx'
import { SettingsName } from './SettingsName.tsx'
import { type FolderCommands, useFolderCommands } from './useFolderCommands.ts'
import { useFolderTree } from './useFolderTree.ts'
import { type RowOrder, useRowOrder } from './useRowOrder.ts'

const FolderPassword = lazyPart(() => import(/* webpackChunkName: "folder-password" */ './FolderPassword.tsx'))

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
          <ColumnTitles
            table="folders"
            columns={[
              { id: 'name', title: say('folders.name') },
              { id: 'mails', title: say('folders.mails'), className: css.number },
              { id: 'unread', title: say('folders.unread'), className: css.number },
              { id: 'size', title: say('folders.size'), className: css.number },
              ...(switches ? [{ id: 'switch', title: switches, className: css.switch, fixed: true }] : []),
              { id: 'tools', title: say('folders.actions'), className: css.tools, fixed: true },
            ]}
            rest="name"
          />
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
  further?: readonly RowAction[]
  /** Undefined where the order is given. */
  order?: RowOrder
  /** Of a folder whose password has not been entered: the server does not say its numbers. */
  closed?: boolean
}

/** One folder or label. Where the columns of numbers have no room, they stand below the name. */
function Line({ name, sign, place, toggle, actions, further = [], order, closed }: LineProps) {
  const say = useWords()
  const { count, bytes } = useFormat()
  const numbers = closed
    ? { mails: '–', unread: '–', size: '–' }
    : { mails: count(place.mail), unread: count(place.unread), size: bytes(place.spaceSize) }
  const steps: RowAction[] = order
    ? [
        {
          id: 'up',
          label: say('manage.up'),
          icon: 'chevron-up',
          disabled: order.at === 0,
          run: () => order.move(order.at - 1),
        },
        {
          id: 'down',
          label: say('manage.down'),
          icon: 'chevron-down',
          disabled: order.at === order.all - 1,
          run: () => order.move(order.at + 1),
        },
      ]
    : []
  return (
    <tr {...order?.props}>
      <th scope="row">
        <span
          className={css.name}
          {...(order
            ? {
                // Focused, a row is moved by Alt with an arrow.
                tabIndex: 0,
                role: 'group',
                title: say('manage.orderHint'),
                'aria-label': say('manage.row', { name, at: order.at + 1, all: order.all }),
              }
            : {})}
        >
          {sign}
          <span className={css.nameText} title={name}>
            {name}
          </span>
        </span>
        <span className={css.facts}>
          {closed ? say('manage.closed') : say('folders.facts', { count: place.mail, ...numbers })}
        </span>
      </th>
      <td className={css.number}>{numbers.mails}</td>
      <td className={css.number}>{numbers.unread}</td>
      <td className={css.number}>{numbers.size}</td>
      {toggle !== undefined && <td className={css.switch}>{toggle}</td>}
      <td className={css.tools}>
        <RowActions more={say('folders.more', { name })} actions={actions} further={[...further, ...steps]} />
      </td>
    </tr>
  )
}

function OwnFolders({ folders, commands }: { folders: readonly Folder[]; commands: FolderCommands }) {
  const say = useWords()
  const exportAction = useExportAction(commands)
  const orderOf = useRowOrder(
    'folder',
    folders,
    ({ folderId }) => folderId,
    ({ folderName }) => folderName,
  )
  return (
    <Part
      title={say('folders.own')}
      add={{ label: say('folders.addFolder'), run: commands.addFolder }}
      nothing={folders.length === 0 ? say('folders.noFolders') : undefined}
      switches={say('folders.shown')}
    >
      {folders.map((folder, at) => {
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
            further={[
              {
                id: 'password',
                label: say(folder.pwd ? 'manage.changePassword' : 'manage.setPassword'),
                icon: 'lock',
                run: () => commands.askPassword(folder, false),
              },
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
                icon: 'minus',
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
    </Part>
  )
}

function Labels({ labels, commands }: { labels: readonly Label[]; commands: FolderCommands }) {
  const say = useWords()
  const orderOf = useRowOrder(
    'label',
    labels,
    ({ labelId }) => labelId,
    ({ labelName }) => labelName,
  )
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

/** A folder as a file. */
function useExportAction({ exportFolder }: FolderCommands): (folder: Folder) => RowAction {
  const say = useWords()
  return (folder) => ({
    id: 'export',
    label: say('manage.export'),
    icon: 'download',
    disabled: folder.mail === 0,
    run: () => exportFolder(folder),
  })
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
