import type { Label } from '@yanshu/contracts'
import { folders, http } from '@yanshu/shell-api'
import { undoable } from '@yanshu/ui'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { useWords } from '../useWords.ts'

/** The place of a row in its list, and what moves it. */
export interface RowOrder {
  readonly at: number
  readonly all: number
  /** The name of the folder that it lies in. */
  readonly within?: string | undefined
  /** How it is put elsewhere, in words. */
  readonly hint: string
  readonly move: (to: number) => void
  readonly props: {
    readonly draggable: true
    readonly 'data-over': string | undefined
    readonly onDragStart: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: () => void
    readonly onDrop: (event: DragEvent) => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
}

const DRAGGED = 'application/x-yanshu-label-row'

/** Labels that are put in order by dragging, by Alt with an arrow, and by the menu of each. */
export function useRowOrder(rows: readonly Label[]): (at: number) => RowOrder {
  const say = useWords()
  const [over, setOver] = useState<number | null>(null)

  const move = async (from: number, to: number) => {
    const row = rows[from]
    if (!row || to < 0 || to >= rows.length || to === from) return
    const before = rows.map(({ labelId }) => labelId)
    await sort(before.toSpliced(from, 1).toSpliced(to, 0, row.labelId))
    undoable(
      say('manage.moved', { name: row.labelName, at: to + 1, all: rows.length }),
      () => void sort(before).catch(() => undefined),
    )
  }
  // http shows what failed; the tree stays as it was.
  const quietly = (from: number, to: number) => void move(from, to).catch(() => undefined)

  return (at) => ({
    at,
    all: rows.length,
    hint: say('manage.orderHint'),
    move: (to) => quietly(at, to),
    props: {
      draggable: true,
      'data-over': over === at ? '' : undefined,
      onDragStart: (event) => event.dataTransfer.setData(DRAGGED, `${at}`),
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setOver(at)
      },
      onDragLeave: () => setOver(null),
      onDrop: (event) => {
        setOver(null)
        const from = event.dataTransfer.getData(DRAGGED)
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

async function sort(order: number[]): Promise<void> {
  await http.post('mail/main/label/sort', { order })
  await folders.refresh()
}
