import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { BareMachine } from './bareMachine.ts'
import { run as runProgram, until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import { commandsOf, environmentOfPage, postfixOfPage, withOther } from './pageMachine.ts'
import { DOMAIN, LI_NA, PASSWORD, ZHANG_WEI } from './people.ts'
import type { TwoBuilds } from './twoBuilds.ts'

/** Where files of the operator lie that the user of the service reads. */
export const WORK = '/srv/yanshu'

interface BlockOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  readonly instead?: Readonly<Record<string, string>>
}

/** A bare machine on which the page is followed, and what is asked about it. */
export class BareOperator {
  readonly machine: BareMachine
  /** Where the page's commands are run, as its reader would be there by then. */
  cwd = '/root'

  constructor(machine: BareMachine) {
    this.machine = machine
  }

  command(command: string, options: Omit<BlockOptions, 'instead'> = {}): string {
    return this.machine.command(command, { cwd: this.cwd, ...options })
  }

  /** The commands of a block of the page that is followed: docs/operations.md. */
  commandsOf: (name: string) => readonly string[] = (name) => commandsOf(name)

  /** Runs a block of the page, line by line, word for word, and returns what each wrote. */
  run(name: string, { instead, ...options }: BlockOptions = {}): string[] {
    return this.commandsOf(name).map((command) => {
      const [, folder] = /^cd (\S+)$/.exec(command) ?? []
      if (folder) this.cwd = folder
      return this.command(withOther(command, instead), options)
    })
  }

  /** What a server of the machine answers to a path: its status, and its text. */
  get(url: string): { readonly status: number; readonly text: string } {
    const answer = this.command(`curl -sS -w '\\n%{http_code}' ${url}`)
    const end = answer.lastIndexOf('\n')
    return { status: Number(answer.slice(end + 1)), text: answer.slice(0, end) }
  }

  ready = (port = 8080) =>
    until(
      `port ${port} of the bare machine is ready`,
      async () => this.get(`http://127.0.0.1:${port}/readyz`).status === 200,
    )

  /** Writes a file into the machine, which only its root may change. */
  write(file: string, text: string): void {
    this.command(`cat > ${file}`, { input: text })
  }
}

/**
 * The files of the machine outside that an installation would change, and what is mounted on it.
 * @param beside the folder in which the rest of the run mounts and unmounts meanwhile
 */
function stateOutside(beside: string): string {
  const files = 'ls -la --time-style=full-iso /etc/passwd /etc/systemd/system /etc/nginx/conf.d /etc/postfix/main.cf'
  const folders = 'ls -d /var/lib/yanshu* /etc/yanshu /opt/yanshu* /usr/local/bin/yanshu 2>/dev/null'
  const mounts = 'grep -vF "$0" /proc/self/mounts'
  return runProgram('sh', [
    '-c',
    `${files}; ${folders}; ${mounts}; find /sys/fs/cgroup -name 'yanshu-interop*'`,
    beside,
  ])
}

/**
 * Starts a bare machine, lets a run follow the page on it, and ends it: nothing of it is left outside. Answers why there
 * is none where this machine refuses.
 * @param beside the folder of the rest of the run, which goes on meanwhile
 */
export async function withBareMachine(
  run: InteropRun,
  beside: string,
  work: (operator: BareOperator) => Promise<void>,
): Promise<string | null> {
  const { step, folder } = run
  const place = mkdtempSync(path.join(folder, 'bare-'))
  const before = stateOutside(beside)
  const machine = await BareMachine.start(place)
  if (typeof machine === 'string') return machine
  run.atEnd(machine.stop)
  await step('A Debian of its own runs, with systemd, where nothing of this project is', () => {
    assert.equal(
      machine.command('ls -A /opt /srv /usr/local/bin; id -u; getent passwd yanshu || true'),
      '/opt:\n\n/srv:\n\n/usr/local/bin:\n0\n',
    )
  })
  await work(new BareOperator(machine))
  await step('It ends, and nothing of it is left on the machine outside', async () => {
    await machine.stop()
    assert.equal(stateOutside(beside), before)
  })
  return null
}

