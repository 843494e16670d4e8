import { UPLOAD_PART_SIZE } from '@yanshu/contracts'
import type { PartUploads } from '@yanshu/files/upload'
import { ApiError, fetchPart, http, perLogin, storePerLogin, useStore } from '@yanshu/shell-api'
import { createUploads, type UploadItem, type Uploads } from '@yanshu/ui/upload'
import { say } from '../words.ts'
import { refresh } from './commands.ts'

const items = storePerLogin<readonly UploadItem[]>(() => [])

/** The folder that each file goes into. */
const goesInto = perLogin(() => new WeakMap<File, number>())

const isLong = ({ size }: File): boolean => size > UPLOAD_PART_SIZE

/** What uploads the long files of each folder. */
const inParts = perLogin((login) => {
  const made = new Map<number, Promise<PartUploads<unknown>>>()
  return (parentId: number): Promise<PartUploads<unknown>> => {
    const known = made.get(parentId)
    if (known) return known
    const begun = fetchPart(() => import('./documentParts.ts')).then(({ partUploadsInto }) =>
      partUploadsInto(parentId, login),
    )
    made.set(parentId, begun)
    begun.catch(() => made.delete(parentId))
    return begun
  }
})

/** The files on their way into the document center: they go on while another view is shown. */
export const uploads = perLogin(
  (login): Uploads => {
    const mine = items.mine()
    const folderOf = goesInto()
    const long = inParts()
    return createUploads({
      isResumable: isLong,
      upload: async (file, how) => {
        const { signal, onProgress } = how
        const parentId = folderOf.get(file) ?? 0
        const query = { parentId, size: file.size, onClash: 'both' }
        if (isLong(file)) await (await long(parentId)).upload(file, how)
        else await http.upload('documents/upload', file, { query, signal, onProgress, login, silent: true })
        refresh()
        return { name: file.name, size: file.size }
      },
      forget: (file) =>
        void long(folderOf.get(file) ?? 0)
          .then(({ end }) => end(file))
          .catch(() => undefined),
      wordsFor: (error) => (error instanceof ApiError ? error.message : say('uploadFailed')),
      onChange: (next) => mine.set(next.filter(({ state }) => state !== 'done')),
    })
  },
  (made) => made.clear(),
)

export const useUploadItems = () => useStore(items)

/** A file with the folders that it lies in, from the outermost one. */
export interface FoundFile {
  readonly file: File
  readonly folders: readonly string[]
}

/** Uploads files into a folder; folders of theirs are made where they are not there. */
export async function uploadInto(parentId: number, found: readonly FoundFile[]): Promise<void> {
  const made = new Map<string, number>([['', parentId]])
  for (const { file, folders } of found) {
    let way = ''
    let at = parentId
    for (const name of folders) {
      way = `${way}/${name}`
      const known = made.get(way)
      at = known ?? (await http.post('documents/folder', { parentId: at, name, existing: true })).documentId
      made.set(way, at)
    }
    goesInto().set(file, at)
    uploads().add([file])
  }
  if (made.size > 1) refresh()
}

/** The files of an input; one for folders names the way to each. */
export const filesOfInput = (list: FileList | null): FoundFile[] =>
  [...(list ?? [])].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }))

/** The files that were dropped, those inside of folders too. Empty folders are left out. */
export async function filesOfDrop(transfer: DataTransfer): Promise<FoundFile[]> {
  // The items are gone after the first wait.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  const found: FoundFile[] = []
  for (const entry of entries) if (entry) await walk(entry, [], found)
  return found
}

async function walk(entry: FileSystemEntry, folders: readonly string[], found: FoundFile[]): Promise<void> {
  if (isFile(entry)) {
    found.push({ file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), folders })
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  for (;;) {
    // A reader answers at most a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return
    for (const one of some) await walk(one, [...folders, entry.name], found)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
