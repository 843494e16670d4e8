import { type Folder, folderLines } from '@yanshu/contracts'
import { http, folders as tree } from '@yanshu/shell-api'
import { undoable } from '@yanshu/ui'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { useWords } from '../useWords.ts'
import { liesIn, orderWith } from './folderPlaces.ts'
import type { RowOrder } from './useRowOrder.ts'

const DRAGGED = 'application/x-yanshu-folder-row'

/** What a drop on a row does: the folder comes to stand before or behind it, or to lie in it. */
type Zone = 'before' | 'into' | 'after'

/** The edges of a row put a folder beside it; between them lies the folder itself. */
function zoneOf({ clientY, currentTarget }: DragEvent): Zone {
  const { top, height } = currentTarget.getBoundingClientRect()
  const at = (clientY - top) / height
  return at < 0.3 ? 'before' : at > 0.7 ? 'after' : 'into'
}

/**
 * Own folders in the order of their tree, and what moves them: dragging beside or onto another one, Alt with an
 * arrow (up and down among those beside it, right into the one above, left out of the one around), and the menu of each.
 */
export function useFolderOrder(folders: readonly Folder[]) {
  const say = useWords()
  const [over, setOver] = useState<{ readonly id: number; readonly zone: Zone } | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const lines = folderLines(folders)
  const byId = new Map(folders.map((folder) => [folder.folderId, folder]))
  const besides = (folder: Folder) => folders.filter(({ parentId }) => parentId === folder.parentId)

  const send = async (folderId: number, parentId: number | null, order: number[]) => {
    // The order of those that are closed may be changed, and not where they lie.
    if (parentId === (byId.get(folderId)?.parentId ?? null)) await http.post('mail/main/folder/sort', { order })
    else await http.post('mail/main/folder/move', { folderId, parentId, order })
    await tree.refresh()
  }
  /** Moves a folder into another one or to the top (null), before one that lies there or behind all. */
  const put = async (folder: Folder, parentId: number | null, before?: number) => {
    const { folderId, folderName: name } = folder
    const focused = document.activeElement
    const was = { parentId: folder.parentId ?? null, order: folders.map((one) => one.folderId) }
    await send(folderId, parentId, orderWith(folders, folderId, before))
    // A row that is put elsewhere in the table loses the focus.
    if (focused instanceof HTMLElement) focused.focus()
    const parent = parentId === null ? undefined : byId.get(parentId)
    if (parentId === was.parentId) {
      const beside = orderWith(folders, folderId, before).filter((id) => byId.get(id)?.parentId === folder.parentId)
      undoable(
        say('manage.moved', { name, at: beside.indexOf(folderId) + 1, all: beside.length }),
        () => void send(folderId, parentId, was.order).catch(() => undefined),
      )
      return
    }
    const words = parent ? say('manage.nested', { name, parent: parent.folderName }) : say('manage.unnested', { name })
    const undo = async () => {
      await http.post('mail/main/folder/move', { folderId, ...was })
      await tree.refresh()
    }
    undoable(words, () => void undo().catch(() => undefined))
  }
  // http shows what failed; the tree stays as it was.
  const quietly = (...given: Parameters<typeof put>) => void put(...given).catch(() => undefined)

  /** Among those beside it. */
  const moveTo = (folder: Folder, to: number) => {
    const beside = besides(folder)
    if (to < 0 || to >= beside.length) return
    const others = beside.filter((one) => one !== folder)
    quietly(folder, folder.parentId ?? null, others[to]?.folderId)
  }
  /** The one that follows a folder among those beside it. */
  const next = (folder: Folder) => besides(folder)[besides(folder).indexOf(folder) + 1]?.folderId
  const onKeyDown = (folder: Folder) => (event: KeyboardEvent) => {
    if (!event.altKey) return
    const at = besides(folder).indexOf(folder)
    const above = besides(folder)[at - 1]
    const around = byId.get(folder.parentId ?? 0)
    if (event.key === 'ArrowUp') moveTo(folder, at - 1)
    else if (event.key === 'ArrowDown') moveTo(folder, at + 1)
    else if (event.key === 'ArrowRight' && above) quietly(folder, above.folderId)
    else if (event.key === 'ArrowLeft' && around) quietly(folder, around.parentId ?? null, next(around))
    else if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    // Alt with an arrow would leave the page.
    event.preventDefault()
  }
  const drop = (folderId: number, on: Folder, zone: Zone) => {
    const folder = byId.get(folderId)
    if (!folder || liesIn(folders, on.folderId, folderId)) return
    if (zone === 'into') quietly(folder, on.folderId)
    else quietly(folder, on.parentId ?? null, zone === 'before' ? on.folderId : next(on))
  }

  const orderOf = (index: number): RowOrder | undefined => {
    const folder = lines[index]?.folder
    if (!folder) return undefined
    const beside = besides(folder)
    return {
      at: beside.indexOf(folder),
      all: beside.length,
      within: byId.get(folder.parentId ?? 0)?.folderName,
      hint: say('manage.nestHint'),
      move: (to) => moveTo(folder, to),
      props: {
        draggable: true,
        'data-over': over?.id === folder.folderId ? over.zone : undefined,
        onDragStart: (event) => {
          event.dataTransfer.setData(DRAGGED, `${folder.folderId}`)
          setDragged(folder.folderId)
        },
        onDragOver: (event) => {
          if (!event.dataTransfer.types.includes(DRAGGED)) return
          if (dragged !== null && liesIn(folders, folder.folderId, dragged)) return
          event.preventDefault()
          setOver({ id: folder.folderId, zone: zoneOf(event) })
        },
        onDragLeave: () => setOver(null),
        onDrop: (event) => {
          setOver(null)
          setDragged(null)
          const id = event.dataTransfer.getData(DRAGGED)
          if (id === '') return
          event.preventDefault()
          drop(Number(id), folder, zoneOf(event))
        },
        onKeyDown: onKeyDown(folder),
      },
    }
  }
  return { lines, orderOf, put: quietly }
}
