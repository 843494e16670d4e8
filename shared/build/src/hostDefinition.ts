import { FEDERATION_RUNTIME, SHARED_PACKAGES } from '@yanshu/discovery'
import { checkParts, type MessageParts } from './messageParts.ts'
import { laterGroups } from './sharedGroups.ts'
import { installedVersion } from './workspace.ts'

/** What the host is built from. */
export interface HostDefinition {
  /** The package's folder: `import.meta.dirname`. */
  readonly directory: string
  /** The page, relative to the folder. It holds no script of its own: the content security policy allows none. */
  readonly template: string
  /** The first module, relative to the folder. */
  readonly entry: string
  /** The service worker's module, relative to the folder; built as `/service-worker.js`, which must be revalidated. */
  readonly serviceWorker?: string
  /** Files that are served as they stand, with the path they are asked for. */
  readonly files?: readonly { readonly path: string; readonly body: string | Uint8Array }[]
  /** Which messages come together, as for a remote: see `RemoteDefinition`. */
  readonly messages?: MessageParts
}

/**
 * Declares the host in its `webpack.config.ts`.
 * @throws when the parts of the messages are not well formed
 */
export function defineHostBuild(definition: HostDefinition): HostDefinition {
  checkParts('host', definition.messages)
  return definition
}

/**
 * The versions that the host offers to remotes, by package and by group of a package; the manifest's `requires` is
 * compared with them. A group that a host does not name, it does not have.
 */
export function providedVersions(directory: string): Record<string, string> {
  const packages: string[] = [...SHARED_PACKAGES, FEDERATION_RUNTIME]
  const versions = Object.fromEntries(packages.map((name) => [name, installedVersion(directory, name)]))
  return { ...versions, ...laterGroups(directory) }
}
