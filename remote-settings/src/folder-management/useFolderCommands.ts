import { type Folder, type Label, MAX_MAILS_PER_ACTION } from '@yanshu/contracts'
import { fetchPart, folders, format, http, tabs } from '@yanshu/shell-api'
import { confirm, noteUndo, notify, undoable } from '@yanshu/ui'
import type { NameRequest } from '@yanshu/ui/folders'
import { useState } from 'react'
import { useWords } from '../useWords.ts'

/** `http` shows a refusal; the tree then shows the server's state. */
const quietly = async (work: Promise<unknown>): Promise<void> => {
  await work.catch(() => undefined)
}

/** Whether other folders lie in a folder. */
const holdsOthers = (folderId: number): boolean =>
  folders.tree().lists?.customList.some(({ parentId }) => parentId === folderId) ?? false

/** What can be done with folders and labels. Each shows what it did; what cannot be undone asks first. */
export function useFolderCommands() {
  const say = useWords()
  const [request, setRequest] = useState<NameRequest | null>(null)
  const [asking, setAsking] = useState<{ folder: Folder; deleting: boolean } | null>(null)
  const done = (key: string, values: Record<string, string | number>) => notify.success(say(`done.${key}`, values))
  /** Shows what was done, and undoes it on request, by the notice or by key. */
  const doneOrUndo = (key: string, name: string, undo: () => Promise<unknown>) =>
    undoable(say(`done.${key}`, { name }), () => void quietly(undo()))

  const removeNew = async (folderId: number, name: string) => {
    // Deleting it would move what has come to the recycle bin.
    if (folders.tree().byId(folderId)?.mail) notify.warning(say('done.notEmpty', { name }))
    else await folders.remove(folderId)
  }

  const clear = async (folder: Folder, name: string) => {
    const forever = folder.role === 'trash' || folder.role === 'spam'
    // What can be taken back needs no question.
    if (forever || folder.mail > MAX_MAILS_PER_ACTION) {
      const sure = await confirm({
        title: say('ask.clear', { name }),
        text: say(forever ? 'ask.clearForever' : 'ask.clearText'),
        yes: say('ask.clearYes'),
        danger: true,
      })
      if (!sure) return
    }
    const { count, mailIds } = await http.post('mail/main/folder/recoverableClear', { folderId: folder.folderId })
    await folders.refresh()
    const said = say('done.cleared', { name, count, mails: format().count(count) })
    if (mailIds.length === 0) notify.success(said)
    else undoable(said, () => void quietly(http.post('mail/email/recoverEmail', { mailIds })))
  }

  const removeFolder = async ({ folderId, folderName: name }: Folder) => {
    const rules = await folders.rulesInto(folderId)
    const text = say(holdsOthers(folderId) ? 'manage.deleteInside' : 'ask.deleteFolderText')
    const sure = await confirm({
      title: say('ask.deleteFolder', { name }),
      text: rules > 0 ? say('ask.deleteFolderRules', { count: rules, text }) : text,
      yes: say('ask.deleteYes'),
      danger: true,
    })
    if (!sure) return
    await folders.remove(folderId)
    await tabs.closeByPath(`/custombox/${folderId}`)
    done('deleted', { name })
  }

  const removeLabel = async ({ labelId, labelName: name }: Label) => {
    const sure = await confirm({
      title: say('ask.deleteLabel', { name }),
      text: say('ask.deleteLabelText'),
      yes: say('ask.deleteYes'),
      danger: true,
    })
    if (!sure) return
    await folders.removeLabel(labelId)
    await tabs.closeByPath(`/otherfolders2/other2/${labelId}`)
    done('deleted', { name })
  }

  return {
    request,
    closeRequest: () => setRequest(null),

    /** The folder whose password is to be set, changed or entered. */
    asking,
    closeAsking: () => setAsking(null),
    askPassword: (folder: Folder, deleting: boolean) => setAsking({ folder, deleting }),

    /** Closes a folder to this session. */
    lock: (folder: Folder) =>
      quietly(http.post('mail/main/folder/closePwd', { folderId: folder.folderId }).then(() => folders.refresh())),

    /** By the browser, which shows how far it is and keeps nothing of it in the page. */
    exportFolder: ({ folderId }: Folder) => {
      const link = document.createElement('a')
      link.href = http.fileUrl(`file/folder/${folderId}`)
      link.download = ''
      link.click()
    },

    beginRule: (label: Label) =>
      quietly(
        fetchPart(() => import(/* webpackChunkName: "rules" */ '../rules/firstDraft.ts')).then(({ beginRule }) => {
          beginRule(label)
          tabs.open('/set/mailclassification')
        }),
      ),

    /** At the top, or in a folder. */
    addFolder: (parent?: Folder) =>
      setRequest({
        title: parent ? say('manage.newInside', { name: parent.folderName }) : say('names.newFolder'),
        label: say('names.folderName'),
        submit: say('names.create'),
        name: '',
        save: async (name) => {
          const parentId = parent?.folderId
          const { folderId } = await http.post(
            'mail/main/folder/save',
            { folderName: name, parentId },
            { silent: true },
          )
          await folders.refresh()
          doneOrUndo('created', name, () => removeNew(folderId, name))
        },
      }),

    renameFolder: (folder: Folder) =>
      setRequest({
        title: say('names.renameFolder'),
        label: say('names.folderName'),
        submit: say('names.save'),
        name: folder.folderName,
        save: async (name) => {
          if (name === folder.folderName) return
          await folders.rename(folder.folderId, name, true)
          doneOrUndo('renamed', name, () => folders.rename(folder.folderId, folder.folderName))
        },
      }),

    setShown: ({ folderId, folderName: name }: Folder, shown: boolean) =>
      quietly(
        folders
          .setHidden(folderId, !shown)
          .then(() => doneOrUndo(shown ? 'shown' : 'hidden', name, () => folders.setHidden(folderId, shown))),
      ),

    clear: (folder: Folder, name: string) => quietly(clear(folder, name)),
    removeFolder: (folder: Folder) => quietly(removeFolder(folder)),

    addLabel: (color: number) =>
      setRequest({
        title: say('names.newLabel'),
        label: say('names.labelName'),
        submit: say('names.create'),
        name: '',
        color,
        save: async (name, chosen) => {
          const { labelId } = await folders.createLabel(name, chosen, true)
          doneOrUndo('created', name, () => folders.removeLabel(labelId))
        },
      }),

    editLabel: (label: Label) =>
      setRequest({
        title: say('names.editLabel'),
        label: say('names.labelName'),
        submit: say('names.save'),
        name: label.labelName,
        color: label.color,
        save: async (labelName, color) => {
          if (labelName === label.labelName && color === label.color) return
          await folders.updateLabel(label.labelId, { labelName, color }, true)
          const before = { labelName: label.labelName, color: label.color }
          const undo = () => folders.updateLabel(label.labelId, before)
          doneOrUndo(labelName === label.labelName ? 'colored' : 'renamed', labelName, undo)
        },
      }),

    // The dot beside the name shows it.
    setColor: ({ labelId, labelName: name, color: before }: Label, color: number) =>
      quietly(
        folders
          .updateLabel(labelId, { color })
          .then(() =>
            noteUndo(
              say('done.colored', { name }),
              () => void quietly(folders.updateLabel(labelId, { color: before })),
            ),
          ),
      ),

    setEnabled: ({ labelId, labelName: name }: Label, enabled: boolean) =>
      quietly(
        folders
          .updateLabel(labelId, { state: enabled ? 0 : 1 })
          .then(() =>
            doneOrUndo(enabled ? 'enabled' : 'disabled', name, () =>
              folders.updateLabel(labelId, { state: enabled ? 1 : 0 }),
            ),
          ),
      ),

    removeLabel: (label: Label) => quietly(removeLabel(label)),
  }
}

export type FolderCommands = ReturnType<typeof useFolderCommands>
