import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { freePort } from '../../server/src/testing/freePort.ts'
import { ROOT } from '../steps.ts'
import { type Foreign, run as runProgram, until } from './foreignServers.ts'

/** Who owns the mail of Dovecot. */
export const DOVECOT_OWNER = 'vmail-yanshu'

/** Makes {@link DOVECOT_OWNER} on this machine where it is not there yet. */
export function ensureDovecotOwner(): void {
  if (spawnSync('id', [DOVECOT_OWNER]).status === 0) return
  runProgram('useradd', ['--system', '--no-create-home', DOVECOT_OWNER])
}

const lmtpOn = (port: number): string => `service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${port}
  }
}
protocol lmtp {
  postmaster_address = postmaster@localhost
}
`

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })

const sieveOn = (port: number, scripts: string): string => `service managesieve-login {
  inet_listener sieve {
    address = 127.0.0.1
    port = ${port}
  }
}
plugin {
  sieve = file:${scripts}/%u;active=${scripts}/%u.active
}
`

function writeScript(scripts: string, address: string, script: string): void {
  mkdirSync(path.join(scripts, address), { recursive: true })
  writeFileSync(path.join(scripts, address, 'main.sieve'), script)
  symlinkSync(path.join(address, 'main.sieve'), path.join(scripts, `${address}.active`))
  runProgram('chown', ['-R', DOVECOT_OWNER, scripts])
}

interface OneMailbox {
  readonly address: string
  readonly password: string
  /** Where it accepts mail by LMTP; null for nowhere. */
  readonly lmtpPort: number | null
  /** The script of its filters, offered by ManageSieve on a port; without it none are. */
  readonly sieve?: { readonly port: number; readonly script: string }
  /** Writes what lies in its Maildir before. */
  readonly fill: (maildir: string) => void
}

/** A Dovecot of its own with one mailbox, which asks for TLS and has a certificate of its own signature. */
export async function startDovecot(
  folder: string,
  { address, password, lmtpPort, sieve, fill }: OneMailbox,
): Promise<Foreign> {
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  ensureDovecotOwner()
  const maildir = path.join(folder, 'mail', address)
  mkdirSync(maildir, { recursive: true })
  fill(maildir)
  runProgram('chown', ['-R', DOVECOT_OWNER, path.join(folder, 'mail')])
  const scripts = path.join(folder, 'sieve')
  if (sieve) writeScript(scripts, address, sieve.script)
  const users = path.join(folder, 'users')
  writeFileSync(users, `${address}:{PLAIN}${password}\n`)
  const tls = path.join(ROOT, 'server/src/testing/test-only-tls')
  const log = path.join(folder, 'dovecot.log')
  const conf = path.join(folder, 'dovecot.conf')
  writeFileSync(
    conf,
    `base_dir = ${path.join(folder, 'run')}
state_dir = ${path.join(folder, 'state')}
log_path = ${log}
protocols = imap${lmtpPort === null ? '' : ' lmtp'}${sieve ? ' sieve' : ''}
listen = 127.0.0.1
ssl = required
ssl_cert = <${path.join(tls, 'cert.pem')}
ssl_key = <${path.join(tls, 'key.pem')}
mail_max_userip_connections = 100
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
passdb {
  driver = passwd-file
  args = ${users}
}
userdb {
  driver = static
  args = uid=${DOVECOT_OWNER} gid=${DOVECOT_OWNER} home=${path.join(folder, 'mail')}/%u
}
${lmtpPort === null ? '' : lmtpOn(lmtpPort)}${sieve ? sieveOn(sieve.port, scripts) : ''}mail_location = maildir:~/
first_valid_uid = 1
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
  }
}
`,
  )
  const child = spawn('/usr/sbin/dovecot', ['-F', '-c', conf], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await until('Dovecot listens', () => listens(port))
  return {
    port,
    log: () => readFileSync(log, 'utf8'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
