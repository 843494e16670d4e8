/** A part of a picture, in its own pixels, as it is seen: turned the way its camera was held. */
export interface PictureArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

const JPEG_QUALITY = 0.9

/**
 * Cuts a part out of a picture and brings it to a size. What was in the file beside the picture (the place where it was
 * taken, the camera) is gone afterwards.
 * @param image loaded; the browser has turned it by its EXIF orientation
 * @throws when the browser has no memory for it
 */
export async function cutPicture(
  image: HTMLImageElement,
  area: PictureArea,
  size: PictureSize,
  type: 'image/png' | 'image/jpeg',
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no memory for a picture')
  if (type === 'image/jpeg') {
    // JPEG has no transparency; what shines through would be black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, size.width, size.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, JPEG_QUALITY))
  if (!blob) throw new Error('The browser could not write the picture')
  return blob
}
