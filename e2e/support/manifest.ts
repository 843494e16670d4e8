import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from '@yanshu/discovery'
import { CLIENT, type OwnServer } from './startServer.ts'

const BUILT = path.join(CLIENT, 'mf/manifest.json')
const folderOf = (server: OwnServer) => path.join(server.dataFolder, 'mf')

/** The manifest that the build wrote. */
export const builtManifest = (): Manifest => JSON.parse(readFileSync(BUILT, 'utf8'))

/** What an operator does: writes a manifest into the data folder, which the server then serves instead of the built one. */
export function publish(server: OwnServer, manifest: Manifest): void {
  const folder = folderOf(server)
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'manifest.json')
  writeFileSync(`${file}.new`, JSON.stringify(manifest))
  renameSync(`${file}.new`, file)
}

/** Goes back to the manifest of the build. */
export const unpublish = (server: OwnServer): void => rmSync(folderOf(server), { recursive: true, force: true })
