/**
 * Builds the host and every remote, each only if its sources changed, and composes the manifest that offers them.
 * Run it with `node tools/build.ts`; `--sizes` prints every measured size, the name of a remote builds that one alone.
 */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HostBuild, HostDefinition, RemoteBuild, RemoteDefinition } from '../shared/build/src/index.ts'

const WORKSPACE = path.resolve(import.meta.dirname, '..')

async function definition<T>(name: string): Promise<T> {
  const module: { default: T } = await import(pathToFileURL(path.join(WORKSPACE, name, 'webpack.config.ts')).href)
  return module.default
}

/** The packages named `remote-*` that say how they are built. */
function remoteNames(): string[] {
  return readdirSync(WORKSPACE)
    .filter((name) => /^remote-[a-z]+$/.test(name) && existsSync(path.join(WORKSPACE, name, 'src/remote.ts')))
    .sort()
}

async function step<T extends { built: boolean }>(name: string, run: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`  ${name.padEnd(20)} ${result.built ? `built in ${seconds} s` : 'unchanged'}`)
  return result
}

/** The client as it stands after a build. */
export interface BuiltClient {
  readonly host: HostBuild
  readonly remotes: readonly RemoteBuild[]
}

/** Builds what changed. Throws when a build fails or a finished one breaks a rule. */
export async function build({ sizes = false }: { sizes?: boolean } = {}): Promise<BuiltClient> {
  const preset = await import('../shared/build/src/index.ts')
  console.log('Building the client')
  const hostDefinition = await definition<HostDefinition>('host')
  const host = await step('host', () => preset.buildHost(hostDefinition))
  const remotes = []
  for (const name of remoteNames()) {
    const remote = await definition<RemoteDefinition>(name)
    remotes.push(await step(name, () => preset.buildRemote(remote)))
  }
  const records = remotes.map(({ record }) => record)
  const { manifest, changed } = preset.composeManifest(records, host.record.version)
  if (changed) console.log(`  ${'manifest'.padEnd(20)} revision ${manifest.revision}`)

  if (!sizes && !host.built && !changed && remotes.every(({ built }) => !built)) return { host, remotes }
  const provided = preset.providedVersions(hostDefinition.directory)
  const { measures, problems } = await preset.checkArtefacts(host, remotes, provided, preset.readBudgets(), manifest)
  if (sizes) {
    for (const { what, bytes, budget } of measures) {
      console.log(`  ${what.padEnd(36)} ${String(bytes).padStart(8)} of ${budget} bytes (gzip)`)
    }
  }
  if (problems.length > 0) throw new Error(`The builds are not fit to be served:\n  ${problems.join('\n  ')}`)
  return { host, remotes }
}

/** Builds one remote if it changed; the manifest offers it beside what was built of the others. */
async function buildOne(name: string): Promise<void> {
  if (!remoteNames().includes(name)) {
    throw new Error(`There is no remote “${name}”. There are: ${remoteNames().join(', ')}.`)
  }
  const preset = await import('../shared/build/src/index.ts')
  const built = await step(name, async () => preset.buildRemote(await definition<RemoteDefinition>(name)))
  const others = preset.builtRecords().filter((record) => record.name !== name)
  const records = [...others, built.record].sort((a, b) => (a.name < b.name ? -1 : 1))
  const host = await definition<HostDefinition>('host')
  const { manifest, changed } = preset.composeManifest(records, preset.readPackage(host.directory).version)
  if (changed) console.log(`  ${'manifest'.padEnd(20)} revision ${manifest.revision}`)
}

if (import.meta.main) {
  try {
    const only = process.argv.slice(2).find((argument) => !argument.startsWith('-'))
    if (only === undefined) await build({ sizes: process.argv.includes('--sizes') })
    else await buildOne(only)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
