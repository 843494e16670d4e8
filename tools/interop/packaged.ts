import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ARCHITECTURE } from '../package/debian.ts'
import type { PackageFiles } from '../package/packages.ts'
import { ROOT } from '../steps.ts'
import type { BareMachine } from './bareMachine.ts'
import { BareOperator } from './bareOperations.ts'
import { run as runProgram } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import { commandsOf } from './pageMachine.ts'
import { LI_NA, PASSWORD } from './people.ts'

const PAGE = readFileSync(path.join(ROOT, 'docs/packages.md'), 'utf8')
const DATA = '/var/lib/yanshu'
const IMAGE = '/srv/image'
/** What the client of the second package has beside that of the first. */
const NEW_FILE = 'dist/r/new-in-0.2.0.js'

/** An operator who follows docs/packages.md. */
class PackageOperator extends BareOperator {
  override commandsOf = (name: string) => commandsOf(name, PAGE).map((one) => one.replace('amd64', ARCHITECTURE))
}

/**
 * Makes the package of the next version from the first, by dpkg's own tools, with one file of the client more and one less.
 * Answers the name of the latter below /opt/yanshu.
 */
function nextVersion(from: string, to: string): string {
  const folder = `${to}.folder`
  runProgram('dpkg-deb', ['--raw-extract', from, folder])
  const inFolder = (command: string) => runProgram('sh', ['-c', `cd "$0" && ${command}`, folder])
  const [packed = ''] = inFolder('cd opt/yanshu && find dist/r -name "*.js.br" | sort').split('\n')
  inFolder(`sed -i "s/^Version: .*/Version: 0.2.0/" DEBIAN/control && rm "opt/yanshu/${packed}"`)
  writeFileSync(path.join(folder, 'opt/yanshu', NEW_FILE), 'export {}\n')
  runProgram('dpkg-deb', ['-Znone', '--build', folder, to])
  runProgram('rm', ['-r', folder])
  return packed
}

/**
 * The package of Debian on a bare machine: installed, started, upgraded with changed settings, back, removed and purged; then
 * the image's root folder under its entry point.
 */
export async function installPackages(run: InteropRun, machine: BareMachine, packages: PackageFiles): Promise<void> {
  const page = new PackageOperator(machine)
  // The disk of this machine ends with the run, so nothing has to be on it for good.
  page.command('echo force-unsafe-io > /etc/dpkg/dpkg.cfg.d/interop')
  await installDebian(run, page, packages.debian)
  await removeDebian(run, page)
  await startImage(run, page, packages.image)
}

async function installDebian({ step }: InteropRun, page: PackageOperator, first: string): Promise<void> {
  const place = (version: string) => page.machine.at(`/tmp/yanshu_${version}_${ARCHITECTURE}.deb`)
  copyFileSync(first, place('0.1.0'))
  const oldFile = nextVersion(first, place('0.2.0'))
  await step('The Debian package is installed with its user, folders and settings, and started', async () => {
    assert.match(page.run('debian-install').join(''), /Edit \/etc\/yanshu\/environment/)
    assert.equal(page.command(`stat -c "%U %a" ${DATA}`), 'yanshu 700\n')
    assert.equal(page.command('stat -c "%U %G %a" /etc/yanshu/environment'), 'root yanshu 640\n')
    assert.equal(page.command('find /opt/yanshu/ -not -user root -o -type f -perm /222'), '')
    assert.equal(page.command('systemctl is-active yanshu || true'), 'inactive\n')
    // No Postfix is set up here.
    page.command('sed -i -e "/^YANSHU_RELAY=/d" -e "s/mail.example.org/mail.other.example/" /etc/yanshu/environment')
    page.run('debian-start')
    await page.ready()
    page.command('yanshu domain add example.org')
    page.command(`yanshu user add ${LI_NA} --name 李娜`, { input: `${PASSWORD}\n` })
  })
  await step('It is upgraded: settings, people and the files of open pages stay, and it runs again', async () => {
    page.command('install -d -o yanshu -g yanshu -m 0700 /srv/backup')
    const before = page.command('systemctl show --value -p MainPID yanshu')
    page.run('debian-upgrade')
    await page.ready()
    assert.notEqual(page.command('systemctl show --value -p MainPID yanshu'), before)
    assert.match(page.command('cat /etc/yanshu/environment'), /^YANSHU_HOSTNAME=mail\.other\.example$/m)
    assert.match(page.command('yanshu user list'), /李娜/)
    for (const file of [NEW_FILE, oldFile]) page.command(`test -f /opt/yanshu/${file}`)
  })
  await step('The way back is the same, and keeps the files of the newer pages', async () => {
    page.run('debian-downgrade')
    await page.ready()
    assert.match(page.command('dpkg-query --show yanshu'), /0\.1\.0/)
    assert.equal(page.command('cat /opt/yanshu/.client-kept'), `${NEW_FILE.replace('dist/', './')}\n`)
  })
}

