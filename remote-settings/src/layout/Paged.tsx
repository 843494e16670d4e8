import { useGeneral } from '@yanshu/shell-api'
import { Pager } from '@yanshu/ui'
import { type ReactNode, useState } from 'react'

interface PagedProps<T> {
  list: readonly T[]
  /** What is paged. */
  label: string
  /** Stands below it. */
  note?: ReactNode
  children: (rows: readonly T[]) => ReactNode
}

/** A long table, by pages of as many rows as its reader has set. */
export function Paged<T>({ list, label, note, children }: PagedProps<T>) {
  const { tableSize } = useGeneral()
  const [asked, setAsked] = useState(1)
  const pages = Math.max(1, Math.ceil(list.length / tableSize))
  const page = Math.min(asked, pages)
  return (
    <>
      {children(list.slice((page - 1) * tableSize, page * tableSize))}
      {note}
      {pages > 1 && <Pager label={label} page={page} pages={pages} onPage={setAsked} />}
    </>
  )
}