/** From nothing to an organisation behind nginx and Postfix, by the page's commands as they stand. */
export async function installOnBareMachine({ step }: InteropRun, page: BareOperator, builds: TwoBuilds): Promise<void> {
  await step('Root installs it, and it belongs to root', () => {
    runProgram('cp', ['-al', builds.before, page.machine.at('/tmp/yanshu')])
    page.run('programs')
    page.run('install')
    assert.equal(page.command('find /opt/yanshu/ -not -user root -o -perm /222 -not -type l | head'), '')
    assert.equal(page.command('stat -c "%U %a" /var/lib/yanshu'), 'yanshu 700\n')
  })
  await step('PostgreSQL of the machine gets the user and the database; the settings are tried', () => {
    page.run('database', { input: `${PASSWORD}\n${PASSWORD}\n` })
    page.run('environment')
    page.write('/etc/yanshu/environment', environmentOfPage().replace('…', PASSWORD))
    assert.equal(page.command('stat -c "%U %G %a" /etc/yanshu/environment'), 'root yanshu 640\n')
    assert.match(page.run('settings').join(''), /^ok .*PostgreSQL .* is new and starts empty$/m)
  })
  await step('systemd finds no mistake in the units, and runs two processes by them', async () => {
    page.run('service')
    await page.ready()
    page.run('processes')
    await page.ready(8081)
    const units = ['yanshu.service', 'yanshu@.service'].map((name) => `/etc/systemd/system/${name}`)
    for (const unit of units) assert.equal(page.command(`systemd-analyze verify ${unit} 2>&1`), '')
    const property = (name: string) => page.command(`systemctl show --value -p ${name} yanshu`).trim()
    const processOf = property('MainPID')
    assert.equal(page.command(`stat -c %U /proc/${processOf}`), 'yanshu\n')
    assert.match(page.command(`cat /proc/${processOf}/status`), /^Umask:\t0077$[\s\S]*^NoNewPrivs:\t1$/m)
    assert.equal(page.command(`stat -c %a /proc/${processOf}/root/var/lib/yanshu`), '700\n')
  })
  await step('nginx of the machine serves the client with its own main configuration', () => {
    page.run('nginx')
    // The lines for HTTPS, as the file has them, with a certificate of the run.
    page.command('mkdir -p /etc/letsencrypt/live/mail.example.org')
    const files = '-keyout privkey.pem -out fullchain.pem -subj /CN=mail.example.org'
    page.command(
      `cd /etc/letsencrypt/live/mail.example.org && openssl req -x509 -newkey rsa:2048 -nodes -days 1 ${files} 2>&1`,
    )
    page.command(`sed -i 's/# \\(listen 443\\|ssl_certificate\\)/\\1/' /etc/nginx/conf.d/yanshu.conf`)
    page.command('nginx -t && systemctl reload nginx')
    for (const url of ['-H "Host: mail.example.org" http://127.0.0.1/', '-k https://mail.example.org/']) {
      const answer = page.get(`--retry 5 --retry-connrefused ${url}`)
      assert.equal(answer.status, 200)
      assert.match(answer.text, /<html/)
    }
  })
  await step('Postfix of the machine takes the settings of the page', () => {
    page.command('cat >> /etc/postfix/main.cf', { input: `\n${postfixOfPage()}` })
    page.run('postfix')
  })
  await step('People are added, and Postfix hands their mail in', async () => {
    page.run('work')
    const rows = [
      `${LI_NA},李娜,研发中心 / 后端组,${PASSWORD}`,
      `${ZHANG_WEI},张伟,IT,${PASSWORD}`,
      `wang.fang@${DOMAIN},王芳,研发中心 / 前端组,`,
    ]
    page.write('staff.csv', `${['address,name,department,password', ...rows].join('\n')}\n`)
    page.run('people', { input: `${PASSWORD}\n` })
    assert.match(page.command('cat new-passwords.csv'), /wang\.fang/)
    page.run('relay')
    // An address of the world: what 127.0.0.1 sends is the mail of the machine itself.
    page.command('ip address add 192.0.2.7/32 dev lo')
    const send = (to: string) =>
      page.command(
        `swaks --local-interface 192.0.2.7 --server 192.0.2.7:25 --from a@elsewhere.example --to ${to} --header 'Subject: by Postfix'`,
      )
    send(`info@${DOMAIN}`)
    assert.throws(() => send(`nobody@${DOMAIN}`), /550 5\.1\.1/)
  })
  await step('Root backs it up and restores it; all of it belongs to the user of the service', () => {
    page.run('backup')
    page.command('su postgres -c "createdb --owner yanshu --encoding UTF8 --template template0 restored"')
    const address =
      environmentOfPage()
        .match(/^DATABASE_URL=(.*)$/m)?.[1]
        ?.replace('…', PASSWORD) ?? ''
    page.run('restore', { env: { DATABASE_URL: address.replace(/yanshu$/, 'restored') } })
    const folders = '/srv/backup /var/lib/yanshu /var/lib/yanshu-restored'
    assert.equal(page.command(`find ${folders} -not -user yanshu -o -type d -perm /077`), '')
  })
}
