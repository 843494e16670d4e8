import { readable, readHeaderBlock } from '../../mime/fields.ts'
import type { Context } from '../../store/context/context.ts'

/** Bytes of a message in which its header is looked for. */
const HEADER_MAX = 64 * 1_024

/** Values of header fields by their names in lower case. */
export type Headers = (name: string) => readonly string[]

export const noHeaders: Headers = () => []

/** The header of a stored message. One that cannot be read has no fields. */
export async function readHeader({ blobs }: Pick<Context, 'blobs'>, rawHash: string | null): Promise<Headers> {
  if (!rawHash) return noHeaders
  const chunks: Uint8Array[] = []
  for await (const chunk of await blobs.read(rawHash, { range: { start: 0, end: HEADER_MAX - 1 } })) chunks.push(chunk)
  const { fields } = readHeaderBlock(Buffer.concat(chunks), 0, HEADER_MAX)
  return (name) => (fields.get(name) ?? []).map((value) => readable(value))
}
