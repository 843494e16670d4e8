import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CompressedPart, writePart } from './compressed.ts'
import { fileEntry, folderEntry, linkEntry, type TarEntry, textEntry } from './tar.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm']
const UNITS = ['yanshu.service', 'yanshu@.service']
const ENVIRONMENT = 'etc/yanshu/environment'
/** What Debian calls the processors that Node is made for. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64', arm: 'armhf', ppc64: 'ppc64el' }

/** What Debian calls this machine's processor; Node's own name where it has no other. */
export const ARCHITECTURE = ARCHITECTURES[process.arch] ?? process.arch

/** The libraries that the Node of the installation was linked to, and the program that makes its user. */
const DEPENDS = 'libc6 (>= 2.28), libstdc++6 (>= 9), passwd'

const controlOf = (version: string, installedBytes: number): string => `Package: yanshu
Version: ${version}
Architecture: ${ARCHITECTURE}
Maintainer: Yanshu <postmaster@localhost>
Installed-Size: ${Math.ceil(installedBytes / 1024)}
Depends: ${DEPENDS}
Suggests: nginx, libnginx-mod-http-brotli-static, postfix, postgresql
Section: mail
Priority: optional
Description: mail system for the browser (Yanshu)
 Server, client and the commands yanshu and remotes, with the Node that they run on.
 /opt/yanshu/docs/operations.md leads from the installation to a running organisation.
`

function* controlEntries(version: string, installedBytes: number): Generator<TarEntry> {
  yield textEntry('control', controlOf(version, installedBytes))
  yield textEntry('conffiles', `/${ENVIRONMENT}\n`)
  for (const name of SCRIPTS) yield textEntry(name, readFileSync(path.join(DEPLOY, 'debian', name), 'utf8'), 0o755)
}

/** What the package has beside the installation in /opt/yanshu. */
function* systemEntries(): Generator<TarEntry> {
  for (const name of ['etc', 'etc/yanshu']) yield folderEntry(name)
  yield fileEntry(ENVIRONMENT, path.join(DEPLOY, 'debian/environment'), 0o640)
  for (const name of ['usr', 'usr/bin', 'usr/lib', 'usr/lib/systemd', 'usr/lib/systemd/system']) yield folderEntry(name)
  for (const name of ['yanshu', 'remotes']) yield linkEntry(`usr/bin/${name}`, `../../opt/yanshu/bin/${name}`)
  for (const name of UNITS) yield fileEntry(`usr/lib/systemd/system/${name}`, path.join(DEPLOY, 'systemd', name), 0o644)
}

/** A header of the archive format of `ar`, which dpkg reads (deb(5)). */
const memberHeader = (name: string, size: number): string =>
  `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(size).padEnd(10)}\`\n`

/**
 * Writes the package of Debian into a file: the installation, its units, commands and settings. `installation` is the part of
 * the archive with /opt/yanshu, which is compressed once for all packages. Names of temporary files are free in `scratch`.
 */
export async function writeDebianPackage(
  file: string,
  installation: CompressedPart,
  { version, installedBytes, scratch }: DebianOptions,
): Promise<void> {
  const control = await writePart(path.join(scratch, 'control'), controlEntries(version, installedBytes), { end: true })
  const system = await writePart(path.join(scratch, 'system'), systemEntries(), { after: installation, end: true })
  const members = [
    { name: 'control.tar.gz', parts: [control] },
    { name: 'data.tar.gz', parts: [installation, system] },
  ]
  async function* bytes(): AsyncGenerator<Buffer> {
    yield Buffer.from(`!<arch>\n${memberHeader('debian-binary', 4)}2.0\n`)
    for (const { name, parts } of members) {
      const size = parts.reduce((sum, one) => sum + one.size, 0)
      yield Buffer.from(memberHeader(name, size))
      for (const part of parts) yield* createReadStream(part.file)
      if (size % 2 === 1) yield Buffer.from('\n')
    }
  }
  await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(file))
}

interface DebianOptions {
  readonly version: string
  readonly installedBytes: number
  readonly scratch: string
}
