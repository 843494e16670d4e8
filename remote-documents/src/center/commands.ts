import { DOCUMENTS_AT_ONCE, type PostBody, type PostPath } from '@yanshu/contracts'
import type { Action } from '@yanshu/lists'
import { http, isAbort } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { notify, undoable } from '@yanshu/ui'
import { say } from '../words.ts'
import { type DocumentRow, documents } from './documentKind.ts'

/** Lists and what belongs to them are asked for again: something came, went or moved. */
export function refresh(): void {
  documents().lists.revalidate()
  void queryClient().invalidateQueries({ queryKey: ['documents'] })
}

type Ids = readonly number[]

/** Whether a call may name so many; a notice where it may not. */
function fits(ids: Ids): boolean {
  if (ids.length <= DOCUMENTS_AT_ONCE) return true
  notify.warning(say('tooMany', { count: DOCUMENTS_AT_ONCE }))
  return false
}

/** Runs an action; its failure has been shown by the call, and the rows are as they were. */
function run(action: Action<DocumentRow, number>, leaves: boolean): Promise<boolean> {
  const { engine, leaving } = documents()
  let settled: Promise<void> = Promise.resolve()
  const begin = () => {
    settled = engine.run(action).settled
  }
  if (leaves && typeof action.items !== 'function') leaving.takeAway(action.items, begin)
  else begin()
  return settled.then(
    () => true,
    (error: unknown) => {
      if (!isAbort(error)) refresh()
      return false
    },
  )
}

const sending =
  <P extends PostPath>(path: P, body: PostBody<P>) =>
  async () => {
    await http.post(path, body)
    return undefined
  }

export function star(ids: Ids, starred: boolean): void {
  if (!fits(ids)) return
  const patch = (row: DocumentRow) => ({ ...row, starred })
  void run({ items: ids, patch, send: sending('documents/star', { documentIds: [...ids], starred }) }, false)
}

export function moveToBin(ids: Ids): boolean {
  if (!fits(ids)) return false
  const documentIds = [...ids]
  const at = Date.now()
  const done = run(
    { items: ids, patch: (row) => ({ ...row, binnedAt: at }), send: sending('documents/bin', { documentIds }) },
    true,
  )
  undoable(
    say('binned', { count: ids.length }),
    () => void done.then((isDone) => (isDone ? putBack(documentIds) : undefined)),
  )
  void done.then(refresh)
  return true
}

async function putBack(documentIds: number[]): Promise<void> {
  await http.post('documents/restore', { documentIds }).catch(() => undefined)
  refresh()
}

export function restore(ids: Ids): boolean {
  if (!fits(ids)) return false
  const documentIds = [...ids]
  const send = sending('documents/restore', { documentIds })
  void run({ items: ids, patch: (row) => ({ ...row, binnedAt: null }), send }, true).then((isDone) => {
    if (isDone) notify.success(say('restored', { count: ids.length }))
    refresh()
  })
  return true
}

export function deleteForever(ids: Ids): boolean {
  if (!fits(ids)) return false
  const send = sending('documents/delete', { documentIds: [...ids] })
  void run({ items: ids, patch: () => null, send, final: true }, true).then(refresh)
  return true
}

export async function emptyBin(): Promise<void> {
  await http.post('documents/delete', { documentIds: [] }).catch(() => undefined)
  refresh()
}

/** Moves files and folders into a folder, and offers to move each back to where it was. */
export async function moveInto(ids: Ids, parentId: number): Promise<void> {
  if (!fits(ids)) return
  let before: readonly { readonly documentId: number; readonly parentId: number }[] = []
  const isDone = await run(
    {
      items: ids,
      patch: (row) => ({ ...row, parentId }),
      send: async () => {
        before = (await http.post('documents/move', { documentIds: [...ids], parentId, onClash: 'refuse' })).before
        return undefined
      },
    },
    true,
  )
  refresh()
  if (!isDone) return
  undoable(say('moved', { count: ids.length }), () => void moveBack(before))
}

async function moveBack(before: readonly { readonly documentId: number; readonly parentId: number }[]): Promise<void> {
  const folders = Map.groupBy(before, ({ parentId }) => parentId)
  for (const [parentId, moved] of folders) {
    const documentIds = moved.map(({ documentId }) => documentId)
    await http.post('documents/move', { documentIds, parentId, onClash: 'both' }).catch(() => undefined)
  }
  refresh()
}

/** Copies files and folders, and offers to move the copies into the recycle bin. */
export async function copyInto(ids: Ids, parentId: number): Promise<void> {
  if (!fits(ids)) return
  try {
    const { documentIds } = await http.post('documents/copy', { documentIds: [...ids], parentId }, { loading: true })
    const undo = async () => {
      await http.post('documents/bin', { documentIds }).catch(() => undefined)
      refresh()
    }
    undoable(say('copied', { count: ids.length }), () => void undo())
  } catch (error) {
    if (isAbort(error)) return
  }
  refresh()
}

/** Lets the browser save one file as it is, or several and folders as one archive. */
export function download(ids: Ids): void {
  if (!fits(ids)) return
  const [first] = ids
  const row = first === undefined ? undefined : documents().cache.row(first)
  const link = document.createElement('a')
  link.href =
    ids.length === 1 && row?.kind === 'file'
      ? http.fileUrl(`file/document/${first}`)
      : http.fileUrl('file/documents', { documentIds: ids.join(',') })
  link.download = ''
  link.click()
}
