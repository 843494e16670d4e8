/**
 * Prints what the scripts of a build consist of: `npm run bytes` for the host, `npm run bytes -- remote-mail` for a remote.
 * `--chunk main` shows one script alone, `--all` every module instead of the largest. Bytes after gzip are estimated: a
 * module is given the share of its script that it has before.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { attribute } from './attribute.ts'

const WORKSPACE = path.resolve(import.meta.dirname, '../..')
/** Modules that are shown of each script. */
const LARGEST = 25

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { chunk: { type: 'string' }, all: { type: 'boolean', default: false } },
})
const [name = 'host'] = positionals

/** A file of ours by its path; of a package its name alone, unless every module is asked for. */
function labelOf(source: string): string {
  const file = source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^(\.\.?\/)+/, '')
  const [, inside] = file.match(/.*node_modules\/(.*)/) ?? []
  if (!inside) return file
  return values.all ? inside : (inside.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? inside)
}

async function buildInto(outDir: string): Promise<void> {
  const { default: definition } = await import(pathToFileURL(path.join(WORKSPACE, name, 'webpack.config.ts')).href)
  const { bundle } = await import('../../shared/build/src/bundle.ts')
  if (name === 'host') {
    const { createHostConfig } = await import('../../shared/build/src/hostConfig.ts')
    await bundle(createHostConfig(definition, { mode: 'production', outDir, buildId: 'bytes' }))
  } else {
    const { createRemoteConfig } = await import('../../shared/build/src/remoteConfig.ts')
    const mfName = name.replaceAll('-', '_')
    await bundle(createRemoteConfig(definition, { mode: 'production', mfName, version: 'bytes', outDir }))
  }
}

function show(outDir: string, file: string): void {
  const script = readFileSync(path.join(outDir, file), 'utf8')
  const map = JSON.parse(readFileSync(path.join(outDir, `${file}.map`), 'utf8'))
  const packed = gzipSync(script, { level: 9 }).length
  const modules = new Map<string, number>()
  for (const [source, length] of attribute(script, map)) {
    const label = labelOf(source)
    modules.set(label, (modules.get(label) ?? 0) + length)
  }
  const sorted = [...modules].sort((a, b) => b[1] - a[1])
  console.log(`\n${file}: ${packed} bytes (gzip), ${script.length} before, ${modules.size} modules and packages`)
  for (const [label, length] of values.all ? sorted : sorted.slice(0, LARGEST)) {
    console.log(`  ${String(Math.round((packed * length) / script.length)).padStart(7)}  ${label}`)
  }
}

const outDir = mkdtempSync(path.join(tmpdir(), 'yanshu-bytes-'))
try {
  await buildInto(outDir)
  const files = globSync('**/*.js', { cwd: outDir }).sort()
  const wanted = files.filter((file) => !values.chunk || path.basename(file).split('.')[0] === values.chunk)
  for (const file of wanted) show(outDir, file)
} finally {
  rmSync(outDir, { recursive: true })
}
