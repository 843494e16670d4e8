import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** The programs that are run, with the Debian package that brings each. */
const PROGRAMS = {
  '/usr/sbin/postfix': 'postfix',
  '/usr/sbin/dovecot': 'dovecot-imapd',
  '/usr/lib/dovecot/lmtp': 'dovecot-lmtpd',
  '/usr/lib/dovecot/managesieve': 'dovecot-managesieved',
  '/usr/bin/radicale': 'radicale',
  '/usr/bin/swaks': 'swaks',
  '/usr/bin/msmtp': 'msmtp',
  '/usr/bin/curl': 'curl',
  '/usr/sbin/nginx': 'nginx',
  '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so': 'libnginx-mod-http-brotli-static',
  '/usr/bin/vdirsyncer': 'vdirsyncer',
  '/usr/bin/khal': 'khal',
  '/usr/bin/khard': 'khard',
  '/usr/bin/todoman': 'todoman',
  '/usr/bin/cadaver': 'cadaver',
  '/usr/bin/rclone': 'rclone',
  '/usr/sbin/mount.davfs': 'davfs2',
  '/usr/bin/openssl': 'openssl',
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/bin/ip': 'iproute2',
} as const

const POSTGRES = '/usr/lib/postgresql'

/** Where Debian's newest PostgreSQL has its binaries; null when there is none. */
function postgresBinaries(): string | null {
  if (!existsSync(POSTGRES)) return null
  const found = readdirSync(POSTGRES)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(POSTGRES, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')))
  return found ?? null
}

/**
 * Installs missing packages by apt. Returns where PostgreSQL is. Throws a sentence when something cannot be installed: a
 * missing program is a failure, never a skipped test.
 */
export function ensurePrograms(): { readonly postgres: string } {
  const missing = () => [
    ...Object.entries(PROGRAMS).flatMap(([program, name]) => (existsSync(program) ? [] : [name])),
    ...(postgresBinaries() === null ? ['postgresql'] : []),
  ]
  const names = missing()
  if (names.length > 0) {
    const command = `apt-get install ${names.join(' ')}`
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
      throw new Error(
        `Missing: ${names.join(', ')}. Install them (Debian, Ubuntu: sudo ${command}), and run it as root.`,
      )
    }
    console.log(`   ${command}`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const parameters of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...names],
    ]) {
      const { status, stderr } = spawnSync('apt-get', parameters, { env, encoding: 'utf8' })
      if (status !== 0) throw new Error(`apt-get ${parameters.join(' ')}:\n${stderr}`)
    }
  }
  const postgres = postgresBinaries()
  if (missing().length > 0 || postgres === null) throw new Error(`Still missing: ${missing().join(', ')}`)
  return { postgres }
}
