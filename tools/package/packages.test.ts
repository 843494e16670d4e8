import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { environmentOfPage } from '../interop/pageMachine.ts'
import { makePackages, type PackageFiles } from './packages.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
/** Longer than the 100 bytes that the header of an entry has room for, in the name and in what a link points to. */
const LONG = `node_modules/.pnpm/${'a-package-with-a-long-name'.repeat(5)}`

let folder: string
let files: PackageFiles

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'yanshu-packages-'))
  const installation = path.join(folder, 'yanshu')
  for (const name of ['bin', 'dist', LONG]) mkdirSync(path.join(installation, name), { recursive: true })
  copyFileSync('/bin/sh', path.join(installation, 'bin/node'))
  writeFileSync(path.join(installation, 'package.json'), '{"version":"1.2.3"}')
  writeFileSync(path.join(installation, 'dist/页.html'), 'x'.repeat(513), { mode: 0o600 })
  writeFileSync(path.join(installation, LONG, 'index.js'), 'export {}')
  symlinkSync(`.pnpm/${LONG}`, path.join(installation, 'node_modules/a-package'))
  files = await makePackages(installation)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The members of an archive of `ar`, by their names. */
function membersOf(archive: Buffer): Map<string, Buffer> {
  expect(archive.toString('latin1', 0, 8)).toBe('!<arch>\n')
  const members = new Map<string, Buffer>()
  for (let at = 8; at < archive.length; ) {
    expect(archive.toString('latin1', at + 58, at + 60)).toBe('`\n')
    const size = Number(archive.toString('latin1', at + 48, at + 58))
    members.set(archive.toString('latin1', at, at + 16).trim(), archive.subarray(at + 60, at + 60 + size))
    at += 60 + size + (size % 2)
  }
  return members
}

function unpack(archive: Buffer, to: string): string {
  const place = path.join(folder, to)
  mkdirSync(place)
  const { status, stderr } = spawnSync('tar', ['-xz', '--no-same-owner', '-C', place], { input: archive })
  expect([status, String(stderr)]).toEqual([0, ''])
  return place
}

const list = (archive: Buffer): string[] =>
  spawnSync('tar', ['-tvz', '--numeric-owner', '--quoting-style=literal'], { input: archive, encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((line) => line.replace(/ +\d+ \d{4}-\d\d-\d\d \d\d:\d\d /, ' '))

test('given an installation, then the Debian package has it without write permissions, with all that dpkg reads', () => {
  const members = membersOf(readFileSync(files.debian))
  expect([...members.keys()]).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz'])
  expect(String(members.get('debian-binary'))).toBe('2.0\n')
  const control = unpack(members.get('control.tar.gz') ?? Buffer.alloc(0), 'control')
  const text = readFileSync(path.join(control, 'control'), 'utf8')
  expect(text).toMatch(/^Package: yanshu\nVersion: 1\.2\.3\nArchitecture: \w+$/m)
  expect(Number(/^Installed-Size: (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  expect(readFileSync(path.join(control, 'conffiles'), 'utf8')).toBe('/etc/yanshu/environment\n')
  for (const name of ['preinst', 'postinst', 'prerm', 'postrm'])
    expect([name, spawnSync('sh', ['-n', path.join(control, name)]).status]).toEqual([name, 0])
  const data = members.get('data.tar.gz') ?? Buffer.alloc(0)
  const listed = list(data)
  for (const line of [
    'drwxr-xr-x 0/0 ./opt/yanshu/',
    '-r-xr-xr-x 0/0 ./opt/yanshu/bin/node',
    '-r--r--r-- 0/0 ./opt/yanshu/dist/页.html',
    `-r--r--r-- 0/0 ./opt/yanshu/${LONG}/index.js`,
    `lrwxrwxrwx 0/0 ./opt/yanshu/node_modules/a-package -> .pnpm/${LONG}`,
    '-rw-r----- 0/0 ./etc/yanshu/environment',
    '-rw-r--r-- 0/0 ./usr/lib/systemd/system/yanshu@.service',
    'lrwxrwxrwx 0/0 ./usr/bin/yanshu -> ../../opt/yanshu/bin/yanshu',
  ])
    expect(listed).toContain(line)
  const place = unpack(data, 'data')
  expect(readFileSync(path.join(place, 'opt/yanshu/dist/页.html'), 'utf8')).toBe('x'.repeat(513))
})

test('given the same installation, then the image has what its digests name, and a user without rights', () => {
  const place = path.join(folder, 'image')
  mkdirSync(place)
  expect(spawnSync('tar', ['-xf', files.image, '-C', place]).status).toBe(0)
  const read = (name: string) => readFileSync(path.join(place, name))
  const digest = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  const blob = ({ digest: name, size }: { digest: string; size: number }): Buffer => {
    const bytes = read(`blobs/sha256/${name.slice('sha256:'.length)}`)
    expect([digest(bytes), bytes.length]).toEqual([name, size])
    return bytes
  }
  expect(JSON.parse(String(read('oci-layout')))).toEqual({ imageLayoutVersion: '1.0.0' })
  const [entry] = JSON.parse(String(read('index.json'))).manifests
  const manifest = JSON.parse(String(blob(entry)))
  const config = JSON.parse(String(blob(manifest.config)))
  const layers: Buffer[] = manifest.layers.map(blob)
  expect(config.rootfs.diff_ids).toEqual(layers.map((layer) => digest(gunzipSync(layer))))
  expect(config.config).toMatchObject({ User: '10001:10001', Entrypoint: ['/opt/yanshu/bin/yanshu-server'] })
  const env = Object.fromEntries(config.config.Env.map((pair: string) => pair.split('=')))
  // The server refuses a name that is none of its settings.
  expect(readConfig(env)).toMatchObject({ demo: false })
  const [base = [], own = []] = layers.map(list)
  expect(base).toContain('drwx------ 10001/10001 ./var/lib/yanshu/')
  expect(base).toContain('drwxrwxrwt 0/0 ./tmp/')
  for (const name of ['/bin/sh', '/etc/passwd', '/libc.so.6'])
    expect(base.some((line) => line.endsWith(name))).toBe(true)
  expect(own).toContain(`-r--r--r-- 0/0 ./opt/yanshu/${LONG}/index.js`)
  const [forDocker] = JSON.parse(String(read('manifest.json')))
  expect(forDocker.RepoTags).toEqual(['yanshu:1.2.3'])
  expect(forDocker.Layers).toEqual(
    manifest.layers.map((layer: { digest: string }) => layer.digest.replace('sha256:', 'blobs/sha256/')),
  )
})

test('the settings of the package are those of docs/operations.md, but for the database, which it cannot know', () => {
  const settings = readFileSync(path.join(DEPLOY, 'debian/environment'), 'utf8')
  const lines = settings.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const ofPage = environmentOfPage().trim().split('\n')
  expect(lines).toEqual(ofPage.filter((line) => !line.startsWith('DATABASE_URL=')))
  expect(settings).toContain(`# ${ofPage.find((line) => line.startsWith('DATABASE_URL='))}\n`)
})
