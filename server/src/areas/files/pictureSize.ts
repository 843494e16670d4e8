import { SHOWN_PIXELS_MAX } from '@yanshu/contracts'
import { imageDimensionsFromData } from 'image-dimensions'
import type { BlobRef } from '../../store/blobs/blobRows.ts'
import type { Context } from '../../store/context/context.ts'

/** The size of a picture stands behind what a camera writes about itself. */
const HEAD_BYTES = 512 * 1_024

/** Whether a picture has no more pixels than a browser should show; not for one whose size cannot be read. */
export async function isShownWhole(context: Pick<Context, 'blobs'>, blob: BlobRef): Promise<boolean> {
  const pixels = await pixelsOf(context, blob)
  return pixels > 0 && pixels <= SHOWN_PIXELS_MAX
}

/** Pixels of a picture; 0 where its size cannot be read. */
export async function pixelsOf(context: Pick<Context, 'blobs'>, { hash, size }: BlobRef): Promise<number> {
  const chunks: Uint8Array[] = []
  const range = { start: 0, end: HEAD_BYTES - 1 }
  for await (const chunk of await context.blobs.read(hash, { range, size })) chunks.push(chunk)
  const { width = 0, height = 0 } = imageDimensionsFromData(new Uint8Array(Buffer.concat(chunks))) ?? {}
  return width * height
}
