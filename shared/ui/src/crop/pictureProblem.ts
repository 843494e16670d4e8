import { imageDimensionsFromData } from 'image-dimensions'

/** Why a file can't be taken as a picture. */
export type PictureProblem = 'empty' | 'tooLarge' | 'notPicture' | 'tooManyPixels'

/** Most pixels that are decoded: a small file may unpack to gigabytes, four bytes for each pixel. */
export const MAX_PICTURE_PIXELS = 40_000_000

/** What browsers decode and a person means by a picture. SVG is a document with code in it. */
const KINDS: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp'])

/**
 * Why a file can't be cut, or null. Type and size are read from its first bytes, before anything decodes it: the
 * declared type and the name may be wrong.
 * @param maxBytes size of the file
 */
export async function pictureProblem(file: Blob, maxBytes: number): Promise<PictureProblem | null> {
  if (file.size === 0) return 'empty'
  if (file.size > maxBytes) return 'tooLarge'
  const found = imageDimensionsFromData(new Uint8Array(await file.arrayBuffer()))
  if (!found || !KINDS.has(found.type)) return 'notPicture'
  return found.width * found.height > MAX_PICTURE_PIXELS ? 'tooManyPixels' : null
}
