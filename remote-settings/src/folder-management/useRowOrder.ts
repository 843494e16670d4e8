import { folders, http } from '@yanshu/shell-api'
import { undoable } from '@yanshu/ui'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { useWords } from '../useWords.ts'

/** The place of a row in its list, and what moves it. */
export interface RowOrder {
  readonly at: number
  readonly all: number
  readonly move: (to: number) => void
  readonly props: {
    readonly draggable: true
    readonly 'data-over': '' | undefined
    readonly onDragStart: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: () => void
    readonly onDrop: (event: DragEvent) => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
}

/**
 * Rows that are put in order by dragging, by Alt with an arrow, and by the menu of each. What is dragged is known by its
 * kind, so that a folder is not dropped among labels.
 */
export function useRowOrder<T>(
  kind: 'folder' | 'label',
  rows: readonly T[],
  idOf: (row: T) => number,
  nameOf: (row: T) => string,
): (at: number) => RowOrder {
  const say = useWords()
  const [over, setOver] = useState<number | null>(null)
  const dragged = `application/x-yanshu-${kind}-row`

  const move = async (from: number, to: number) => {
    const row = rows[from]
    if (!row || to < 0 || to >= rows.length || to === from) return
    await sort(kind, rows.toSpliced(from, 1).toSpliced(to, 0, row).map(idOf))
    const before = rows.map(idOf)
    undoable(
      say('manage.moved', { name: nameOf(row), at: to + 1, all: rows.length }),
      () => void sort(kind, before).catch(() => undefined),
    )
  }
  // http says what failed; the tree stays as it was.
  const quietly = (from: number, to: number) => void move(from, to).catch(() => undefined)

  return (at) => ({
    at,
    all: rows.length,
    move: (to) => quietly(at, to),
    props: {
      draggable: true,
      'data-over': over === at ? '' : undefined,
      onDragStart: (event) => event.dataTransfer.setData(dragged, `${at}`),
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes(dragged)) return
        event.preventDefault()
        setOver(at)
      },
      onDragLeave: () => setOver(null),
      onDrop: (event) => {
        setOver(null)
        const from = event.dataTransfer.getData(dragged)
        if (from === '') return
        event.preventDefault()
        quietly(Number(from), at)
      },
      onKeyDown: (event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        quietly(at, at + (event.key === 'ArrowUp' ? -1 : 1))
      },
    },
  })
}

async function sort(kind: 'folder' | 'label', order: number[]): Promise<void> {
  if (kind === 'folder') await http.post('mail/main/folder/sort', { order })
  else await http.post('mail/main/label/sort', { order })
  await folders.refresh()
}
