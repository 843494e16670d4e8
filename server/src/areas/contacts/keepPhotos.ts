import { IMAGE_SIZE_MAX } from '@yanshu/contracts'
import { imageDimensionsFromData } from 'image-dimensions'
import type { Context } from '../../store/context/context.ts'
import { pictureType } from '../files/index.ts'

export interface KeptPhoto {
  readonly hash: string
  readonly size: number
  readonly type: string
}

interface WithPhoto {
  readonly photo: { readonly base64: string } | null
}

/** Most pixels of a picture: two megabytes may unpack to gigabytes in the browser that shows them, in every list. */
const PIXELS_MAX = 40_000_000

/**
 * Keeps the pictures of vCards, each as what its bytes are. One that is none, is larger than 2 MB, or unpacks to too many
 * pixels, is left out.
 */
export async function keepPhotos<T extends WithPhoto>(
  { blobs }: Pick<Context, 'blobs'>,
  people: readonly T[],
): Promise<Map<T, KeptPhoto>> {
  const kept = new Map<T, KeptPhoto>()
  for (const person of people) {
    if (!person.photo) continue
    const bytes = Buffer.from(person.photo.base64, 'base64')
    const type = pictureType(bytes)
    if (!type || bytes.length > IMAGE_SIZE_MAX) continue
    const { width = 0, height = 0 } = imageDimensionsFromData(bytes) ?? {}
    if (width * height === 0 || width * height > PIXELS_MAX) continue
    kept.set(person, { ...(await blobs.put(bytes, IMAGE_SIZE_MAX)), type })
  }
  return kept
}
