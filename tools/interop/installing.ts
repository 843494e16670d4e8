import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../server/src/testing/freePort.ts'
import { createDatabase } from '../../server/src/testing/testDatabase.ts'
import { ROOT } from '../steps.ts'
import { run, until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import type { Organisation } from './organisation.ts'
import { type PageMachine, settingsOfPage } from './pageMachine.ts'

/** Makes the installation and stores it where the page names, owned by root and writable by no other account. */
export async function installByThePage({ step }: InteropRun, page: PageMachine): Promise<void> {
  await step('The installation is made, copied, owned by root, and nobody may write to it', () => {
    // The machine with the sources is this one, with the packages that were fetched on it.
    page.run('package', { cwd: ROOT, env: { HOME: homedir() } })
    page.run('programs')
    page.run('install')
    page.run('environment')
    page.run('work')
    const installation = page.at('/opt/yanshu')
    for (const name of [
      'bin/yanshu',
      'bin/node',
      'server/src/main.mjs',
      'dist/host/index.html',
      'docs/operations.md',
    ]) {
      const { uid, mode } = statSync(path.join(installation, name))
      assert.deepEqual([name, uid, mode & 0o222], [name, 0, 0])
    }
    // Nothing of development, and no test, is there.
    assert.throws(() => accessSync(path.join(installation, 'node_modules/typescript'), constants.F_OK))
    assert.equal(run('find', [`${installation}/`, '-name', '*.test.ts', '-not', '-path', '*/node_modules/*']), '')
    assert.match(page.asked(), /^useradd --system .*yanshu$/m)
    assert.equal(statSync(page.at('/var/lib/yanshu')).mode & 0o777, 0o700)
  })
}

/** A user and a database of the run's PostgreSQL, by the page's commands. Returns the address for `DATABASE_URL`. */
export function databaseByThePage({ step }: InteropRun, page: PageMachine, server: string): Promise<string> {
  return step('An operator makes the user and the database of PostgreSQL', () => {
    const { hostname, port } = new URL(server)
    const env = { PGHOST: hostname, PGPORT: port, PGUSER: 'postgres' }
    page.run('database', { env, input: 'Wild-Goose-7\nWild-Goose-7\n' })
    return `postgres://yanshu:Wild-Goose-7@${hostname}:${port}/yanshu`
  })
}

/** Lets systemd check a unit that the page has copied, as the instance of a port. Answers the words of its commands. */
function checkUnit(page: PageMachine, folder: string, name: string, port: number) {
  const unit = readFileSync(page.at(`/etc/systemd/system/${name}`), 'utf8').replaceAll(
    '/opt/yanshu',
    page.at('/opt/yanshu'),
  )
  const checkedUnit = path.join(folder, name.replace('@', `@${port}`))
  writeFileSync(checkedUnit, unit.replace(/^(User|Group)=.*$/gm, '$1=root'))
  assert.equal(run('systemd-analyze', ['verify', '--recursive-errors=no', checkedUnit]), '')
  assert.match(unit, /^UMask=0077$/m)
  return (command: string): string[] =>
    new RegExp(`^${command}=(.*)$`, 'm').exec(unit)?.[1]?.replaceAll('%i', String(port)).split(' ') ?? []
}

/** The settings and the units of the page start the installation as a user without rights; the units are checked by systemd. */
export async function serveByThePage({ step, folder }: InteropRun, organisation: Organisation): Promise<void> {
  const { page, database, environment } = organisation
  const port = await freePort()
  const own = path.join(folder, 'own')
  const settings = {
    ...settingsOfPage(),
    DATABASE_URL: await createDatabase(database, 'installed'),
    YANSHU_DATA: own,
    YANSHU_RELAY: environment.YANSHU_RELAY ?? '',
    YANSHU_PORT: String(port),
    YANSHU_SMTP_PORT: '0',
    YANSHU_LMTP_PORT: String(await freePort()),
  }
  await step(
    'An installation that nobody can write to runs as a user without rights, by the units of systemd',
    async () => {
      mkdirSync(own)
      run('chown', ['nobody', own])
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(page.at('/etc/yanshu/environment'), lines.join(''))
      const [checked] = page.run('settings', { env: settings })
      assert.match(checked ?? '', /^ok +the data folder/m)
      page.run('service')
      assert.match(page.asked(), /systemctl daemon-reload\nsystemctl enable --now yanshu/)
      page.run('processes')
      page.run('nginx')
      page.run('postfix')
      assert.match(page.asked(), /systemctl enable --now yanshu@8081/)
      const environment = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
      const asNobody = ['--reuid=nobody', '--regid=nogroup', '--clear-groups', 'env', '-C', '/', ...environment]
      const otherPort = await freePort()
      const started: { readonly process: ChildProcess; readonly ended: Promise<number | null> }[] = []
      // Both at the same time: the ports for mail are taken by the first alone.
      for (const [name, on] of [
        ['yanshu.service', port],
        ['yanshu@.service', otherPort],
      ] as const) {
        const commandOf = checkUnit(page, folder, name, on)
        run('setpriv', [...asNobody, ...commandOf('ExecStartPre')])
        const process = spawn('setpriv', [...asNobody, ...commandOf('ExecStart')], { stdio: 'ignore' })
        started.push({ process, ended: new Promise((resolve) => process.once('exit', resolve)) })
        await until(`${name} is ready`, async () => (await fetch(`http://127.0.0.1:${on}/readyz`)).ok)
      }
      for (const { process, ended } of started) {
        process.kill('SIGTERM')
        assert.equal(await ended, 0)
      }
    },
  )
  await step('Root backs it up and restores it; all of it belongs to the user of the service', async () => {
    const place = { '/srv/backup': '/srv/backup-of-the-service', '-restored': '-of-the-service' }
    const env = { ...settings, SERVICE_USER: 'nobody' }
    page.run('backup', { env, instead: place })
    const restored = { ...env, DATABASE_URL: await createDatabase(database, 'restored_by_root') }
    page.run('restore', { env: restored, instead: place })
    const folders = ['/srv/backup-of-the-service', '/var/lib/yanshu-of-the-service'].map(page.at)
    assert.equal(run('find', [...folders, '-not', '-user', 'nobody']), '')
    // No other account of the machine can read any of it.
    assert.equal(run('find', [...folders, '-type', 'd', '-perm', '/077']), '')
  })
}

/** Changes the version of the installation as the page describes; what systemd would do is written down. */
export function upgradeByThePage({ step }: InteropRun, page: PageMachine): Promise<void> {
  return step('An operator backs up and puts another version in the place of the first', () => {
    page.run('unpack')
    page.run('upgrade')
    assert.match(page.command('readlink /opt/yanshu'), /yanshu-0\.2\.0$/m)
    page.run('downgrade')
    assert.match(page.command('readlink /opt/yanshu'), /yanshu-0\.1\.0$/m)
    assert.match(page.asked(), /systemctl restart yanshu/)
  })
}
