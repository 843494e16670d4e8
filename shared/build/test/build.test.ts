import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { resolve } from '@yanshu/discovery'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildId,
  buildRemote,
  candidateOf,
  checkArtefacts,
  composeManifest,
  defineRemoteBuild,
  integrityOf,
  providedVersions,
  type RemoteBuild,
  readBudgets,
  readContributes,
} from '../src/index.ts'

// Inside the package, so that the sample finds React as a remote would.
const work = path.join(import.meta.dirname, '../dist')
let folder = ''
let out = ''

function write(file: string, content: string): void {
  const target = path.join(folder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, content)
}

const sample = () =>
  defineRemoteBuild({
    name: 'remote-sample',
    directory: folder,
    port: 4190,
  })

beforeAll(() => {
  mkdirSync(work, { recursive: true })
  folder = mkdtempSync(path.join(work, 'sample-'))
  out = path.join(folder, 'dist')
  write('package.json', JSON.stringify({ name: 'remote-sample', version: '1.2.3', type: 'module' }))
  for (const [name, version] of [
    ['react', '19.3.1'],
    ['react-dom', '19.3.1'],
    ['dayjs', '1.11.23'],
    ['@yanshu/shell-api', '0.1.0'],
    ['@yanshu/ui', '0.1.0'],
  ]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version }))
    write(`node_modules/${name}/index.js`, 'export default 1')
  }
  write(
    'src/contributes.ts',
    "export default { routes: [{ prefix: 'sample', title: { zh: '样例', en: 'Sample' } }], slots: [] }\n",
  )
  write(
    'src/remote.ts',
    `import { useState } from 'react'
    export default { useState, view: () => import('./View.tsx'), days: () => import('dayjs') }
    `,
  )
  write(
    'src/View.tsx',
    "import { besideOf, savesData } from '@yanshu/shell-api'\nimport { Steps } from '@yanshu/ui/steps'\nimport styles from './View.module.css'\nexport default () => <p className={styles.text}>{String([Steps, besideOf([]), savesData?.()])}</p>\n",
  )
  write('src/View.module.css', '.text { color: red }\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('buildRemote', () => {
  let first: RemoteBuild

  beforeAll(async () => {
    first = await buildRemote(sample(), out)
  }, 60_000)

  test('given sources, then the record lists every file as it was written', () => {
    const { record } = first
    expect(first.built).toBe(true)
    expect(path.basename(first.folder)).toBe(`1.2.3-${record.id}`)
    expect(record.mfName).toBe(`remote_sample__1_2_3_${record.id}`)
    expect(record.requires).toMatchObject({ react: '^19.0.0', '@yanshu/ui': '^0.1.0' })
    for (const [name, file] of Object.entries(record.files)) {
      const content = readFileSync(path.join(first.folder, name))
      expect(file).toMatchObject({ integrity: integrityOf(content), size: content.length })
    }
    const entry = path.join(first.folder, record.entry)
    expect(gunzipSync(readFileSync(`${entry}.gz`))).toEqual(readFileSync(entry))
    expect(existsSync(`${entry}.br`)).toBe(true)
  })

  test('given names that were added later, then the newest that is used without a question is required', () => {
    // besideOf came with 0.3.2, savesData with 0.3.12.
    expect(first.record.requires).toMatchObject({ '@yanshu/shell-api': '^0.3.2', '@yanshu/ui': '^0.1.0' })
  })

  test.each([
    [
      "import { useOwnSettings } from '@yanshu/shell-api/own-settings'\nuseOwnSettings('remote-mail', {})",
      'another name',
    ],
    ['const mine = `remote-sample`\nuseOwnSettings(mine, {})', 'another name'],
    ["http.get('mail/remote/settings/get', { remote: 'remote-sample' })", 'own-settings does that'],
  ])('given a source that reaches for the settings of another remote, then it is not built', async (text, reason) => {
    write('src/reaches.ts', text)
    await expect(buildRemote(sample(), path.join(out, 'reaches'))).rejects.toThrow(reason)
    rmSync(path.join(folder, 'src/reaches.ts'))
  })

  test('given a group that was added later, then a remote that imports it asks for it, and a host without it is refused', async () => {
    const { requires } = first.record
    expect(requires).toMatchObject({ '@yanshu/ui/steps': '^0.1.0' })
    expect(Object.keys(requires)).not.toContain('@yanshu/ui/folders')
    expect(Object.keys(providedVersions(path.resolve(import.meta.dirname, '../../../host')))).toContain(
      '@yanshu/ui/steps',
    )
    const provided = Object.fromEntries(Object.entries(requires).map(([name, range]) => [name, range.slice(1)]))
    const newest = candidateOf(first.record, { traffic: 100, default: true })
    const manifest = composeManifest([first.record], '0.1.0', path.join(out, 'later')).manifest
    const choose = (has: Readonly<Record<string, string>>) =>
      resolve(manifest, {
        hostVersion: '0.1.0',
        provided: has,
        base: 'http://localhost/',
        origins: ['http://localhost'],
      }).get('remote-sample')
    const { '@yanshu/ui/steps': _, ...older } = provided
    expect(choose(provided)).toMatchObject({ version: newest.metadata.version })
    expect(choose(older)).toMatchObject({ message: expect.stringContaining('needs @yanshu/ui/steps ^0.1.0') })
  })

  test('given the entry, then it holds the integrity of its chunks and style sheets, and no React', () => {
    const entry = readFileSync(path.join(first.folder, first.record.entry), 'utf8')
    const others = Object.entries(first.record.files).filter(([name]) => name !== first.record.entry)
    expect(others.map(([name]) => path.extname(name)).sort()).toEqual(['.css', '.js', '.js'])
    for (const [name, { integrity }] of others) expect(entry, name).toContain(integrity)
    // A part that is nothing but a shared module has no script, and so no hash either.
    expect(entry).not.toContain('CHUNK-SRI-HASH')
  })

  test('given the same sources, then nothing is built', async () => {
    expect(await buildRemote(sample(), out)).toMatchObject({ built: false, record: first.record })
  })

  test('given other sources, then another folder is built and the first stays', async () => {
    const before = readdirSync(first.folder)
    write('src/extra.ts', 'export const extra = 1\n')
    const second = await buildRemote(sample(), out)
    expect(second.built).toBe(true)
    expect(second.folder).not.toBe(first.folder)
    expect(readdirSync(first.folder)).toEqual(before)
    rmSync(path.join(folder, 'src/extra.ts'))
    expect(buildId(folder, true, 'production')).toBe(first.record.id)
  }, 60_000)

  test('given a test beside the code, then the build keeps its id', () => {
    write('src/remote.test.ts', 'export {}\n')
    expect(buildId(folder, true, 'production')).toBe(first.record.id)
  })

  test('given what a remote adds, then the manifest says it as its sources do', () => {
    expect(first.record.contributes).toEqual({
      routes: [{ prefix: 'sample', title: { zh: '样例', en: 'Sample' } }],
      slots: [],
    })
  })

  test.each([
    ['a prefix that is none', "{ routes: [{ prefix: '/x', title: { zh: '甲', en: 'x' } }] }", 'must be a path'],
    ['a word that nobody knows', '{ routes: [], navigation: [] }', 'contributes.navigation: is not known here'],
    ['code', '{ routes: [], nav: [() => 1] }', 'could not be cloned'],
  ])('given %s in what it adds, then the build is refused and says where', async (what, said, expected) => {
    const directory = path.join(folder, `bad ${what}`)
    mkdirSync(path.join(directory, 'src'), { recursive: true })
    writeFileSync(path.join(directory, 'src/contributes.ts'), `export default ${said}\n`)
    await expect(readContributes({ ...sample(), directory })).rejects.toThrow(expected)
  })

  test('given nothing that says what it adds, then the build is refused', async () => {
    await expect(readContributes({ ...sample(), directory: path.join(folder, 'nowhere') })).rejects.toThrow(
      'remote-sample: src/contributes.ts is missing',
    )
  })

  test('given code that only the host may carry, then the build is refused and nothing is left', async () => {
    write('node_modules/jotai/package.json', JSON.stringify({ name: 'jotai', version: '3.0.1', main: 'index.js' }))
    write('node_modules/jotai/index.js', 'export const atom = Math.random()\n')
    write('src/leak.ts', "import { atom } from 'jotai'\nexport const leak = atom\n")
    cpSync(path.join(folder, 'src/remote.ts'), path.join(folder, 'remote.kept'))
    write('src/remote.ts', "import { leak } from './leak.ts'\nexport default { leak }\n")
    const folders = readdirSync(path.join(out, 'r/remote-sample'))
    await expect(buildRemote(sample(), out)).rejects.toThrow(/node_modules\/jotai/)
    expect(readdirSync(path.join(out, 'r/remote-sample'))).toEqual(folders)
    cpSync(path.join(folder, 'remote.kept'), path.join(folder, 'src/remote.ts'))
    rmSync(path.join(folder, 'src/leak.ts'))
  }, 60_000)

  test('given a name that a module does not export, then the build is refused and says which', async () => {
    const view = readFileSync(path.join(folder, 'src/View.tsx'), 'utf8')
    write('src/codes.ts', 'export const gone = 404\n')
    write('src/View.tsx', `import { missing } from './codes.ts'\n${view}console.log(missing)\n`)
    const folders = readdirSync(path.join(out, 'r/remote-sample'))
    try {
      await expect(buildRemote(sample(), out)).rejects.toThrow("export 'missing'")
      expect(readdirSync(path.join(out, 'r/remote-sample'))).toEqual(folders)
    } finally {
      write('src/View.tsx', view)
      rmSync(path.join(folder, 'src/codes.ts'))
    }
  }, 60_000)

  test('given builds, then the manifest offers the newest and keeps the one before behind it', () => {
    const file = () => readFileSync(path.join(out, 'mf/manifest.json'), 'utf8')
    const fresh = composeManifest([first.record], '0.1.0', out)
    expect(fresh.manifest).toMatchObject({ revision: 1, previous: null })
    const written = file()
    expect(composeManifest([first.record], '0.1.0', out).changed).toBe(false)
    expect(file()).toBe(written)

    const newer = { ...first.record, version: '1.2.4', mfName: 'remote_sample__1_2_4_x' }
    const { manifest } = composeManifest([newer], '0.1.0', out)
    expect(manifest).toMatchObject({ revision: 2, previous: 1 })
    const listed = manifest.discovery.microFrontends['remote-sample']?.map(({ metadata, deployment }) => [
      metadata.version,
      deployment.default,
    ])
    expect(listed).toEqual([
      ['1.2.4', true],
      ['1.2.3', false],
    ])
  })

  test('given a manifest of an older format, then its revision goes on', () => {
    const elsewhere = path.join(folder, 'older')
    mkdirSync(path.join(elsewhere, 'mf'), { recursive: true })
    writeFileSync(path.join(elsewhere, 'mf/manifest.json'), JSON.stringify({ revision: 41, discovery: 'otherwise' }))
    expect(composeManifest([first.record], '0.1.0', elsewhere).manifest).toMatchObject({ revision: 42, previous: 41 })
  })

  test('given finished builds, then the checks name what is wrong with them', async () => {
    const hostFolder = path.join(folder, 'host')
    const page =
      '<!doctype html><script src="/a.js"></script><script>evil()</script><script type="application/json" id="platform">{}</script>'
    write('host/index.html', page)
    write('host/a.js', 'ok')
    const files = {
      'index.html': { integrity: integrityOf(page), size: 1, gzip: 1, brotli: 1 },
      'a.js': { integrity: integrityOf('ok'), size: 999_999, gzip: 999_999, brotli: 1 },
    }
    const host = {
      folder: hostFolder,
      record: { name: 'host', version: '0.1.0', id: 'x', mode: 'production', files, previousFiles: [], provided: {} },
    }
    const provided = {
      ...Object.fromEntries(Object.entries(first.record.requires).map(([name, range]) => [name, range.slice(1)])),
      react: '18.0.0',
    }
    const style = Object.keys(first.record.files).find((name) => name.endsWith('.css')) ?? ''
    writeFileSync(
      path.join(first.folder, style),
      'body { margin: 0 } .other_x { color: red } .sample_x p { color: red }',
    )
    const { problems } = await checkArtefacts(host, [first], provided, readBudgets())
    expect(problems).toEqual([
      'host: no integrity on <script src="/a.js">',
      'host: an inline script stands in the page: <script>',
      `remote-sample: ${style} is not what was built`,
      'remote-sample: needs react ^19.0.0, the host has 18.0.0',
      `remote-sample: ${style} styles what is not its own: body`,
      `remote-sample: ${style} styles what is not its own: .other_x`,
      `host: scripts of the login page: 999999 bytes after gzip, ${readBudgets().loginScriptsGzip} are allowed`,
    ])
  })
})

test('given a name that is not well formed, then it is refused', () => {
  const definition = { name: 'remote-sample', directory: '/', port: 1 }
  expect(() => defineRemoteBuild({ ...definition, name: 'mail' })).toThrow('no name for a remote')
})
