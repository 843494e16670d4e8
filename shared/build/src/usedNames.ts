import type { Compiler, Dependency, ModuleGraph } from 'webpack'

/** How the federation plugin names a module that the host provides: its type, the share scope, the import. */
const FROM_HOST = /^consume-shared-module\|default\|([^|]+)\|/

/** A use of an imported name, as webpack's parser notes it. */
type NamedUse = Dependency & {
  readonly range?: readonly [number, number]
  getIds(graph: ModuleGraph): readonly string[]
}

const isNamedUse = (dependency: Dependency): dependency is NamedUse =>
  dependency.type === 'harmony import specifier' && 'getIds' in dependency

/**
 * Collects the names that a remote uses of each module which the host provides. A name that is only used where the code asks
 * whether it is there (`name?.(…)`) is left out: such a remote also runs on a host that lacks it. Code that is not part of
 * the build does not count.
 */
export class UsedNamesPlugin {
  readonly #used = new Map<string, Set<string>>()

  /** By import specifier. Complete after the build. */
  get used(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#used
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('UsedNames', (compilation) => {
      // Later, modules are joined and what they import is no longer theirs.
      compilation.hooks.afterOptimizeDependencies.tap('UsedNames', (modules) => {
        const graph = compilation.moduleGraph
        for (const module of modules) {
          const source = String(module.originalSource()?.source() ?? '')
          for (const dependency of module.dependencies) {
            if (!isNamedUse(dependency)) continue
            const connection = graph.getConnection(dependency)
            const [, specifier] = FROM_HOST.exec(connection?.module?.identifier() ?? '') ?? []
            const [name] = dependency.getIds(graph)
            if (specifier === undefined || name === undefined || !connection) continue
            if (connection.getActiveState(undefined) === false) continue
            if (dependency.range && source.startsWith('?.', dependency.range[1])) continue
            const names = this.#used.get(specifier) ?? new Set()
            this.#used.set(specifier, names.add(name))
          }
        }
      })
    })
  }
}
