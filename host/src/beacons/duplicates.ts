interface FederationGlobal {
  readonly __INSTANCES__?: readonly {
    readonly shareScopeMap?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
  }[]
}

/** Modules of which there is more than one version on the page, although there may be one. */
export function duplicateModules(federation: unknown = Reflect.get(globalThis, '__FEDERATION__')): string[] {
  const { __INSTANCES__: instances = [] } = (federation ?? {}) as FederationGlobal
  const shared = instances[0]?.shareScopeMap?.default ?? {}
  return Object.entries(shared)
    .filter(([, versions]) => Object.keys(versions).length > 1)
    .map(([name]) => name)
}
