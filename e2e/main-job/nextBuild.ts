import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildRemote, candidateOf, type RemoteBuildRecord, type RemoteDefinition } from '@yanshu/build'
import type { Candidate } from '@yanshu/discovery'
import { oncePerRun } from '../support/oncePerRun.ts'

const WORKSPACE = path.resolve(import.meta.dirname, '../..')
/** Where builds of the specs are kept from run to run: its id covers all that a build is made from. */
const KEPT = path.join(WORKSPACE, 'dist/main-job')

/** The version of what {@link buildNext} builds. */
export const NEXT = '9.9.9'

/** The remotes that have a next version. */
export const NEXT_REMOTES = ['remote-mail', 'remote-compose', 'remote-settings'] as const
type NextRemote = (typeof NEXT_REMOTES)[number]

/** A word of the Chinese messages of each, behind which its next version shows its number. */
const WORDS: Readonly<Record<NextRemote, string>> = {
  'remote-mail': '搜索邮件（按 / 开始）',
  'remote-compose': '主题',
  'remote-settings': '常规设置',
}

/** Builds a remote as its team would build its next version: another number, and a word that shows it. */
async function buildAnew(name: NextRemote, sources: string): Promise<RemoteBuildRecord> {
  const from = path.join(WORKSPACE, name)
  const directory = path.join(sources, name)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  cpSync(path.join(from, 'src'), path.join(directory, 'src'), { recursive: true })
  symlinkSync(path.join(from, 'node_modules'), path.join(directory, 'node_modules'))
  const described = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8'))
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ ...described, version: NEXT }))
  const word = WORDS[name]
  for (const file of globSync('src/messages/*.ts', { cwd: directory })) {
    const messages = path.join(directory, file)
    writeFileSync(messages, readFileSync(messages, 'utf8').replace(`'${word}'`, `'${word}${NEXT}'`))
  }
  const { default: definition }: { default: RemoteDefinition } = await import(path.join(from, 'webpack.config.ts'))
  return buildKept({ ...definition, directory })
}

/** Builds a remote, unless an earlier run has built the same. */
export const buildKept = async (remote: RemoteDefinition): Promise<RemoteBuildRecord> =>
  (await buildRemote(remote, KEPT)).record

/**
 * What {@link buildKept} built, asked for once in a run, as the default candidate of its remote.
 * @param client the folder that the server serves, which gets the build
 * @param build given the folder of its own for the sources of the build, which is the same in every run
 */
export async function builtOncePerRun(
  client: string,
  what: string,
  build: (sources: string) => Promise<RemoteBuildRecord>,
): Promise<Candidate> {
  const record = await oncePerRun(what, () => build(path.join(KEPT, 'sources', what)))
  for (const part of ['r', 'maps/r']) {
    const one = path.join(part, record.name, `${record.version}-${record.id}`)
    cpSync(path.join(KEPT, one), path.join(client, one), { recursive: true })
  }
  return candidateOf(record, { traffic: 100, default: true })
}

/**
 * The next version of a remote, built once in a run, whichever spec asks first: it costs as much processor time as ten pages.
 * @param client the folder that the server serves, which gets the build
 */
export const buildNext = (client: string, name: NextRemote): Promise<Candidate> =>
  builtOncePerRun(client, `next-${name}`, (sources) => buildAnew(name, sources))

/** The same candidate behind another one: it is taken when that one fails. */
export const waiting = (candidate: Candidate): Candidate => ({
  ...candidate,
  deployment: { traffic: 0, default: false },
})
