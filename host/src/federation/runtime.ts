import { createInstance } from '@module-federation/runtime'
import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core'
import type { RemoteEntryExports } from '@module-federation/runtime/types'
import {
  type ChosenRemote,
  compatibleRange,
  SHARED_MODULES,
  type SharedModule,
  type SharedModuleName,
} from '@yanshu/discovery'
import { fetchPart, type PartTiming } from '@yanshu/shell-api'
import { classifyLoading } from './classifyFailure.ts'
import { createContainerLoader } from './entryScript.ts'
import { RemoteError } from './RemoteError.ts'

/** How the host hands out a module: at once, or when the first remote asks. */
export type SharedSource = { readonly lib: () => unknown } | { readonly get: () => Promise<() => unknown> }

/** A source for every promised module. What only development builds ask for may be missing. */
export type SharedSources = Readonly<Record<Exclude<SharedModuleName, 'react/jsx-dev-runtime'>, SharedSource>> &
  Readonly<Partial<Record<SharedModuleName, SharedSource>>>

/** Loads what remotes expose. */
export interface Runtime {
  /** @throws {RemoteError} of class `load`, `integrity`, `evaluate` or `compat` */
  loadExposed(chosen: ChosenRemote): Promise<unknown>
}

/**
 * What the entries of remotes take of the runtime that they are built without: enough to find shared modules. What
 * loads remotes is not among it, and not on the page (`FEDERATION_OPTIMIZE_NO_REMOTE` of the build): the host does that.
 */
const RUNTIME_OF_REMOTES = {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  // Read by every entry, used by none: they are for what the build of remotes switches off.
  helpers: { global: {}, share: {}, utils: {} },
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
}
Reflect.set(globalThis, '_FEDERATION_RUNTIME_CORE', RUNTIME_OF_REMOTES)

const rethrowAfter = (act: () => void) => (error: unknown) => {
  act()
  throw error
}

/** @param onLost is called for a module that could not be loaded, before the promise of its callers rejects */
function sharedOptions(
  sources: SharedSources,
  versions: Readonly<Record<string, string>>,
  onLost: (name: string) => void,
) {
  const modules: [string, SharedModule][] = Object.entries(SHARED_MODULES)
  return Object.fromEntries(
    modules.flatMap(([name, { package: owner, strict }]) => {
      const source = Object.entries(sources).find(([key]) => key === name)?.[1]
      const version = versions[owner]
      if (!source || !version) return []
      const shareConfig = { singleton: true, strictVersion: strict, requiredVersion: compatibleRange(version) }
      const watched = 'get' in source ? { get: () => source.get().catch(rethrowAfter(() => onLost(name))) } : source
      return [[name, { version, scope: 'default', shareConfig, ...watched }]]
    }),
  )
}

function isContainer(value: unknown): value is RemoteEntryExports {
  return typeof value === 'object' && value !== null && 'get' in value && 'init' in value
}

/**
 * Starts the federation runtime of the page.
 * @param sources what the host shares
 * @param versions the version of every shared package
 */
export function createRuntime(
  sources: SharedSources,
  versions: Readonly<Record<string, string>>,
  timing: PartTiming,
): Runtime {
  const loadContainer = createContainerLoader(timing)
  const instance = createInstance({
    name: 'host',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: sharedOptions(sources, versions, (name) => {
      // The runtime keeps the failed promise and would return it to every later caller.
      for (const one of Object.values(instance.shareScopeMap.default?.[name] ?? {})) one.loading = null
    }),
  })

  async function openContainer(chosen: ChosenRemote): Promise<RemoteEntryExports> {
    const container = await loadContainer(chosen)
    if (!isContainer(container)) {
      throw new RemoteError('evaluate', chosen.remote, chosen.version, `${chosen.mfName} is no container`)
    }
    const { shareScopeMap } = instance
    await container.init(shareScopeMap.default ?? {}, [], { version: '', shareScopeKeys: 'default', shareScopeMap })
    return container
  }

  /** Containers that were given the shared modules, each once, by the name of the build. */
  const open = new Map<string, Promise<RemoteEntryExports>>()
  function containerOf(chosen: ChosenRemote): Promise<RemoteEntryExports> {
    const { mfName } = chosen
    const known = open.get(mfName)
    if (known) return known
    const opening = openContainer(chosen).catch(rethrowAfter(() => open.delete(mfName)))
    open.set(mfName, opening)
    return opening
  }

  return {
    async loadExposed(chosen) {
      const { expose, remote, version } = chosen
      try {
        return await fetchPart(async () => {
          const container = await containerOf(chosen)
          const factory = await container.get(expose)
          return factory()
        }, timing)
      } catch (error) {
        throw await classifyLoading(error, remote, version, timing.timeout)
      }
    },
  }
}
