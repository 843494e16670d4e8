import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { buildRemote, candidateOf, defineRemoteBuild, type RemoteDefinition } from '@yanshu/build'
import type { Candidate, Manifest } from '@yanshu/discovery'
import { createRemote } from '../../tools/create-remote/createRemote.ts'
import { buildKept, builtOncePerRun } from './nextBuild.ts'

const WORKSPACE = path.resolve(import.meta.dirname, '../..')
const PARTS = path.join(import.meta.dirname, 'fixtures/try')
const NAME = 'remote-try'

/** What the command makes offers its page, its card and its command by these names. */
const MADE = ['try', 'mail.card']

/** Makes remote-try with the command, outside the workspace's own folders. */
async function make(into: string, edit: (directory: string) => void = () => undefined): Promise<RemoteDefinition> {
  rmSync(into, { recursive: true, force: true })
  const directory = await createRemote({ name: 'try', zh: '试用', en: 'Trial' }, into)
  symlinkSync(path.join(WORKSPACE, 'host/node_modules'), path.join(directory, 'node_modules'))
  edit(directory)
  return defineRemoteBuild({ name: NAME, directory, port: 4399 })
}

/** Changes texts of a file that must be there. */
export function replaceIn(file: string, ...changes: readonly (readonly [from: string, to: string])[]): void {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of changes) {
    expect(text).toContain(from)
    text = text.replace(from, to)
  }
  writeFileSync(file, text)
}

/** Writes all of {@link PARTS} into a made remote, as a team would write them. */
function addParts(directory: string): void {
  const source = path.join(directory, 'src')
  cpSync(PARTS, path.join(source, 'parts'), { recursive: true })
  replaceIn(
    path.join(source, 'contributes.ts'),
    ['import { OWN_SETTINGS', "import * as parts from './parts/contributes.ts'\nimport { OWN_SETTINGS"],
    ["routes: [{ prefix: 'try',", "routes: [...parts.routes, { area: 'trial', prefix: 'try',"],
    ['nav: [', 'areas: parts.areas,\n  shortcuts: parts.shortcuts,\n  nav: ['],
    ['slots: [', 'slots: [...parts.slots, '],
    ['commands: [', 'commands: [...parts.commands, '],
  )
  replaceIn(
    path.join(source, 'remote.ts'),
    ['export default', "import * as parts from './parts/parts.ts'\n\nexport default"],
    ['routes: [', 'areas: parts.areas,\n  routes: [...parts.routes, '],
    ['slots: {', 'slots: { ...parts.slots,'],
    ['commands: {', 'commands: { ...parts.commands,'],
  )
  replaceIn(path.join(source, 'card/Card.tsx'), [
    '  const say = useWords()',
    "  if (mail.mailId > 0 && 'cardThrows' in window) throw new Error('thrown by a card')\n  const say = useWords()",
  ])
}

/** remote-try as the command makes it. */
export const plainRemoteTry = (client: string): Promise<Candidate> =>
  builtOncePerRun(client, 'try-made', async (sources) => buildKept(await make(sources)))

/** remote-try with changes of one spec alone, built for a server. */
export async function makeRemoteTry(client: string, edit: (directory: string) => void): Promise<Candidate> {
  const into = path.join(WORKSPACE, 'dist/new-remote', path.basename(path.dirname(client)))
  const { record } = await buildRemote(await make(into, edit), client)
  return candidateOf(record, { traffic: 100, default: true })
}

type Contributes = Candidate['extras']['contributes']

/** A slot, the prefix of a route, keys, a command or an area. */
const nameOf = (entry: object): string => {
  const { slot, prefix, keys, id, area }: Readonly<Record<string, string>> = { ...entry }
  return slot ?? prefix ?? keys ?? id ?? area ?? ''
}

/**
 * remote-try with the parts of `fixtures/try`, of which its manifest offers these beside what the command makes. One build
 * has all of them, for all specs of a run: a host loads no part that is not offered.
 * @param client the folder that the server serves, which gets the build
 * @param parts slots, prefixes of routes, keys, commands and areas, by their names
 */
export async function remoteTryWith(client: string, parts: readonly string[]): Promise<Candidate> {
  const candidate = await builtOncePerRun(client, 'try-with-parts', async (sources) =>
    buildKept(await make(sources, addParts)),
  )
  const { contributes } = candidate.extras
  const names = Object.values(contributes).flatMap((entries) => (Array.isArray(entries) ? entries.map(nameOf) : []))
  expect(names).toEqual(expect.arrayContaining([...parts]))
  const isOffered = (entry: object) => [...MADE, ...parts].includes(nameOf(entry))
  const offered: Contributes = {
    ...contributes,
    areas: contributes.areas?.filter(isOffered) ?? [],
    shortcuts: contributes.shortcuts?.filter(isOffered) ?? [],
    routes: contributes.routes.filter(isOffered),
    slots: contributes.slots?.filter(isOffered) ?? [],
    commands: contributes.commands?.filter(isOffered) ?? [],
  }
  return { ...candidate, extras: { ...candidate.extras, contributes: offered } }
}

/** A manifest that offers remote-try as well. */
export const withRemoteTry = (manifest: Manifest, candidate: Candidate): Manifest => ({
  ...manifest,
  revision: manifest.revision + 1,
  discovery: {
    ...manifest.discovery,
    microFrontends: { ...manifest.discovery.microFrontends, [NAME]: [candidate] },
  },
})
