import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import type { ArchiveFile, ArchivePart } from '../../store/archive/archivePart.ts'
import { ArchivePaths, safePath } from '../../store/archive/archivePaths.ts'
import type { Context } from '../../store/context/context.ts'

/** How far an archive is. */
export interface ArchiveProgress {
  readonly done: number
  readonly total: number
  /** Things that were there and could not be read. */
  readonly lost: number
}

interface Asked {
  readonly accountId: number
  readonly openFolders: ReadonlySet<number>
  readonly parts: readonly ArchivePart[]
}

export interface OpenedArchive {
  /** The ZIP file, written while it is read. It ends with an error when the signal is aborted, or content cannot be read. */
  readonly content: Readable
  readonly progress: () => ArchiveProgress
}

/** Everything of an account as one ZIP file, file by file. Nothing is compressed, so that a byte costs a copy alone. */
export async function openArchive(
  context: Context,
  { accountId, openFolders, parts }: Asked,
  onProgress: (progress: ArchiveProgress) => void,
  signal: AbortSignal,
): Promise<OpenedArchive> {
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
  const paths = new ArchivePaths()
  const lastModified = new Date(context.now())
  // Opened one after the other, as the archive comes to them.
  async function* entries() {
    for (const part of parts) {
      for (const { path, content } of await part.files(context, asking))
        yield { name: paths.take(safePath(path)), lastModified, input: going(content, signal) }
    }
  }
  const content = Readable.fromWeb(
    // The web's own type of a stream and Node's are the same object under two names.
    makeZip(entries()) as Parameters<typeof Readable.fromWeb>[0],
    { objectMode: false },
  )
  return { content, progress: () => ({ ...progress }) }
}

/** The same, kept as a blob. Throws when the signal is aborted, and what the disk throws. */
export async function writeArchive(
  context: Context,
  asked: Asked,
  onProgress: (progress: ArchiveProgress) => void,
  signal: AbortSignal,
): Promise<{ hash: string; size: number; progress: ArchiveProgress }> {
  const { content, progress } = await openArchive(context, asked, onProgress, signal)
  const { hash, size } = await context.blobs.put(content)
  return { hash, size, progress: progress() }
}

async function* going(content: ArchiveFile['content'], signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    signal.throwIfAborted()
    yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
}
