import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { buildRemote, candidateOf, defineRemoteBuild } from '@yanshu/build'
import type { Candidate, Manifest } from '@yanshu/discovery'
import { createRemote } from '../../tools/create-remote/createRemote.ts'

const WORKSPACE = path.resolve(import.meta.dirname, '../..')

/** Makes remote-try with the command, outside the workspace's own folders, and builds it for a server. */
export async function makeRemoteTry(
  client: string,
  edit: (folder: string) => void = () => undefined,
): Promise<Candidate> {
  const into = path.join(WORKSPACE, 'dist/new-remote', path.basename(path.dirname(client)))
  rmSync(into, { recursive: true, force: true })
  const directory = await createRemote({ name: 'try', zh: '试用', en: 'Trial' }, into)
  symlinkSync(path.join(WORKSPACE, 'host/node_modules'), path.join(directory, 'node_modules'))
  edit(directory)
  const { record } = await buildRemote(defineRemoteBuild({ name: 'remote-try', directory, port: 4399 }), client)
  return candidateOf(record, { traffic: 100, default: true })
}

/** A manifest that offers remote-try as well. */
export const withRemoteTry = (manifest: Manifest, candidate: Candidate): Manifest => ({
  ...manifest,
  revision: manifest.revision + 1,
  discovery: {
    ...manifest.discovery,
    microFrontends: { ...manifest.discovery.microFrontends, 'remote-try': [candidate] },
  },
})

/** Changes texts of a file that must be there. */
export function replaceIn(file: string, ...changes: readonly (readonly [from: string, to: string])[]): void {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of changes) {
    expect(text).toContain(from)
    text = text.replace(from, to)
  }
  writeFileSync(file, text)
}
