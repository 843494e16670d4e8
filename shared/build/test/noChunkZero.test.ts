import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import webpack, { type Compiler } from 'webpack'
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity'
import { NoChunkZeroPlugin } from '../src/noChunkZero.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'yanshu-chunk-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Gives the chunk that comes later the id 0, as hashes of paths may. */
class ZeroPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ZeroPlugin', (compilation) => {
      compilation.hooks.chunkIds.tap({ name: 'ZeroPlugin', stage: 1_000 }, (chunks) => {
        for (const chunk of chunks) {
          if (chunk.canBeInitial()) continue
          chunk.id = 0
          chunk.ids = [0]
        }
      })
    })
  }
}

test('a chunk whose id would be 0 is loaded with its integrity', async () => {
  writeFileSync(path.join(folder, 'later.js'), 'export default 7')
  writeFileSync(path.join(folder, 'main.js'), "import('./later.js')")
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: './main.js',
    output: { path: path.join(folder, 'out'), crossOriginLoading: 'anonymous', filename: 'main.js' },
    optimization: { minimize: false, chunkIds: 'deterministic' },
    plugins: [
      new ZeroPlugin(),
      new NoChunkZeroPlugin(),
      new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true }),
    ],
  })
  await new Promise<void>((resolve, reject) => compiler.run((error) => (error ? reject(error) : resolve())))
  await new Promise<void>((resolve) => compiler.close(() => resolve()))
  const written = readdirSync(path.join(folder, 'out')).filter((name) => name !== 'main.js')
  expect(written).toEqual(['1.main.js'])
  expect(readFileSync(path.join(folder, 'out/main.js'), 'utf8')).toMatch(/"?1"?: ?"sha384-/)
})
