import { readHeaderBlock } from '../../mime/fields.ts'
import type { Context } from '../../store/context/context.ts'

/** Bytes of a message that its header is looked for in. */
const HEADER_MAX = 64 * 1_024

/** The header fields of a stored message, by name in lower case; none where the message is gone or was written here. */
export async function headersOf(
  { blobs }: Pick<Context, 'blobs'>,
  hash: string | null,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (hash === null) return new Map()
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of await blobs.read(hash)) {
      chunks.push(Buffer.from(chunk))
      size += chunk.length
      if (size >= HEADER_MAX) break
    }
    return readHeaderBlock(Buffer.concat(chunks), 0, HEADER_MAX).fields
  } catch {
    // A message that is gone has no headers; the call that opens it reports the loss.
    return new Map()
  }
}
