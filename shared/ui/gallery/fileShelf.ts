import { type Action, type Collection, createCollection, type ItemPage, readersDay } from '../../lists/src/index.ts'

/** A file as the second kind of list shows it. Its names are its order, so its sort values are words. */
export interface FileRow {
  readonly fileId: string
  readonly name: string
  readonly bytes: number
  readonly starred: boolean
  readonly folder: FileFolder
  readonly sortValues: readonly [name: string, fileId: string]
}

export type FileFolder = 'shared' | 'bin'

export interface FileQuery {
  readonly folder: FileFolder
}

export type Files = Collection<FileRow, string, FileQuery>

export const FILE_COUNT = 10_000

const WORDS = [
  'annual-report',
  'budget',
  'contract',
  'design',
  'estimate',
  'floor-plan',
  'guide',
  'handbook',
  'invoice',
]

const byName = ({ sortValues: [a, idA] }: FileRow, { sortValues: [b, idB] }: FileRow) =>
  a < b ? -1 : a > b ? 1 : idA < idB ? -1 : idA > idB ? 1 : 0

function fileAt(index: number): FileRow {
  const name = `${WORDS[index % WORDS.length]}-${String(Math.floor(index / WORDS.length)).padStart(4, '0')}.pdf`
  const fileId = `file-${index}`
  return { fileId, name, bytes: 1_000 + index * 37, starred: false, folder: 'shared', sortValues: [name, fileId] }
}

/** 10,000 files, and a small server of them that answers a moment later. */
export function createFileShelf() {
  const stored = new Map(
    Array.from({ length: FILE_COUNT }, (_, index) => fileAt(index)).map((row) => [row.fileId, row]),
  )
  let refuses = false
  const later = <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      setTimeout(() => {
        if (refuses) reject(new Error('refused'))
        else resolve(work())
      }, 30)
    })
  const fetchPage = (
    { folder }: FileQuery,
    start: { pageSize: number; sortValues?: readonly (string | number)[]; offset?: number },
  ): Promise<ItemPage<FileRow>> =>
    later(() => {
      const rows = [...stored.values()].filter((row) => row.folder === folder).sort(byName)
      const after = start.sortValues?.[1]
      const from = after === undefined ? (start.offset ?? 0) : rows.findIndex((row) => row.fileId === after) + 1
      const list = rows.slice(from, from + start.pageSize)
      return { list, total: rows.length, more: from + list.length < rows.length }
    })
  const files: Files = createCollection(
    {
      idOf: (row) => row.fileId,
      idOfKey: String,
      placeOf: (row) => row.folder,
      keyOf: ({ folder }) => folder,
      rulesOf: ({ folder }) => ({ belongs: (row) => row?.folder === folder, compare: byName }),
    },
    { fetchPage, today: () => readersDay(8) },
  )
  const change = (ids: readonly string[], patch: (row: FileRow) => FileRow): Action<FileRow, string> => ({
    items: ids,
    patch,
    send: () =>
      later(() => {
        for (const id of ids) {
          const row = stored.get(id)
          if (row) stored.set(id, patch(row))
        }
        return undefined
      }),
  })
  return {
    files,
    /** From now on every answer is an error, or no longer. */
    refuse: (on: boolean) => {
      refuses = on
    },
    star: (ids: readonly string[], starred: boolean) =>
      files.engine.run(change(ids, (row) => ({ ...row, starred }))).settled,
    move: (ids: readonly string[], folder: FileFolder) => {
      let settled = Promise.resolve()
      files.leaving.takeAway(ids, () => {
        settled = files.engine.run(change(ids, (row) => ({ ...row, folder }))).settled
      })
      return settled
    },
  }
}
