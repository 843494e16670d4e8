import {
  type BarePicture,
  barePicture as bareBytes,
  readExif,
  saysPlace,
  pictureToItsEnd as wholeBytes,
} from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { exifSegment, JPEG, segment, within } from '../../testing/photos.ts'

const inBuffer = (picture: BarePicture | null) => picture && { ...picture, data: Buffer.from(picture.data) }
const barePicture = (data: Buffer) => inBuffer(bareBytes(data))
const pictureToItsEnd = (data: Buffer) => inBuffer(wholeBytes(data))

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PLACE = 'GPS 39.9042 N 116.4074 E'

function chunk(name: string, text: string): Buffer {
  const body = Buffer.from(text, 'latin1')
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  return Buffer.concat([head, Buffer.from(name, 'latin1'), body, Buffer.alloc(4)])
}

test('given a JPEG with a place, a comment and a file behind its end, then the picture alone is left, byte by byte', () => {
  const noted = Buffer.concat([segment(0xe1, `Exif\0\0${PLACE}`), segment(0xfe, PLACE), segment(0xed, PLACE)])
  const picture = barePicture(Buffer.concat([within(JPEG, 2, noted), Buffer.from(`PK${PLACE}`)]))
  expect(picture).toEqual({ type: 'image/jpeg', data: JPEG })
})

test.each(['MM', 'II'] as const)(
  'given a JPEG of a turned camera with a place (%s), then it stays turned without it',
  (order) => {
    const turned = within(JPEG, 2, exifSegment(6, order))
    expect(saysPlace(turned)).toBe(true)
    const bare = barePicture(turned)?.data ?? Buffer.alloc(0)
    expect(saysPlace(bare)).toBe(false)
    expect(readExif(bare.subarray(6))).toEqual({ orientation: 6, hasPlace: false })
    expect(bare.length).toBe(JPEG.length + 36)
    expect(barePicture(within(JPEG, 2, exifSegment(1, order)))?.data).toEqual(JPEG)
    // A table that leads nowhere and one that is cut are no reason to fail.
    for (let length = 0; length < 44; length++) saysPlace(turned.subarray(0, length))
  },
)

test('given a PNG with texts, a place and a file behind its end, then the picture alone is left, byte by byte', () => {
  const noted = Buffer.concat([chunk('tEXt', PLACE), chunk('eXIf', PLACE), chunk('iTXt', PLACE)])
  // Behind the head, which is the first 33 bytes.
  const picture = barePicture(Buffer.concat([within(PNG, 33, noted), Buffer.from(PLACE)]))
  expect(picture).toEqual({ type: 'image/png', data: PNG })
})

test.each([
  ['JPEG', within(JPEG, 2, exifSegment(6, 'MM'))],
  ['PNG', within(PNG, 33, chunk('tEXt', PLACE))],
])('given a %s with notes and a file behind its end, then all up to its end is left', (_name, noted) => {
  expect(pictureToItsEnd(Buffer.concat([noted, Buffer.from('PK')]))?.data).toEqual(noted)
  expect(pictureToItsEnd(noted.subarray(0, -1))).toBeNull()
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

test('given millions of empty parts, then the picture is refused before they are read', () => {
  const empty = Buffer.alloc(400_000, Buffer.from([0xff, 0xdd, 0, 2]))
  expect(barePicture(within(JPEG, 2, empty))).toBeNull()
  expect(barePicture(within(JPEG, 2, empty.subarray(0, 40_000)))?.type).toBe('image/jpeg')
  const chunks = Buffer.concat(Array.from({ length: 30_000 }, () => chunk('tEXt', '')))
  expect(barePicture(within(PNG, 33, chunks))).toBeNull()
})
