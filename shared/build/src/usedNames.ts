import type { Compiler, Dependency, Module, ModuleGraph } from 'webpack'

/** How the federation plugin names a module that the host provides: its type, the share scope, the import. */
const FROM_HOST = /^consume-shared-module\|default\|([^|]+)\|/

/** A use of an imported name, as webpack's parser notes it. */
type NamedUse = Dependency & {
  readonly range?: readonly [number, number]
  getIds(graph: ModuleGraph): readonly string[]
}

const isNamedUse = (dependency: Dependency): dependency is NamedUse =>
  dependency.type === 'harmony import specifier' && 'getIds' in dependency

/** What stands behind a name, or before it, where code asks whether it is there. */
const ASKS_BEHIND = /^\s*(?:\?\.|\?\?|\?|&&|\|\|)/
const ASKS_BEFORE = /(?:typeof\s*\(?|!)\s*$/
/** Characters around a name that are read for it. */
const AROUND = 12

function asksFor(source: string, [start, end]: readonly [number, number]): boolean {
  return (
    ASKS_BEHIND.test(source.slice(end, end + AROUND)) ||
    ASKS_BEFORE.test(source.slice(Math.max(0, start - AROUND), start))
  )
}

/**
 * Collects the names that a remote uses of each module which the host provides. A name whose module asks whether it is there
 * (`name?.(…)`, `name ? … : …`) is left out: such a remote also runs on a host that lacks it. Code that is not part of the
 * build does not count.
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
        for (const module of modules) this.#read(module, compilation.moduleGraph)
      })
    })
  }

  #read(module: Module, graph: ModuleGraph): void {
    const source = String(module.originalSource()?.source() ?? '')
    const uses: { readonly specifier: string; readonly name: string }[] = []
    const asked = new Set<string>()
    for (const dependency of module.dependencies) {
      if (!isNamedUse(dependency)) continue
      const connection = graph.getConnection(dependency)
      const [, specifier] = FROM_HOST.exec(connection?.module?.identifier() ?? '') ?? []
      const [name] = dependency.getIds(graph)
      if (specifier === undefined || name === undefined || connection?.getActiveState(undefined) === false) continue
      if (dependency.range && asksFor(source, dependency.range)) asked.add(name)
      uses.push({ specifier, name })
    }
    for (const { specifier, name } of uses) {
      if (asked.has(name)) continue
      const names = this.#used.get(specifier) ?? new Set()
      this.#used.set(specifier, names.add(name))
    }
  }
}
