/**
 * `npm run release-remote -- remote-settings -m "why"`: a team's release of one remote. Builds it alone, tries it in
 * Chromium on the released host, and publishes it with the operators' tool, which checks the build and lists it for
 * nobody. Whatever follows the remote is for `remotes publish`; with `--dry-run` nothing is written.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import {
  buildRemote,
  candidateOf,
  DIST,
  type RemoteBuild,
  type RemoteDefinition,
} from '../../shared/build/src/index.ts'
import type { Manifest } from '../../shared/discovery/src/index.ts'
import { findTestBrowser } from '../chromium.ts'
import { readRelease, replaceHost } from '../release/releasedClient.ts'
import { ROOT } from '../steps.ts'
import { contractProblems } from './contractTest.ts'
import { startStubHost } from './stubHost.ts'

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  console.log(`  ${title}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  return result
}

async function buildAlone(name: string): Promise<RemoteBuild> {
  const file = path.join(ROOT, name, 'webpack.config.ts')
  if (!/^remote-[a-z]+$/.test(name) || !existsSync(file)) {
    throw new Error(`There is no remote “${name}”. Write: npm run release-remote -- remote-mail -m "why"`)
  }
  const module: { default: RemoteDefinition } = await import(pathToFileURL(file).href)
  return buildRemote(module.default)
}

/** Throws with everything that is wrong with a build on the released host. */
async function tryOnStubHost({ record }: RemoteBuild): Promise<void> {
  const release = readRelease()
  const folder = mkdtempSync(path.join(tmpdir(), 'yanshu-stub-host-'))
  const candidate = candidateOf(record, { traffic: 100, default: true })
  const manifest: Manifest = {
    ...{ revision: 1, previous: null, updatedAt: new Date().toISOString(), updatedBy: 'release', reason: 'release' },
    ...{ ttlSeconds: 600, minHost: release.host.version },
    discovery: { schema: '/mf/manifest.schema.json', microFrontends: { [record.name]: [candidate] } },
  }
  replaceHost(release, folder)
  const stub = await startStubHost({ host: path.join(folder, 'host'), client: DIST, manifest })
  const executablePath = findTestBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const problems = await contractProblems(await browser.newPage(), stub.url, record.name, candidate)
    if (problems.length > 0) {
      throw new Error(`${record.name} ${record.version} does not keep its contract:\n  ${problems.join('\n  ')}`)
    }
  } finally {
    await browser.close()
    stub.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  const [name = '', ...options] = process.argv.slice(2)
  const built = await step(`${name} is built alone`, () => buildAlone(name))
  await step('it keeps its contract on the released host, in Chromium', () => tryOnStubHost(built))
  const { status } = await step('it is published', async () =>
    spawnSync(process.execPath, [path.join(ROOT, 'deploy/src/main.ts'), 'publish', built.folder, ...options], {
      stdio: 'inherit',
    }),
  )
  process.exitCode = status ?? 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
