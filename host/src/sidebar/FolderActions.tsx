import { FOLDER_DEPTH_MAX, type Folder, type Label } from '@yanshu/contracts'
import { folders, http, intents, lazyPart, tabs, useT } from '@yanshu/shell-api'
import { confirm, Menu, type MenuEntry, notify, undoable } from '@yanshu/ui'
import type { NameRequest } from '@yanshu/ui/folders'
import { Suspense, useEffect, useState } from 'react'
import { pathOfFolder, pathOfLabel } from '../navigation/folderPaths.ts'
import type { Place } from './places.ts'

const SidebarName = lazyPart(() => import(/* webpackChunkName: "ui-folders" */ './SidebarName.tsx'))

/** What was asked of the sidebar: the menu of a place, or a new folder or label. */
export type Asked =
  | { readonly kind: 'menu'; readonly place: Place; readonly point: { x: number; y: number } }
  | { readonly kind: 'folder' }
  | { readonly kind: 'label' }

interface FolderActionsProps {
  asked: Asked
  /** Where folders are managed; undefined where no remote offers that. */
  manage: string | undefined
  openPath: (path: string) => void
  /** Nothing is open any more. */
  onDone: () => void
}

/** What can be done with the places of the sidebar. http shows what failed, the notices say what was done. */
export function FolderActions({ asked, manage, openPath, onDone }: FolderActionsProps) {
  const say = useT('shell')
  const [menu, setMenu] = useState(asked.kind === 'menu')
  const done = (key: string, values: Record<string, string | number>) => notify.success(say(`names.${key}`, values))
  /** Shows what was done, and undoes it on request; `http` shows why that failed. */
  const doneOrUndo = (key: string, name: string, undo: () => Promise<unknown>) =>
    undoable(say(`names.${key}`, { name }), () => void quietly(undo()))
  const quietly = (work: Promise<unknown>) => work.catch(() => undefined)

  /** At the top, or in a folder. */
  const newFolder = (parent?: Folder): NameRequest => ({
    title: parent ? say('names.newInside', { name: parent.folderName }) : say('names.newFolder'),
    label: say('names.folderName'),
    submit: say('names.create'),
    name: '',
    save: async (name) => {
      const parentId = parent?.folderId
      const made = await http.post('mail/main/folder/save', { folderName: name, parentId }, { silent: true })
      await folders.refresh()
      doneOrUndo('created', name, async () => {
        // Deleting would move them to the recycle bin.
        if (folders.tree().byId(made.folderId)?.mail) notify.warning(say('names.notEmpty', { name }))
        else {
          await folders.remove(made.folderId)
          await tabs.closeByPath(pathOfFolder(made))
        }
      })
      openPath(pathOfFolder(made))
    },
  })

  const newLabel = (): NameRequest => ({
    title: say('names.newLabel'),
    label: say('names.labelName'),
    submit: say('names.create'),
    name: '',
    color: 0,
    save: async (name, color) => {
      const { labelId } = await folders.createLabel(name, color, true)
      doneOrUndo('created', name, () => folders.removeLabel(labelId))
    },
  })

  const [request, setRequest] = useState(() =>
    asked.kind === 'folder' ? newFolder() : asked.kind === 'label' ? newLabel() : null,
  )
  const open = menu || request !== null
  useEffect(() => {
    if (!open) onDone()
  }, [open, onDone])

  /** Actions on many mails are sent to the lists, which show the result before the server has answered. */
  const ask = (name: 'folder.markRead' | 'folder.empty', { folderId }: Folder) =>
    void intents.send(name, { folderId }).catch(() => undefined)

  const isBranch = ({ folderId }: Folder) =>
    folders.tree().lists?.customList.some(({ parentId }) => parentId === folderId) ?? false

  const remove = async (folder: Folder) => {
    // Its password is asked for there.
    if (folder.pwd && manage) {
      openPath(manage)
      return
    }
    const name = folder.folderName
    const rules = await folders.rulesInto(folder.folderId)
    const text = say(isBranch(folder) ? 'names.deleteInsideText' : 'names.deleteFolderText')
    const sure = await confirm({
      title: say('names.deleteFolderQuestion', { name }),
      text: rules > 0 ? say('names.deleteRulesText', { count: rules, text }) : text,
      yes: say('sidebar.delete'),
      danger: true,
    })
    if (!sure) return
    await folders.remove(folder.folderId)
    await tabs.closeByPath(pathOfFolder(folder))
    done('deleted', { name })
  }

  /** Closes a folder to this session; what is open of it goes with it. */
  const lock = async ({ folderId, folderName }: Folder) => {
    await http.post('mail/main/folder/closePwd', { folderId })
    await folders.refresh()
    // The addresses of its mails name it.
    const isInside = new RegExp(`^/\\w+/${folderId}/`)
    await Promise.all(
      tabs
        .list()
        .filter(({ path }) => isInside.test(path))
        .map(({ path }) => tabs.closeByPath(path)),
    )
    done('locked', { name: folderName })
  }

  const removeLabel = async (label: Label) => {
    const name = label.labelName
    const sure = await confirm({
      title: say('names.deleteLabelQuestion', { name }),
      text: say('names.deleteLabelText'),
      yes: say('sidebar.delete'),
      danger: true,
    })
    if (!sure) return
    await folders.removeLabel(label.labelId)
    await tabs.closeByPath(pathOfLabel(label.labelId))
    done('deleted', { name })
  }

  const depthOf = ({ parentId }: Folder): number => {
    const parent = folders.tree().byId(parentId ?? 0)
    return parent ? depthOf(parent) + 1 : 1
  }
  const folderMenu = (folder: Folder): MenuEntry[] => {
    const own = folder.role === 'custom'
    return [
      {
        id: 'read',
        label: say('sidebar.markRead'),
        icon: 'mail-open',
        disabled: folder.unread === 0,
        onSelect: () => ask('folder.markRead', folder),
      },
      ...(own
        ? ([
            {
              id: 'inside',
              label: say('sidebar.addInside'),
              icon: 'plus',
              disabled: folder.opened === false || depthOf(folder) >= FOLDER_DEPTH_MAX,
              onSelect: () => setRequest(newFolder(folder)),
            },
            {
              id: 'rename',
              label: say('sidebar.rename'),
              icon: 'edit',
              onSelect: () =>
                setRequest({
                  title: say('names.renameFolder'),
                  label: say('names.folderName'),
                  submit: say('names.save'),
                  name: folder.folderName,
                  save: async (name) => {
                    await folders.rename(folder.folderId, name, true)
                    doneOrUndo('renamed', name, () => folders.rename(folder.folderId, folder.folderName))
                  },
                }),
            },
            {
              id: 'hide',
              label: say('sidebar.hide'),
              icon: 'eye-off',
              onSelect: () =>
                void quietly(
                  folders
                    .setHidden(folder.folderId, true)
                    .then(() =>
                      doneOrUndo('hidden', folder.folderName, () => folders.setHidden(folder.folderId, false)),
                    ),
                ),
            },
          ] satisfies MenuEntry[])
        : []),
      ...(folder.pwd && folder.opened !== false
        ? [
            {
              id: 'lock',
              label: say('sidebar.lock'),
              icon: 'lock',
              onSelect: () => void quietly(lock(folder)),
            } satisfies MenuEntry,
          ]
        : []),
      { kind: 'separator', id: 'line' },
      {
        id: 'clear',
        label: say('sidebar.clear'),
        icon: 'eraser',
        danger: true,
        disabled: folder.mail === 0,
        onSelect: () => ask('folder.empty', folder),
      },
      ...(own
        ? ([
            {
              id: 'delete',
              label: say('sidebar.delete'),
              icon: 'trash',
              danger: true,
              onSelect: () => void quietly(remove(folder)),
            },
          ] satisfies MenuEntry[])
        : []),
    ]
  }

  const labelMenu = (label: Label): MenuEntry[] => [
    {
      id: 'rename',
      label: say('sidebar.rename'),
      icon: 'edit',
      onSelect: () =>
        setRequest({
          title: say('names.renameLabel'),
          label: say('names.labelName'),
          submit: say('names.save'),
          name: label.labelName,
          color: label.color,
          save: async (labelName, color) => {
            await folders.updateLabel(label.labelId, { labelName, color }, true)
            const { color: before } = label
            doneOrUndo('renamed', labelName, () =>
              folders.updateLabel(label.labelId, { labelName: label.labelName, color: before }),
            )
          },
        }),
    },
    { kind: 'separator', id: 'line' },
    {
      id: 'delete',
      label: say('sidebar.delete'),
      icon: 'trash',
      danger: true,
      onSelect: () => void quietly(removeLabel(label)),
    },
  ]

  /** The menu of a place: opening it, and what its kind allows. */
  const menuOf = (place: Place): readonly MenuEntry[] => {
    const tree = folders.tree()
    const target = place.place
    const folder = target.kind === 'folder' ? tree.byId(target.folderId) : undefined
    const label = target.kind === 'label' ? tree.label(target.labelId) : undefined
    const more = folder ? folderMenu(folder) : label ? labelMenu(label) : []
    return [
      { id: 'open', label: say('sidebar.open'), icon: 'folder-open', onSelect: () => openPath(place.path) },
      {
        id: 'tab',
        label: say('sidebar.openInTab'),
        icon: 'external',
        onSelect: () =>
          tabs.open(place.path, {
            background: true,
            title: folder ? tree.nameOf(folder) : (label?.labelName ?? ''),
          }),
      },
      ...(more.length > 0 ? [{ kind: 'separator', id: 'first' } as const, ...more] : []),
    ]
  }

  return (
    <>
      {asked.kind === 'menu' && (
        <Menu
          open={menu}
          anchor={asked.point}
          items={menuOf(asked.place)}
          label={say('topBar.more')}
          onClose={() => setMenu(false)}
        />
      )}
      {request && (
        <Suspense fallback={null}>
          <SidebarName request={request} onClose={() => setRequest(null)} />
        </Suspense>
      )}
    </>
  )
}
