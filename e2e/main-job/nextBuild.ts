import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildRemote, candidateOf, defineRemoteBuild } from '@yanshu/build'
import type { Candidate } from '@yanshu/discovery'

const WORKSPACE = path.resolve(import.meta.dirname, '../..')

/** The version of what {@link buildNext} builds. */
export const NEXT = '9.9.9'

/**
 * Builds a remote as its team would build its next version: another number and, where asked for, other sources.
 * @param client the folder that the server serves
 * @param edit changes the copied sources, whose folder it is given
 */
export async function buildNext(
  client: string,
  name: string,
  edit: (sources: string) => void = () => undefined,
): Promise<Candidate> {
  const from = path.join(WORKSPACE, name)
  const directory = path.join(WORKSPACE, 'dist/main-job', path.basename(path.dirname(client)), name)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  cpSync(path.join(from, 'src'), path.join(directory, 'src'), { recursive: true })
  symlinkSync(path.join(from, 'node_modules'), path.join(directory, 'node_modules'))
  const described = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8'))
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ ...described, version: NEXT }))
  edit(path.join(directory, 'src'))
  const { record } = await buildRemote(defineRemoteBuild({ name, directory, port: 4303 }), client)
  return candidateOf(record, { traffic: 100, default: true })
}

/** The same candidate behind another one: it is taken when that one fails. */
export const waiting = (candidate: Candidate): Candidate => ({
  ...candidate,
  deployment: { traffic: 0, default: false },
})
