import type { BlobPlace } from '../blobs/openBlobStore.ts'
import { openBlobStore } from '../blobs/openBlobStore.ts'

const AT_ONCE = 16

export interface MovedBlobs {
  readonly moved: number
  /** Those that could not be read, with the reason. They were damaged before. */
  readonly damaged: readonly { readonly hash: string; readonly reason: string }[]
}

/**
 * Brings the messages and attachments that lie packed beside a SQLite file to where a server with PostgreSQL reads them:
 * the data folder or the bucket. What is there already is not written again, so an interrupted move goes on.
 */
export async function moveBlobs(
  file: string,
  to: BlobPlace,
  { onProgress, signal }: { readonly onProgress?: (done: number) => void; readonly signal?: AbortSignal } = {},
): Promise<MovedBlobs> {
  const source = await openBlobStore({ dataFolder: to.dataFolder, s3: null, database: file })
  try {
    const target = await openBlobStore(to)
    try {
      const damaged: { hash: string; reason: string }[] = []
      let moved = 0
      let done = 0
      const left = source.list()
      const work = async () => {
        for (;;) {
          signal?.throwIfAborted()
          const { value: blob, done: isEnd } = await left.next()
          if (isEnd) return
          if (!(await target.holds(blob.hash, blob.size))) {
            const content = await source.readAll(blob.hash).catch((error: unknown) => {
              damaged.push({ hash: blob.hash, reason: error instanceof Error ? error.message : String(error) })
              return null
            })
            if (content) {
              await target.put(content)
              moved++
            }
          }
          onProgress?.(++done)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      return { moved, damaged }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
