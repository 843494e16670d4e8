import type { Bytes } from '@yanshu/cms'
import { pictureName, typeOfPicture, withoutPictureKeys } from '@yanshu/contracts'
import type { Cms } from '../crypto/fetchCms.ts'
import { type Moving, readableOf, sealedPicturesIn } from '../drafts/movedFiles.ts'

/** A picture that the server cannot read, and what it writes in its place. */
export interface PlacedPicture {
  /** What stands in the letter of the server as the content of the picture, in base64: no other content has it. */
  readonly mark: string
  readonly content: Blob
}

/** The bytes of a mark: one line of base64, without an ending. */
const MARK_BYTES = 36

/**
 * The HTML that the server writes the letter of: in the place of each encrypted picture a picture that is only a mark, so that
 * the server makes of it a part of the letter with its Content-ID, and learns neither the picture nor its key.
 */
export async function leftPlaces(
  html: string,
  moving: Moving,
): Promise<{ html: string; pictures: readonly PlacedPicture[] }> {
  const pictures: PlacedPicture[] = []
  let placed = html
  for (const file of sealedPicturesIn(html)) {
    const content = await readableOf(file, moving)
    const type = await typeOfPicture(content)
    if (!type || !file.seal) continue
    const mark = moving.cms.toBase64(crypto.getRandomValues(new Uint8Array(MARK_BYTES)))
    const address = `file/showSendMailPicture/${pictureName({ fileId: file.fileId, key: file.seal.key })}`
    placed = placed.replace(addressed(address), `"data:${type};base64,${mark}"`)
    pictures.push({ mark, content })
  }
  // No key leaves with what was not placed.
  return { html: withoutPictureKeys(placed), pictures }
}

/** An address as the value of an attribute, with what stands before it. Names of pictures have no signs of patterns. */
const addressed = (address: string): RegExp => new RegExp(`"[^"\\s<>]{0,200}${address}"`, 'g')

/** The letter that the server wrote, with the pictures themselves in the places of their marks. */
export async function fillPictures(cms: Cms, mail: Bytes, pictures: readonly PlacedPicture[]): Promise<Bytes> {
  const places = pictures
    .map(({ mark, content }) => ({ at: placeOf(mail, new TextEncoder().encode(mark)), length: mark.length, content }))
    // What the server left out of the letter, as a picture in a part of it that is too deep, has no place.
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  if (places.length === 0) return mail
  const parts: BlobPart[] = []
  let written = 0
  for (const { at, length, content } of places) {
    parts.push(mail.subarray(written, at), await cms.base64Lines(new Uint8Array(await content.arrayBuffer())))
    written = at + length
  }
  return new Uint8Array(await new Blob([...parts, mail.subarray(written)]).arrayBuffer())
}

/** Where bytes stand in others; -1 for nowhere. */
function placeOf(mail: Bytes, mark: Uint8Array): number {
  const [first = 0] = mark
  for (let at = mail.indexOf(first); at >= 0; at = mail.indexOf(first, at + 1))
    if (mark.every((byte, place) => mail[at + place] === byte)) return at
  return -1
}
