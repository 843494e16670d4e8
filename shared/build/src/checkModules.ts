import type { Stats, StatsModule } from 'webpack'

/**
 * Packages that exist once, in the host or inside `@yanshu/shell-api` and `@yanshu/ui`; a second copy breaks their state. The
 * style sheets of `shared/ui/src/page` and the drafts of `shared/ui/src/draft`, which import React alone, are meant to be built
 * into remotes.
 */
const HOST_ONLY =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|dayjs|@arco-design|jotai|ky|i18next|react-i18next|react-router|react-router-dom|prosemirror-[a-z]+|react-easy-crop|@tanstack[\\/](?:react-query|query-core)|reconnecting-websocket|@module-federation[\\/]runtime-core)[\\/]|[\\/](?:shared|@yanshu)[\\/](shell-api|ui)[\\/]src[\\/](?!page[\\/]\w+\.module\.css|draft[\\/])/

function* flatten(modules: readonly StatsModule[] = []): Generator<StatsModule> {
  for (const module of modules) {
    yield module
    yield* flatten(module.modules)
  }
}

/** How the federation plugin names a module that the host provides: its type, the share scope, the import. */
const FROM_HOST = /^consume-shared-module\|default\|([^|]+)\|/

/**
 * Refuses a remote that carries code which only the host may carry.
 * @returns what it imports of the host, by the names of the imports
 * @throws with the paths of the modules
 */
export function inspectRemoteModules(remote: string, stats: Stats): ReadonlySet<string> {
  const { modules } = stats.toJson({
    all: false,
    modules: true,
    nestedModules: true,
    modulesSpace: Infinity,
    nestedModulesSpace: Infinity,
  })
  const forbidden = new Set<string>()
  const shared = new Set<string>()
  for (const module of flatten(modules)) {
    const [, imported] = FROM_HOST.exec(module.identifier ?? '') ?? []
    if (imported) shared.add(imported)
    const file = module.nameForCondition ?? module.identifier ?? ''
    if (HOST_ONLY.test(file)) forbidden.add(file)
  }
  if (forbidden.size > 0) {
    throw new Error(`${remote}: these belong to the host and must not be bundled:\n  ${[...forbidden].join('\n  ')}`)
  }
  return shared
}
