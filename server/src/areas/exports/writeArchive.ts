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
  const paths = new ArchivePaths()
  const lastModified = new Date(context.now())
  // Opened one after the other, as the archive comes to them; nothing is compressed, so that a byte costs a copy alone.
  async function* entries() {
    for (const part of parts) {
      for (const { path, content } of await part.files(context, asking))
        yield { name: paths.take(safePath(path)), lastModified, input: going(content, signal) }
    }
  }
  const zip = Readable.fromWeb(
    // The web's own type of a stream and Node's are the same object under two names.
    makeZip(entries()) as Parameters<typeof Readable.fromWeb>[0],
    { objectMode: false },
  )
  const { hash, size } = await context.blobs.put(zip)
  return { hash, size, progress: { ...progress } }
}

async function* going(content: ArchiveFile['content'], signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    signal.throwIfAborted()
    yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
}
