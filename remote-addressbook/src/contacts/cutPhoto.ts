/** Edge of a kept picture in px: sharp at the largest size that it is shown in. */
const EDGE = 512

/** The middle of a picture as a square JPEG; null for what the browser cannot read as a picture. */
export async function cutPhoto(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const side = Math.min(picture.width, picture.height)
  const edge = Math.min(EDGE, side)
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge
  const context = canvas.getContext('2d')
  if (!context) return null
  // What is transparent would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, edge, edge)
  context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, edge, edge)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  return blob && new File([blob], 'photo.jpg', { type: 'image/jpeg' })
}
