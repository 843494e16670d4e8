import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Compiler, Module, NormalModule } from 'webpack'

/**
 * What `import()` loads together, by the name of the chunk: files and folders below `src`, a folder with a slash at its
 * end. Of two entries the longer one decides. A name that stands at an import (`webpackChunkName`) goes before.
 */
export type ChunkGroups = Readonly<Record<string, readonly string[]>>

/**
 * Checks groups as they are declared.
 * @throws when an entry stands in two
 */
export function checkChunks(name: string, chunks: ChunkGroups = {}): void {
  const entries = Object.values(chunks).flat()
  const twice = entries.filter((entry, at) => entries.indexOf(entry) !== at)
  if (twice.length > 0) throw new Error(`${name}: these are in two chunks: ${twice.join(', ')}`)
}

/** Finds the entry of a file, and its chunk. */
type Find = (file: string) => readonly [entry: string, chunk: string] | undefined

function finderOf(chunks: ChunkGroups): Find {
  const entries = Object.entries(chunks)
    .flatMap(([chunk, all]) => all.map((entry) => [entry, chunk] as const))
    .sort(([a], [b]) => b.length - a.length)
  return (file) => entries.find(([entry]) => (entry.endsWith('/') ? file.startsWith(entry) : file === entry))
}

const isFile = (module: Module | null): module is NormalModule => module !== null && 'resource' in module

const NAME = 'ChunkGroupsPlugin'

/** Names what `import()` loads after the group that the file is in. An entry that no import leads to fails the build. */
export class ChunkGroupsPlugin {
  readonly #name: string
  readonly #sources: string
  readonly #chunks: ChunkGroups

  constructor(name: string, directory: string, chunks: ChunkGroups) {
    this.#name = name
    this.#sources = path.join(directory, 'src')
    this.#chunks = chunks
  }

  apply(compiler: Compiler): void {
    const entries = Object.values(this.#chunks).flat()
    if (entries.length === 0) return
    const find = finderOf(this.#chunks)
    // webpack names files by where they lie, and the sources may be reached by a link.
    const sources = realpathSync(this.#sources)
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        const used = new Set<string>()
        for (const block of [...modules].flatMap((module) => module.blocks)) {
          const [dependency] = block.dependencies
          const module = dependency ? compilation.moduleGraph.getModule(dependency) : null
          if (!isFile(module)) continue
          const file = path.relative(sources, module.resource.replace(/\?.*/, '')).replaceAll(path.sep, '/')
          const [entry, chunk] = find(file) ?? []
          if (entry === undefined) continue
          used.add(entry)
          block.chunkName ??= chunk ?? null
        }
        for (const entry of entries.filter((one) => !used.has(one))) {
          const problem = `${this.#name}: no import() leads to "${entry}" of the chunks (webpack.config.ts)`
          compilation.errors.push(new compiler.webpack.WebpackError(problem))
        }
      })
    })
  }
}
