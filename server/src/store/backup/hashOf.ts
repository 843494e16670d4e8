import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

/** SHA-256 and size of a file, however large. */
export const hashOf = (file: string): Promise<{ hash: string; size: number }> => hashOfContent(createReadStream(file))

/** The same of content that is read to its end. */
export async function hashOfContent(content: Readable): Promise<{ hash: string; size: number }> {
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    const bytes: Buffer = chunk
    digest.update(bytes)
    size += bytes.length
  }
  return { hash: digest.digest('hex'), size }
}
