import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { GOOSE_STROKES } from '../../shared/ui/src/brand/gooseStrokes.ts'

const folder = path.resolve(import.meta.dirname, '../../host/app-files')
const read = (name: string) => readFileSync(path.join(folder, name))

interface AppManifest {
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[]
}

test('every icon of the web app manifest is a file of the size it says, one of them for masks', () => {
  const { icons }: AppManifest = JSON.parse(read('app.webmanifest').toString())
  const files = readdirSync(folder)
  for (const { src, sizes } of icons) {
    expect(files).toContain(src.slice(1))
    if (!src.endsWith('.png')) continue
    const png = read(src.slice(1))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
})

test('the drawn icons show the mark as it is now', () => {
  expect(read('favicon.svg').toString()).toContain(GOOSE_STROKES)
})
