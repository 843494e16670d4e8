import webpack, { type Compilation, type Compiler } from 'webpack'

/** What `webpack-subresource-integrity` writes where the hash of a chunk's script is to stand. */
const PLACEHOLDER = /\*-\*-\*-CHUNK-SRI-HASH-[\w+/=-]+/g

/**
 * A chunk of nothing but shared modules, as `import('dayjs')` makes in a remote, has no script: the host has it.
 * `webpack-subresource-integrity` keeps a place for its hash all the same and then fails over it. The place is emptied
 * here; more places than such chunks are left for the plugin to report.
 */
export class ScriptlessChunksPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ScriptlessChunksPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ScriptlessChunksPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE + 1 },
        () => empty(compilation),
      )
    })
  }
}

function empty(compilation: Compilation): void {
  const scriptless = [...compilation.chunks].filter((chunk) => ![...chunk.files].some((file) => file.endsWith('.js')))
  if (scriptless.length === 0) return
  for (const { name, source } of compilation.getAssets()) {
    if (!name.endsWith('.js')) continue
    const before = source.source().toString()
    const places = new Set(before.match(PLACEHOLDER))
    if (places.size === 0 || places.size > scriptless.length) continue
    compilation.updateAsset(name, new webpack.sources.RawSource(before.replaceAll(PLACEHOLDER, '')))
  }
}
