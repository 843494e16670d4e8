import { expect, test } from 'vitest'
import { barePicture } from './barePicture.ts'

/** 16 × 12 pixels, as Chromium's canvas writes a JPEG, with the profile of its colours. */
const JPEG = Buffer.from(
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
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PLACE = 'GPS 39.9042 N 116.4074 E'

function segment(marker: number, text: string): Buffer {
  const body = Buffer.from(text, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

function chunk(name: string, text: string): Buffer {
  const body = Buffer.from(text, 'latin1')
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  return Buffer.concat([head, Buffer.from(name, 'latin1'), body, Buffer.alloc(4)])
}

const within = (data: Buffer, at: number, more: Buffer) =>
  Buffer.concat([data.subarray(0, at), more, data.subarray(at)])

test('given a JPEG with a place, a comment and a file behind its end, then the picture alone is left, byte by byte', () => {
  const noted = Buffer.concat([segment(0xe1, `Exif\0\0${PLACE}`), segment(0xfe, PLACE), segment(0xed, PLACE)])
  const picture = barePicture(Buffer.concat([within(JPEG, 2, noted), Buffer.from(`PK${PLACE}`)]))
  expect(picture).toEqual({ type: 'image/jpeg', data: JPEG })
})

test('given a PNG with texts, a place and a file behind its end, then the picture alone is left, byte by byte', () => {
  const noted = Buffer.concat([chunk('tEXt', PLACE), chunk('eXIf', PLACE), chunk('iTXt', PLACE)])
  // Behind the head, which is the first 33 bytes.
  const picture = barePicture(Buffer.concat([within(PNG, 33, noted), Buffer.from(PLACE)]))
  expect(picture).toEqual({ type: 'image/png', data: PNG })
})

test('given a picture of more pixels than a browser should draw, then it is refused', () => {
  const wide = Buffer.from(PNG)
  wide.writeUInt32BE(65_535, 16)
  wide.writeUInt32BE(65_535, 20)
  expect(barePicture(wide)).toBeNull()
  const frame = JPEG.indexOf(Buffer.from([0xff, 0xc0]))
  const tall = Buffer.from(JPEG)
  tall.writeUInt16BE(65_535, frame + 5)
  tall.writeUInt16BE(65_535, frame + 7)
  expect(barePicture(tall)).toBeNull()
})

test.each([
  ['JPEG', JPEG],
  ['PNG', PNG],
])(
  'given a %s that ends early or whose bytes are others, then it is refused or a picture, and nothing fails',
  (_, whole) => {
    for (let length = 0; length < whole.length; length++) expect(barePicture(whole.subarray(0, length))).toBeNull()
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole)
      changed[at] = 255 - (changed[at] ?? 0)
      const picture = barePicture(changed)
      if (picture) expect(picture.data.length).toBeLessThanOrEqual(whole.length)
    }
  },
)

test.each(['<svg onload="x">', 'GIF89a', 'RIFF0000WEBP', ''])('given %j, then it is no picture here', (text) => {
  expect(barePicture(Buffer.from(text))).toBeNull()
})
