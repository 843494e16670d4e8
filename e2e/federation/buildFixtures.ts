import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  buildHost,
  buildRemote,
  candidateOf,
  defineHostBuild,
  defineRemoteBuild,
  type RemoteBuildRecord,
} from '@yanshu/build'
import type { Candidate, Manifest } from '@yanshu/discovery'
import { oncePerRun } from '../support/oncePerRun.ts'

const FIXTURES = path.join(import.meta.dirname, 'fixtures')
/** Where the sources of builds stand: below this package, whose modules they use. */
const WORK = path.join(import.meta.dirname, '../dist/federation')

/** Where the builds are: `host/` and `r/`. */
export const DIST = path.join(WORK, 'out')

export type Variant = 'good' | 'throws-at-evaluate' | 'throws-in-render' | 'other-contract' | 'part' | 'bare-part'

/** The builds that the specs play with. */
export interface Fixtures {
  readonly red1: RemoteBuildRecord
  readonly red2: RemoteBuildRecord
  readonly throwsAtEvaluate: RemoteBuildRecord
  readonly throwsInRender: RemoteBuildRecord
  readonly otherContract: RemoteBuildRecord
  /** Shows a further part after a click; `barePart` by React's own `lazy`. */
  readonly part: RemoteBuildRecord
  readonly barePart: RemoteBuildRecord
  readonly blue: RemoteBuildRecord
}

async function variantOf(name: string, version: string, variant: Variant): Promise<RemoteBuildRecord> {
  const directory = path.join(WORK, 'sources', `${name}-${version}`)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  cpSync(path.join(FIXTURES, 'remote/src'), path.join(directory, 'src'), { recursive: true })
  writeFileSync(
    path.join(directory, 'src/variant.ts'),
    `export const name = '${name}'\nexport const version = '${version}'\nexport const variant: string = '${variant}'\n`,
  )
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ name, version, type: 'module' }))
  const routes = [{ prefix: name.replace('remote-', ''), title: { zh: name, en: name } }]
  writeFileSync(path.join(directory, 'src/contributes.ts'), `export default ${JSON.stringify({ routes })}\n`)
  return (await buildRemote(defineRemoteBuild({ name, directory, port: 4199 }), DIST)).record
}

/** The fixture host and remotes, built by whichever worker needs them first. */
export const buildFixtures = (): Promise<Fixtures> => oncePerRun('federation', buildAnew)

/**
 * The host's sources lie outside its folder, where no build id covers them, so a host of an earlier run is never used;
 * remotes are.
 */
async function buildAnew(): Promise<Fixtures> {
  rmSync(path.join(DIST, 'host'), { recursive: true, force: true })
  await buildHost(
    defineHostBuild({ directory: path.join(FIXTURES, 'host'), template: 'index.html', entry: 'src/index.ts' }),
    DIST,
  )
  return {
    red1: await variantOf('remote-red', '1.0.0', 'good'),
    red2: await variantOf('remote-red', '2.0.0', 'good'),
    throwsAtEvaluate: await variantOf('remote-red', '3.0.0', 'throws-at-evaluate'),
    throwsInRender: await variantOf('remote-red', '4.0.0', 'throws-in-render'),
    otherContract: await variantOf('remote-red', '5.0.0', 'other-contract'),
    part: await variantOf('remote-red', '6.0.0', 'part'),
    barePart: await variantOf('remote-red', '7.0.0', 'bare-part'),
    blue: await variantOf('remote-blue', '1.0.0', 'good'),
  }
}

/** A manifest whose first build of a remote is its default and whose others wait behind it. */
export function manifestOf(
  revision: number,
  remotes: Readonly<Record<string, readonly RemoteBuildRecord[]>>,
): Manifest {
  const microFrontends: Record<string, Candidate[]> = {}
  for (const [name, records] of Object.entries(remotes)) {
    microFrontends[name] = records.map((record, index) =>
      candidateOf(record, { traffic: index === 0 ? 100 : 0, default: index === 0 }),
    )
  }
  return {
    revision,
    previous: revision > 1 ? revision - 1 : null,
    updatedAt: '2026-01-01T00:00:00Z',
    updatedBy: 'test',
    reason: 'test',
    ttlSeconds: 60,
    minHost: '0.1.0',
    discovery: { schema: '/mf/manifest.schema.json', microFrontends },
  }
}
