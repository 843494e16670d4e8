import {
  type DocumentAccess,
  DRAGGED_DOCUMENTS,
  DRAGGED_MAIL_FILES,
  draggedDocuments,
  draggedMailFiles,
} from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { notify, undoable } from '@yanshu/ui'
import { type DragEvent, useState } from 'react'
import { say } from '../words.ts'
import { moveInto, refresh } from './commands.ts'
import { filesOfDrop, uploadInto } from './uploading.ts'

/** What is dragged: files of the computer, files of mails, or documents. */
type Brings = 'files' | 'mailFiles' | 'documents'

const TYPES: readonly (readonly [string, Brings])[] = [
  [DRAGGED_DOCUMENTS, 'documents'],
  [DRAGGED_MAIL_FILES, 'mailFiles'],
  ['Files', 'files'],
]

/** What a drag brings; undefined for what no folder keeps. Its content can be read only when it is dropped. */
export const broughtBy = ({ dataTransfer: { types } }: DragEvent): Brings | undefined =>
  TYPES.find(([type]) => types.includes(type))?.[1]

/** Adds what was dropped to a folder: uploads it, keeps the files of the mail, or moves the documents. */
export async function dropInto(folderId: number, event: DragEvent): Promise<void> {
  const { dataTransfer: data } = event
  const brings = broughtBy(event)
  if (brings === 'files') await uploadInto(folderId, await filesOfDrop(data))
  else if (brings === 'mailFiles') await keepInto(folderId, draggedMailFiles(data.getData(DRAGGED_MAIL_FILES)))
  else if (brings === 'documents') {
    const ids = draggedDocuments(data.getData(DRAGGED_DOCUMENTS))
    // A folder that was dragged with others and dropped on itself stays where it is.
    if (ids.length > 0 && !ids.includes(folderId)) await moveInto(ids, folderId)
  }
}

/** Keeps files of mails, and offers to move the copies into the recycle bin. */
async function keepInto(parentId: number, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  const { documentIds } = await http.post('documents/keep', { fileIds: [...fileIds], parentId }, { loading: true })
  refresh()
  const undo = async () => {
    await http.post('documents/bin', { documentIds }).catch(() => undefined)
    refresh()
  }
  undoable(say('saved', { count: documentIds.length }), () => void undo())
}

/** A folder on the screen, as the target of a drop. */
export interface DropFolder {
  readonly documentId: number
  readonly access: DocumentAccess
}

/**
 * What makes an element a folder that files are dropped on. Nothing for what is no folder.
 * @param folder undefined where the element is a file, or lies in the recycle bin
 */
export function useFolderDrop(folder: DropFolder | undefined) {
  const [over, setOver] = useState(false)
  if (!folder) return {}
  const takes = (event: DragEvent) => broughtBy(event) !== undefined
  return {
    'data-target': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!takes(event)) return
      event.preventDefault()
      event.stopPropagation()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!takes(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (folder.access === 'view') notify.warning(say('notWritable'))
      // The call has shown why it failed.
      else void dropInto(folder.documentId, event).catch(() => undefined)
    },
  }
}

/** Begins a drag of documents, onto a folder here or onto a letter. */
export function dragDocuments({ dataTransfer }: DragEvent, ids: readonly number[]): void {
  dataTransfer.effectAllowed = 'copyMove'
  dataTransfer.setData(DRAGGED_DOCUMENTS, JSON.stringify(ids))
}
