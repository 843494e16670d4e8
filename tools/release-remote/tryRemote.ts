import { chromium } from 'playwright-core'
import { candidateOf, type RemoteBuildRecord } from '../../shared/build/src/index.ts'
import { type Manifest, satisfies } from '../../shared/discovery/src/index.ts'
import { contractProblems } from './contractTest.ts'
import { drawingProblems } from './drawParts.ts'
import { startStubHost } from './stubHost.ts'

/** A built host that a remote is tried on, and what it is called. */
export interface TriedOn {
  readonly what: string
  readonly version: string
  readonly folder: string
}

/** What of a remote's requirements a host lacks, such as `@yanshu/ui ^0.1.7`. */
export const lackOf = (
  { requires }: RemoteBuildRecord,
  provided: Readonly<Record<string, string>>,
): readonly string[] =>
  Object.entries(requires)
    .filter(([name, range]) => !satisfies(provided[name] ?? '', range))
    .map(([name, range]) => `${name} ${range}`)

function manifestOf(minHost: string, microFrontends: Manifest['discovery']['microFrontends']): Manifest {
  return {
    ...{ revision: 1, previous: null, updatedAt: new Date().toISOString(), updatedBy: 'release', reason: 'release' },
    ...{ ttlSeconds: 600, minHost },
    discovery: { schema: '/mf/manifest.schema.json', microFrontends },
  }
}

/**
 * Tries a built remote on a built host in Chromium, in front of a server that it does without: whether the module offers
 * what it declares, and whether each of its parts can be drawn.
 * @param client the folder that holds `r/` with the build
 * @throws with everything that is wrong
 */
export async function tryInBrowser(
  record: RemoteBuildRecord,
  client: string,
  host: TriedOn,
  executablePath: string,
): Promise<void> {
  const candidate = candidateOf(record, { traffic: 100, default: true })
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const problems: string[] = []
  try {
    const manifest = manifestOf(host.version, { [record.name]: [candidate] })
    const stub = await startStubHost({ host: host.folder, client, manifest })
    problems.push(...(await contractProblems(await browser.newPage(), stub.url, record.name, candidate)))
    stub.stop()
    for (const answers of ['empty', 'filled'] as const) {
      // The host alone: what it draws of the remote by itself would count twice.
      const alone = await startStubHost({ host: host.folder, client, manifest: manifestOf(host.version, {}), answers })
      const context = await browser.newContext()
      problems.push(...(await drawingProblems(await context.newPage(), alone.url, candidate, answers)))
      await context.close()
      alone.stop()
    }
  } finally {
    await browser.close()
  }
  if (problems.length > 0) {
    throw new Error(`${record.name} ${record.version} is not fit for ${host.what}:\n  ${problems.join('\n  ')}`)
  }
}
