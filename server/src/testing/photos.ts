/** 16 × 12 pixels, as Chromium's canvas writes a JPEG, with the profile of its colours. */
export const JPEG = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAA',
    'AABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAA',
    'ABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAA',
    'AAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAA',
    'AAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAA',
    'AABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4M',
    'ChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8a',
    'Gi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAMABADASIAAhEB',
    'AxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAME/8QAGhAAAwADAQAAAAAAAAAAAAAAAAECAwQRIf/EABUBAQEAAAAAAAAAAAAA',
    'AAAAAAQF/8QAGhEAAgMBAQAAAAAAAAAAAAAAAQIAAxExUf/aAAwDAQACEQMRAD8Ahr68ZcbqnSfeeGYAEAdl2ut1dmZtB4PJ',
    '/9k=',
  ].join(''),
  'base64',
)
/** A segment of a JPEG. */
export function segment(marker: number, text: string): Buffer {
  const body = Buffer.from(text, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** `data` with more bytes at a place. */
export const within = (data: Buffer, at: number, more: Buffer) =>
  Buffer.concat([data.subarray(0, at), more, data.subarray(at)])

/** An EXIF segment with a way of holding the camera and a table of a place. */
export const exifSegment = (orientation: number, order: 'MM' | 'II') => {
  const body = Buffer.alloc(6 + 8 + 2 + 24 + 4)
  body.write(`Exif\0\0${order}`, 0, 'latin1')
  const word = (value: number, at: number) =>
    order === 'MM' ? body.writeUInt16BE(value, at) : body.writeUInt16LE(value, at)
  const long = (value: number, at: number) =>
    order === 'MM' ? body.writeUInt32BE(value, at) : body.writeUInt32LE(value, at)
  word(42, 8)
  long(8, 10)
  word(2, 14)
  for (const [at, tag, type, value] of [
    [16, 0x0112, 3, orientation],
    [28, 0x8825, 4, 0],
  ] as const) {
    word(tag, at)
    word(type, at + 2)
    long(1, at + 4)
    word(value, at + 8)
  }
  return segment(0xe1, body.toString('latin1'))
}

/** A photo with the place where it was taken and the orientation of the camera. */
export const photoWithPlace = (): Buffer => within(JPEG, 2, exifSegment(6, 'MM'))
