import MiniCss from 'mini-css-extract-plugin'
import webpack, { type Chunk, type Compilation, type Compiler } from 'webpack'
import { integrityOf } from './integrity.ts'

const placeholder = (chunk: Chunk) => `*css-integrity-${chunk.id}*`
const isStyle = (file: string) => file.endsWith('.css')

/**
 * Checks lazily loaded style sheets as `webpack-subresource-integrity` checks scripts, which leaves them out.
 * The hashes are put into the container's entry after all names are final; nothing refers to that entry by hash
 * inside the build, its own hash is taken from the written file.
 */
export class CssIntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('CssIntegrityPlugin', (compilation) => {
      MiniCss.getCompilationHooks(compilation).beforeTagInsert.tap('CssIntegrityPlugin', (source, { tag }) => {
        const byChunk: Record<string, string> = {}
        for (const chunk of compilation.chunks) {
          if (hasStyles(compilation, chunk)) byChunk[String(chunk.id)] = placeholder(chunk)
        }
        return `${source}\nvar integrity = (${JSON.stringify(byChunk)})[chunkId]; if (integrity) ${tag}.integrity = integrity;`
      })
      compilation.hooks.processAssets.tap(
        { name: 'CssIntegrityPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 },
        () => fillIn(compilation),
      )
    })
  }
}

function hasStyles(compilation: Compilation, chunk: Chunk): boolean {
  return compilation.chunkGraph.getChunkModulesIterableBySourceType(chunk, 'css/mini-extract') !== undefined
}

function fillIn(compilation: Compilation): void {
  const hashes = new Map<string, string>()
  for (const chunk of compilation.chunks) {
    for (const file of chunk.files) {
      const asset = isStyle(file) ? compilation.getAsset(file) : undefined
      if (asset) hashes.set(placeholder(chunk), integrityOf(asset.source.buffer()))
    }
  }
  if (hashes.size === 0) return
  for (const asset of compilation.getAssets()) {
    if (!asset.name.endsWith('.js')) continue
    const before = asset.source.source().toString()
    let after = before
    for (const [mark, hash] of hashes) after = after.replaceAll(mark, hash)
    if (after !== before) compilation.updateAsset(asset.name, new webpack.sources.RawSource(after))
  }
}
