import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Contributes, validateContributes } from '@yanshu/discovery'
import { type ChunkGroups, checkChunks } from './chunkGroupsPlugin.ts'
import { checkParts, type MessageParts } from './messageParts.ts'

/** What a remote declares about itself; everything else comes from the preset. */
export interface RemoteDefinition {
  /** The name of the package and of its folder: `remote-mail`. */
  readonly name: string
  /** The package's folder: `import.meta.dirname`. */
  readonly directory: string
  /** Where its development server listens. */
  readonly port: number
  /** What `import()` loads together: files and folders below `src`, by the name of their chunk. */
  readonly chunks?: ChunkGroups
  /**
   * Which messages come together, where not all come with the first view: `import('./messages/zh.ts?part=search')` gives
   * those of `search`.
   */
  readonly messages?: MessageParts
}

/**
 * Declares a remote in its `webpack.config.ts`.
 * @throws when the name, the chunks or the parts of the messages are not well formed
 */
export function defineRemoteBuild(definition: RemoteDefinition): RemoteDefinition {
  if (!/^remote-[a-z]+$/.test(definition.name))
    throw new Error(`"${definition.name}" is no name for a remote: write remote-name`)
  checkChunks(definition.name, definition.chunks)
  checkParts(definition.name, definition.messages)
  return definition
}

/** Where a remote declares what it adds to the screens of others. */
export const CONTRIBUTES_FILE = 'src/contributes.ts'

/**
 * Reads a remote's `src/contributes.ts`: a value without code, for it travels in the manifest.
 * @throws when there is none, when it is more than data, or when it is not well formed
 */
export async function readContributes({ name, directory }: RemoteDefinition): Promise<Contributes> {
  const file = path.join(directory, CONTRIBUTES_FILE)
  if (!existsSync(file)) throw new Error(`${name}: ${CONTRIBUTES_FILE} is missing. It says what the remote adds.`)
  // Node caches modules by address: the query makes it read a changed file again.
  const { default: said }: { default?: unknown } = await import(
    `${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}`
  )
  try {
    const data: unknown = structuredClone(said)
    return validateContributes(data)
  } catch (error) {
    throw new Error(
      `${name}: ${CONTRIBUTES_FILE} is not fit for the manifest. ${error instanceof Error ? error.message : error}`,
    )
  }
}

/**
 * The name of one build on the page. It carries version and build id because the runtime and webpack keep
 * state by name: two builds under one name would silently run the first one's code.
 */
export function federationName(remote: string, version: string, buildId: string): string {
  return `${remote}__${version}_${buildId}`.replace(/\W/g, '_')
}
