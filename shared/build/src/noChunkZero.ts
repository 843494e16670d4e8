import type { Compiler } from 'webpack'

/**
 * Gives the chunk with the id 0 another one. `webpack-subresource-integrity` reads 0 as no id and leaves that chunk without
 * its integrity, so it would be refused as it is loaded; ids come from hashes of paths, so any change of a file may make one.
 */
export class NoChunkZeroPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('NoChunkZeroPlugin', (compilation) => {
      compilation.hooks.optimizeChunkIds.tap('NoChunkZeroPlugin', (chunks) => {
        const taken = new Set([...chunks].map(({ id }) => id))
        for (const chunk of chunks) {
          if (chunk.id !== 0) continue
          let id = 1
          while (taken.has(id)) id += 1
          chunk.id = id
          chunk.ids = [id]
        }
      })
    })
  }
}
