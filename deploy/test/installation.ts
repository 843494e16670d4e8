import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { Manifest } from '@yanshu/discovery'
import type { RemoteBuildRecord } from '../../shared/build/src/artefact.ts'
import { composeManifest } from '../../shared/build/src/composeManifest.ts'

const MAIN = path.resolve(import.meta.dirname, '../src/main.ts')

const integrityOf = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`

export interface SampleBuild {
  readonly remote?: string
  readonly version: string
  readonly id?: string
  /** Further files, by path. */
  readonly files?: Readonly<Record<string, string>>
  readonly contributes?: unknown
  readonly requires?: Readonly<Record<string, string>>
}

/** Writes a build as the preset writes it: a folder of files with their record. */
export async function writeBuild(root: string, build: SampleBuild): Promise<string> {
  const { remote = 'remote-notes', version, id = '0a1b2c3d', requires = { react: '^19.0.0' } } = build
  const folder = path.join(root, 'r', remote, `${version}-${id}`)
  const entry = 'remoteEntry.11223344.js'
  const contents = { [entry]: `var notes="${version}"`, 'main.55667788.js': 'export{}', ...build.files }
  const files: Record<string, object> = {}
  for (const [name, content] of Object.entries(contents)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
    files[name] = { integrity: integrityOf(content), size: content.length, gzip: 1, brotli: 1 }
  }
  await writeFile(path.join(folder, `${entry}.gz`), gzipSync(contents[entry] ?? ''))
  const record = {
    name: remote,
    version,
    id,
    mode: 'production',
    mfName: `${remote}_${version}_${id}`.replace(/\W/g, '_'),
    entry,
    contributes: build.contributes ?? { routes: [{ prefix: 'notes', title: { zh: '便笺', en: 'Notes' } }] },
    requires,
    files,
  }
  await writeFile(path.join(folder, 'build.json'), JSON.stringify(record))
  return folder
}

/** What a process wrote and how it ended. */
export interface Ended {
  readonly out: string
  readonly err: string
  readonly code: number | null
}

/** A data folder, a built client with nothing but a manifest and a host, and the real tool to work on them. */
export class Installation {
  readonly root: string
  readonly data: string
  readonly client: string

  private constructor(root: string) {
    this.root = root
    this.data = path.join(root, 'data')
    this.client = path.join(root, 'dist')
  }

  static async make(): Promise<Installation> {
    const made = new Installation(await mkdtemp(path.join(os.tmpdir(), 'yanshu-deploy-')))
    await mkdir(made.data)
    await mkdir(path.join(made.client, 'mf'), { recursive: true })
    await mkdir(path.join(made.client, 'host'), { recursive: true })
    const built: Manifest = {
      revision: 1,
      previous: null,
      updatedAt: '2026-03-02T08:11:09Z',
      updatedBy: 'build',
      reason: 'first build',
      ttlSeconds: 120,
      minHost: '0.1.0',
      discovery: { schema: '/mf/manifest.schema.json', microFrontends: {} },
    }
    await writeFile(path.join(made.client, 'mf/manifest.json'), JSON.stringify(built))
    const host = { name: 'host', version: '0.1.0', provided: { react: '19.3.0' } }
    await writeFile(path.join(made.client, 'host/build.json'), JSON.stringify(host))
    return made
  }

  /** Puts another build of the client in the place of the one before, as an upgrade does: one version of each remote. */
  async install(host: string, versions: Readonly<Record<string, string>>): Promise<Manifest> {
    await rm(this.client, { recursive: true, force: true })
    const records: RemoteBuildRecord[] = []
    for (const [remote, version] of Object.entries(versions)) {
      const title = { zh: remote, en: remote }
      const contributes = { routes: [{ prefix: remote.replace('remote-', ''), title }] }
      const folder = await writeBuild(this.client, { remote, version, contributes })
      records.push(JSON.parse(await readFile(path.join(folder, 'build.json'), 'utf8')))
    }
    await mkdir(path.join(this.client, 'host'), { recursive: true })
    const record = { name: 'host', version: host, provided: { react: '19.3.0' } }
    await writeFile(path.join(this.client, 'host/build.json'), JSON.stringify(record))
    return composeManifest(records, host, this.client).manifest
  }

  /** Starts the tool; `kill` ends it as a power cut would. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [MAIN, '--data', this.data, '--client', this.client, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const done = async (): Promise<Ended> => {
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { out, err, code: await ended }
    }
    return { kill: () => child.kill('SIGKILL'), done: done() }
  }

  run(...args: string[]): Promise<Ended> {
    return this.start(args).done
  }

  async manifest(data = this.data): Promise<Manifest> {
    return JSON.parse(await readFile(path.join(data, 'mf/manifest.json'), 'utf8'))
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true })
  }
}
