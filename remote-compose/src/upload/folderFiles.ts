/** A file and the folders that lead to it. */
export interface FoundFile {
  readonly file: File
  readonly folders: readonly string[]
}

/** Files that are read from folders; a letter accepts fewer, and reports for each of the others that it was not added. */
const FILES_MAX = 200
/** What systems lay into folders for themselves. */
const OF_SYSTEM = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])

const isEntry = (one: FileSystemEntry | File): one is FileSystemEntry => 'isDirectory' in one
const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** The files of entries and of their folders, or of an input for folders, at most `FILES_MAX`. Rejects where one cannot be read. */
export async function filesIn(all: readonly FileSystemEntry[] | readonly File[]): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const waiting = all.map((one) => ({ one, folders: [] as readonly string[] }))
  for (let next = waiting.shift(); next && found.length < FILES_MAX; next = waiting.shift()) {
    const { one, folders } = next
    if (OF_SYSTEM.has(one.name)) continue
    if (!isEntry(one)) found.push({ file: one, folders: one.webkitRelativePath.split('/').slice(0, -1) })
    else if (isFileEntry(one)) found.push({ file: await new Promise<File>((ok, no) => one.file(ok, no)), folders })
    else if (isFolder(one)) {
      const inside = [...folders, one.name]
      waiting.push(...(await entriesOf(one)).map((entry) => ({ one: entry, folders: inside })))
    }
  }
  return found
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    // A reader answers at most a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((ok, no) => reader.readEntries(ok, no))
    if (some.length === 0) return entries
    entries.push(...some)
  }
}

/** A letter has no folders: a name that is there more than once gets those of its folders in front. */
export function namedApart(found: readonly FoundFile[]): File[] {
  const names = Map.groupBy(found, ({ file }) => file.name.toLowerCase())
  return found.map(({ file, folders }) => {
    if (folders.length === 0 || (names.get(file.name.toLowerCase())?.length ?? 0) < 2) return file
    return new File([file], [...folders, file.name].join('_'), { type: file.type, lastModified: file.lastModified })
  })
}
