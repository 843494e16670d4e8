import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { appFiles } from '../src/appFiles.ts'
import { coverageOf } from '../src/drawPath.ts'

const FACE = {
  name: '雁书',
  shortName: '雁书',
  description: '邮箱',
  lang: 'zh-CN',
  mark: 'M0 0L100 0L100 100L0 100Z',
  box: { width: 100, height: 100 },
  accent: '#2456d6',
  themeColour: '#ffffff',
  background: '#ffffff',
}

test('a square covers its pixels, half of those it cuts, and no others', () => {
  const coverage = coverageOf('M0 0L2 0L2 2L0 2Z', 4, { scale: 1, left: 0.5, top: 1 })
  expect([...coverage].map((share) => Math.round(share * 100) / 100)).toEqual([
    ...[0, 0, 0, 0],
    ...[0.5, 1, 0.5, 0],
    ...[0.5, 1, 0.5, 0],
    ...[0, 0, 0, 0],
  ])
})

test('a path that cannot be drawn is refused', () => {
  expect(() => coverageOf('M0 0q1 1 2 2', 4, { scale: 1, left: 0, top: 0 })).toThrow('"q"')
})

test('every icon of the manifest is a file, and a PNG has the mark in its middle on the accent', () => {
  const files = new Map(appFiles(FACE).map(({ path, body }) => [`/${path}`, body]))
  const manifest: { icons: { src: string; sizes: string }[] } = JSON.parse(String(files.get('/app.webmanifest')))
  expect(manifest.icons.filter(({ src }) => !files.has(src))).toEqual([])

  const icon = Buffer.from(files.get('/icon-192.png') ?? '')
  expect(icon.subarray(1, 4).toString()).toBe('PNG')
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([192, 192])
  const data = icon.indexOf('IDAT')
  const rows = inflateSync(icon.subarray(data + 4, data + 4 + icon.readUInt32BE(data - 4)))
  const pixel = (x: number, y: number) => [...rows.subarray(y * (192 * 3 + 1) + 1 + x * 3).subarray(0, 3)]
  expect(pixel(2, 2)).toEqual([0x24, 0x56, 0xd6])
  expect(pixel(96, 96)).toEqual([255, 255, 255])
})
