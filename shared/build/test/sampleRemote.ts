import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Stats } from 'webpack'
import { bundle } from '../src/bundle.ts'
import { createRemoteConfig } from '../src/remoteConfig.ts'
import { defineRemoteBuild, type RemoteDefinition } from '../src/remoteDefinition.ts'

const PACKAGES = ['react', 'react-dom', 'dayjs', '@yanshu/shell-api', '@yanshu/ui']

/** A remote of a few files that is built for development, which is fast. */
export function sampleRemote(sources: Readonly<Record<string, string>>) {
  // Inside the package, so that its build finds webpack's loaders as that of a remote would.
  const work = path.join(import.meta.dirname, '../dist')
  mkdirSync(work, { recursive: true })
  const directory = mkdtempSync(path.join(work, 'sample-'))
  const files = {
    'package.json': JSON.stringify({ name: 'remote-sample', version: '1.0.0', type: 'module' }),
    ...Object.fromEntries(
      PACKAGES.map((name) => [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' })]),
    ),
    ...sources,
  }
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(directory, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
  const outDir = path.join(directory, 'dist')
  return {
    directory,
    /** Builds it. @throws what is wrong with the definition or with the sources */
    async build(definition: Partial<RemoteDefinition>): Promise<Stats> {
      const remote = defineRemoteBuild({ name: 'remote-sample', directory, port: 4191, ...definition })
      const options = { mode: 'development', mfName: 'remote_sample', version: '1.0.0', outDir } as const
      return bundle(createRemoteConfig(remote, options))
    },
    /** The text of a chunk of the last build. */
    chunk: (name: string): string => readFileSync(path.join(outDir, `${name}.js`), 'utf8'),
    remove: () => rmSync(directory, { recursive: true }),
  }
}
