import type { RouteClaim } from '@yanshu/discovery'

/** What a remote says about itself; all else is the preset's. */
export interface RemoteDefinition {
  /** The name of the package and of its folder: `remote-mail`. */
  readonly name: string
  /** The package's folder: `import.meta.dirname`. */
  readonly directory: string
  /** Where its development server listens. */
  readonly port: number
  readonly routes: readonly RouteClaim[]
}

/**
 * Declares a remote in its `webpack.config.ts`.
 * @throws when the name or a prefix is not well formed
 */
export function defineRemoteBuild(definition: RemoteDefinition): RemoteDefinition {
  if (!/^remote-[a-z]+$/.test(definition.name))
    throw new Error(`"${definition.name}" is no name for a remote: write remote-name`)
  for (const { prefix } of definition.routes) {
    if (!/^[\w-]+(\/[\w-]+)*$/.test(prefix)) throw new Error(`${definition.name}: "${prefix}" is no route prefix`)
  }
  return definition
}

/**
 * The name of one build on the page. It carries version and build id because the runtime and webpack keep
 * state by name: two builds under one name would silently run the first one's code.
 */
export function federationName(remote: string, version: string, buildId: string): string {
  return `${remote}__${version}_${buildId}`.replace(/\W/g, '_')
}
