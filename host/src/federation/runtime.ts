import { createInstance } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
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

// Remotes are built without a federation runtime of their own and take the host's from here.
Reflect.set(globalThis, '_FEDERATION_RUNTIME_CORE', runtimeCore)

const rethrowAfter = (act: () => void) => (error: unknown) => {
  act()
  throw error
}

/** @param onLost is told of a module that did not come, before whoever waits for it */
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
  const byName = new Map<string, ChosenRemote>()
  const loadContainer = createContainerLoader(timing)
  const instance = createInstance({
    name: 'host',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: sharedOptions(sources, versions, (name) => {
      // The runtime keeps the failed promise and would give it to everybody who asks from now on.
      for (const one of Object.values(instance.shareScopeMap.default?.[name] ?? {})) one.loading = null
    }),
    plugins: [
      {
        name: 'checked-entry',
        // The runtime would load the entry without integrity, retry or reasons; what is not ours is not loaded at all.
        async loadEntry({ remoteInfo }: { remoteInfo: { name: string } }) {
          const chosen = byName.get(remoteInfo.name)
          if (!chosen) throw new Error(`${remoteInfo.name} was not chosen by the host`)
          const container = await loadContainer(chosen)
          if (isContainer(container)) return container
          throw new RemoteError('evaluate', chosen.remote, chosen.version, `${chosen.mfName} is no container`)
        },
      },
    ],
  })
  return {
    async loadExposed(chosen) {
      const { mfName, urls, expose, remote, version } = chosen
      if (!byName.has(mfName)) {
        instance.registerRemotes([{ name: mfName, entry: urls[0] ?? '', entryGlobalName: mfName, type: 'var' }])
      }
      byName.set(mfName, chosen)
      try {
        return await fetchPart(() => instance.loadRemote(`${mfName}/${expose.replace(/^\.\//, '')}`), timing)
      } catch (error) {
        throw await classifyLoading(error, remote, version, timing.timeout)
      }
    },
  }
}
