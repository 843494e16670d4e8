import { isSignaturePicture } from '@yanshu/contracts'

/** Larger files are not read; in bytes. */
const FILE_MAX = 20 * 1_024 * 1_024
/** Pixels: about twice what a signature shows, and less than which nothing can be seen. */
const WIDTH_MAX = 640
const WIDTH_MIN = 40
const SHRINK = 0.75
const FORMS = [
  ['image/png', undefined],
  ['image/jpeg', 0.85],
] as const

/**
 * A picture as a signature holds it: an address in which it stands whole. It is written anew, smaller until it fits, so
 * that nothing else of its file comes along, such as where a photo was taken. Moving pictures that fit stay as they are.
 * @throws where it cannot be read, or does not become small enough
 */
export async function smallPicture(file: File): Promise<string> {
  if (file.size > FILE_MAX) throw new Error('The file is too large')
  if (file.type === 'image/gif') {
    const whole = await addressOf(file)
    if (isSignaturePicture(whole)) return whole
  }
  const picture = await createImageBitmap(file)
  try {
    for (let width = Math.min(picture.width, WIDTH_MAX); width >= Math.min(picture.width, WIDTH_MIN); width *= SHRINK) {
      for (const [type, quality] of FORMS) {
        const src = await addressOf(await drawn(picture, Math.round(width), type, quality))
        if (isSignaturePicture(src)) return src
      }
    }
  } finally {
    picture.close()
  }
  throw new Error('The picture does not become small enough')
}

async function drawn(
  picture: ImageBitmap,
  width: number,
  type: (typeof FORMS)[number][0],
  quality: number | undefined,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, width)
  canvas.height = Math.max(1, Math.round((picture.height / picture.width) * width))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no memory for a picture')
  if (type === 'image/jpeg') {
    // JPEG has no transparency; what shines through would be black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))
  if (!blob) throw new Error('The browser could not write the picture')
  return blob
}

const addressOf = (content: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'))
    reader.readAsDataURL(content)
  })
