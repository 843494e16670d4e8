import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ArchiveFile, ArchivePart } from '../../store/archive/archivePart.ts'
import type { Context } from '../../store/context/context.ts'

/** How far an archive is. */
export interface ArchiveProgress {
  readonly done: number
  readonly total: number
  /** Things that were there and could not be read. */
  readonly lost: number
}

/** Characters that some system does not take in the name of a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNFIT = /[<>:"\\|?*\u0000-\u001f]/g

/** A path that every system can unpack inside of the folder it is unpacked to, and that no other file has. */
export function archivePath(wanted: string, taken: Set<string>): string {
  const parts = wanted
    .split('/')
    .map((part) => part.replace(UNFIT, '_').replace(/[. ]+$/, ''))
    .filter((part) => part !== '')
  const path = parts.join('/') || 'file'
  const dot = path.lastIndexOf('.')
  const cut = dot > path.lastIndexOf('/') + 1 ? dot : path.length
  let found = path
  for (let n = 2; taken.has(found.toLowerCase()); n++) found = `${path.slice(0, cut)} (${n})${path.slice(cut)}`
  taken.add(found.toLowerCase())
  return found
}

interface Asked {
  readonly accountId: number
  readonly openFolders: ReadonlySet<number>
  readonly parts: readonly ArchivePart[]
}

/**
 * Writes everything of an account into one ZIP file, kept as a blob: file by file, read while it is written. Throws when
 * the signal is aborted, and what the disk throws.
 */
export async function writeArchive(
  context: Context,
  { accountId, openFolders, parts }: Asked,
  onProgress: (progress: ArchiveProgress) => void,
  signal: AbortSignal,
): Promise<{ hash: string; size: number; progress: ArchiveProgress }> {
  const progress = { done: 0, total: 0, lost: 0 }
  const asking = {
    accountId,
    openFolders,
    onWritten: (lost = false) => {
      progress.done += 1
      if (lost) progress.lost += 1
      onProgress({ ...progress })
    },
  }
  for (const part of parts) progress.total += await part.count(context, asking)
  const zip = new ZipFile()
  const output = new PassThrough()
  // Whoever stores the output learns of its error; one that comes before they have begun would end the server.
  output.on('error', () => undefined)
  zip.outputStream.pipe(output)
  const taken = new Set<string>()
  const mtime = new Date(context.now())
  // Opened one after the other, as the archive comes to them.
  const add = ({ path, content }: ArchiveFile) =>
    zip.addReadStreamLazy(archivePath(path, taken), { mtime }, (open) => {
      const stream = Readable.from(going(content, signal), { objectMode: false })
      // The error ends the archive; it must not be lost on the way.
      stream.on('error', (error) => output.destroy(error))
      open(null, stream)
    })
  for (const part of parts) for (const file of await part.files(context, asking)) add(file)
  zip.end()
  const { hash, size } = await context.blobs.put(output)
  return { hash, size, progress: { ...progress } }
}

async function* going(content: ArchiveFile['content'], signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    signal.throwIfAborted()
    yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
}
