import { IMAGE_SIZE_MAX } from '@yanshu/contracts'
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

/** Keeps the pictures of vCards, each as what its bytes are. One that is none, or is larger than 2 MB, is left out. */
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
    kept.set(person, { ...(await blobs.put(bytes, IMAGE_SIZE_MAX)), type })
  }
  return kept
}
