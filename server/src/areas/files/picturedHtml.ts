import { isSignaturePicture, SIGNATURE_PICTURES_MAX } from '@yanshu/contracts'
import { BadRequestError } from '../../platform/http/errors.ts'
import { pictureType } from './imageType.ts'

/**
 * HTML that is kept to be sent, such as a signature: clean, with the small pictures that stand in it as they are. Pictures
 * that lie elsewhere are left out, because each mail would ask for them there; one that is too large or none is refused.
 * @param field what a refusal names
 * @param length the most characters without the pictures
 * @throws {BadRequestError}
 */
export async function picturedHtml(
  html: string,
  { field, length }: { field: string; length: number },
): Promise<string> {
  const { outgoingHtml } = await import('../../mime/outgoingHtml.ts')
  let named = 0
  const { html: clean, pictures } = outgoingHtml(html, () => `${++named}`)
  let kept = 0
  let pictured = 0
  const whole = clean.replace(/<img\b[^>]*>/g, (tag) => {
    const picture = pictures.get(/\bsrc="cid:(\d+)"/.exec(tag)?.[1] ?? '')
    if (picture?.kind !== 'data') return ''
    const src = `data:${picture.contentType};base64,${Buffer.from(picture.content).toString('base64')}`
    if (!isSignaturePicture(src) || pictureType(picture.content) !== picture.contentType) {
      throw new BadRequestError([field])
    }
    kept += 1
    const stays = tag.replace(/\bsrc="[^"]*"/, `src="${src}"`)
    pictured += stays.length
    return stays
  })
  if (kept > SIGNATURE_PICTURES_MAX || whole.length - pictured > length) throw new BadRequestError([field])
  return whole
}