function removeDebian({ step }: InteropRun, page: PackageOperator): Promise<void> {
  return step('It is removed and purged: the service ends, mail and its user stay and are named', () => {
    const [removed = '', purged = ''] = page.run('debian-remove')
    assert.doesNotMatch(removed, /stays in/)
    assert.match(purged, /Mail and everything else of the people stays in \/var\/lib\/yanshu/)
    assert.equal(page.command('ls -A /opt; ls -d /etc/yanshu /usr/bin/yanshu 2>/dev/null || true'), '')
    assert.equal(page.command(`stat -c %U ${DATA} ${DATA}/yanshu.db`), 'yanshu\nyanshu\n')
    assert.equal(page.command('systemctl list-units --plain --no-legend "yanshu*"; ss -Hltn sport = :8080'), '')
  })
}

/** What an image starts, as its configuration has it, and the folder with its layers above each other. */
function unpackImage(file: string, folder: string): ImageConfig {
  const layout = `${folder}.layout`
  for (const one of [layout, folder]) mkdirSync(one)
  runProgram('tar', ['-xf', file, '-C', layout])
  const json = (name: string) => JSON.parse(readFileSync(path.join(layout, name), 'utf8'))
  const blob = (digest: string) => `blobs/${digest.replace(':', '/')}`
  const manifest = json(blob(json('index.json').manifests[0].digest))
  for (const { digest } of manifest.layers)
    runProgram('tar', ['-xzf', path.join(layout, blob(digest)), '-C', folder, '--numeric-owner', '--same-owner'])
  return json(blob(manifest.config.digest)).config
}

interface ImageConfig {
  readonly User: string
  readonly Entrypoint: readonly string[]
  readonly Env: readonly string[]
  readonly WorkingDir: string
}

/** The words of `systemd-run` that give a program what a container engine gives it with a read-only root folder. */
function asContainer({ User, Env, WorkingDir }: ImageConfig): string {
  const [user, group] = User.split(':')
  const properties = [
    ...[
      `RootDirectory=${IMAGE}`,
      'MountAPIVFS=yes',
      `User=${user}`,
      `Group=${group}`,
      `WorkingDirectory=${WorkingDir}`,
    ],
    ...['ProtectSystem=strict', `ReadWritePaths=+${DATA}`, 'TemporaryFileSystem=/tmp:mode=1777'],
    ...['NoNewPrivileges=yes', 'CapabilityBoundingSet=', ...Env.map((pair) => `Environment=${pair}`)],
  ]
  return properties.map((property) => `-p ${property}`).join(' ')
}

async function startImage({ step }: InteropRun, page: PackageOperator, file: string): Promise<void> {
  await step('The image runs as its user below a read-only root folder, and its data outlives it', async () => {
    const config = unpackImage(file, page.machine.at(IMAGE))
    // systemd starts nothing as a number that it has no name of.
    const [user = ''] = config.User.split(':')
    page.command(`groupadd --gid ${user} container && useradd --uid ${user} --gid ${user} --no-create-home container`)
    const container = asContainer(config)
    const inside = (command: string) => page.command(`systemd-run --quiet --pipe --wait ${container} ${command}`)
    assert.throws(() => inside(`/bin/sh -c 'echo x > /opt/yanshu/x'`), /Read-only file system/)
    assert.match(inside('/opt/yanshu/bin/yanshu check'), /^ok .*SQLite \/var\/lib\/yanshu\/yanshu\.db is new/m)
    for (const time of ['first', 'second']) {
      page.command(`systemd-run --quiet --unit yanshu-image-${time} ${container} ${config.Entrypoint.join(' ')}`)
      await page.ready()
      if (time === 'first') inside('/opt/yanshu/bin/yanshu domain add example.org')
      else assert.match(inside('/opt/yanshu/bin/yanshu domain list'), /example\.org/)
      assert.equal(page.command(`stat -c %u ${IMAGE}${DATA}/yanshu.db`), `${user}\n`)
      page.command(`systemctl stop yanshu-image-${time}`)
    }
    assert.equal(page.command('systemctl list-units --failed --plain --no-legend "yanshu*"'), '')
  })
}
