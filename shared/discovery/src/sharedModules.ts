/** How a module that the host shares with remotes is matched when a remote asks for it. */
export interface SharedModule {
  /** The package that carries the version, as `package.json` names it. */
  readonly package: string
  /** True where a version outside the wanted range must fail instead of warn: our own interfaces change by their major. */
  readonly strict: boolean
  /**
   * True for a group that was added after hosts of this version of the package were released. The version does not show
   * whether a host has it, so a remote that imports it requires it by name, and a host lists the groups it has.
   */
  readonly later?: boolean
  /** True where only development builds ask for it. */
  readonly development?: boolean
}

/**
 * Every module that the host promises to remotes, and nothing else.
 * Host, build preset and artefact checks all read this list, so a promise cannot drift from what is built.
 * It stays short because a shared module is never tree-shaken.
 */
export const SHARED_MODULES = {
  react: { package: 'react', strict: false },
  'react/jsx-runtime': { package: 'react', strict: false },
  'react/jsx-dev-runtime': { package: 'react', strict: false, development: true },
  'react-dom': { package: 'react-dom', strict: false },
  'react-dom/client': { package: 'react-dom', strict: false },
  dayjs: { package: 'dayjs', strict: false },
  '@yanshu/shell-api': { package: '@yanshu/shell-api', strict: true },
  '@yanshu/shell-api/own-settings': { package: '@yanshu/shell-api', strict: true, later: true },
  '@yanshu/shell-api/query': { package: '@yanshu/shell-api', strict: true },
  '@yanshu/ui': { package: '@yanshu/ui', strict: true },
  '@yanshu/ui/crop': { package: '@yanshu/ui', strict: true, later: true },
  '@yanshu/ui/dates': { package: '@yanshu/ui', strict: true, later: true },
  '@yanshu/ui/editor': { package: '@yanshu/ui', strict: true },
  '@yanshu/ui/folders': { package: '@yanshu/ui', strict: true, later: true },
  '@yanshu/ui/form': { package: '@yanshu/ui', strict: true },
  '@yanshu/ui/letter': { package: '@yanshu/ui', strict: true },
  '@yanshu/ui/people': { package: '@yanshu/ui', strict: true },
  '@yanshu/ui/steps': { package: '@yanshu/ui', strict: true, later: true },
  '@yanshu/ui/upload': { package: '@yanshu/ui', strict: true },
} as const satisfies Record<string, SharedModule>

/** The import specifier of a module that the host shares. */
export type SharedModuleName = keyof typeof SHARED_MODULES

/** A package whose version a remote may require of the host. */
export type SharedPackage = (typeof SHARED_MODULES)[SharedModuleName]['package']

/** The packages behind {@link SHARED_MODULES}, each once. */
export const SHARED_PACKAGES: readonly SharedPackage[] = [
  ...new Set(Object.values(SHARED_MODULES).map((shared) => shared.package)),
]

/**
 * The federation runtime that remotes expect the host to provide on the global object.
 * It stands among a remote's requirements, because a remote carries no copy of its own.
 */
export const FEDERATION_RUNTIME = '@module-federation/runtime'

/** The one module that every remote exposes. */
export const REMOTE_EXPOSE = './remote'

/** The range a remote asks for: the same major, or for 0.x the same minor. */
export function compatibleRange(version: string): string {
  const [major = '0', minor = '0'] = version.split('.')
  return major === '0' ? `^0.${minor}.0` : `^${major}.0.0`
}
