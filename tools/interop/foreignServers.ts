import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/src/testing/freePort.ts'

/** Runs a program to its end. Throws with its output when it fails. */
export function run(program: string, parameters: readonly string[], input: string | Uint8Array = ''): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { input, encoding: 'utf8', timeout: 60_000 })
  if (status !== 0)
    throw error ?? new Error(`${program} ${parameters.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
  return stdout
}

export interface Foreign {
  readonly port: number
  /** Its log, for the message of a failure. */
  log(): string
  stop(): Promise<void>
}

const SERVICES = [
  'pickup unix n - n 60 1 pickup',
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'tlsmgr unix - - n 300 1 tlsmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'verify unix - - n - 1 verify',
  'flush unix n - n 300 0 flush',
  'proxymap unix - - n - - proxymap',
  'smtp unix - - n - - smtp',
  'relay unix - - n - - smtp',
  'showq unix n - n - - showq',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'discard unix - - n - - discard',
  'lmtp unix - - n - - lmtp',
  'anvil unix - - n - 1 anvil',
  'scache unix - - n - 1 scache',
  'postlog unix-dgram n - n - 1 postlogd',
] as const

/**
 * A Postfix of its own, as the README's example has one in front: mail for the domain goes to this server by LMTP,
 * everything else to the next hop.
 */
export async function startPostfix(
  folder: string,
  { domain, lmtpPort, nextHop }: { readonly domain: string; readonly lmtpPort: number; readonly nextHop: number },
): Promise<Foreign> {
  const port = await freePort()
  const etc = path.join(folder, 'etc')
  const log = path.join(folder, 'mail.log')
  mkdirSync(etc, { recursive: true })
  for (const one of [folder, etc]) chmodSync(one, 0o755)
  mkdirSync(path.join(folder, 'queue'))
  mkdirSync(path.join(folder, 'data'))
  run('chown', ['postfix', path.join(folder, 'data')])
  const settings = {
    compatibility_level: '3.6',
    queue_directory: path.join(folder, 'queue'),
    data_directory: path.join(folder, 'data'),
    maillog_file: log,
    maillog_file_prefixes: folder,
    myhostname: `mx.${domain}`,
    mydestination: '',
    alias_maps: '',
    alias_database: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    smtpd_relay_restrictions: 'permit_mynetworks, reject_unauth_destination',
    virtual_mailbox_domains: domain,
    virtual_transport: `lmtp:inet:127.0.0.1:${lmtpPort}`,
    relayhost: `[127.0.0.1]:${nextHop}`,
    smtp_host_lookup: 'native',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync(path.join(etc, 'main.cf'), lines.join(''))
  writeFileSync(path.join(etc, 'master.cf'), [`127.0.0.1:${port} inet n - n - - smtpd`, ...SERVICES, ''].join('\n'))
  run('/usr/sbin/postfix', ['-c', etc, 'start'])
  return {
    port,
    log: () => readFileSync(log, 'utf8'),
    stop: async () => {
      run('/usr/sbin/postfix', ['-c', etc, 'stop'])
    },
  }
}

const NGINX_FOLDER = path.resolve(import.meta.dirname, '../../deploy/nginx')

export interface Nginx extends Foreign {
  /** The port of HTTPS, with a certificate that no authority has signed. */
  readonly tlsPort: number
  /** Sends calls to these servers alone, as an operator does who removes one to upgrade it. */
  use(upstreams: readonly string[]): void
}

/**
 * An nginx of its own in front of servers, with the files that the documentation gives to operators.
 * @param remotes the port of the other origin of remotes, and the built client whose files it reads
 */
export async function startNginx(
  folder: string,
  upstreams: readonly string[],
  remotes: { readonly port: number; readonly dist: string },
): Promise<Nginx> {
  const port = await freePort()
  const tlsPort = await freePort()
  const log = path.join(folder, 'error.log')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const key = path.join(folder, 'key.pem')
  const certificate = path.join(folder, 'certificate.pem')
  run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=mail.interop.test'],
    ...['-keyout', key, '-out', certificate],
  ])
  const configurationFor = (servers: readonly string[]) => {
    const ours = readFileSync(path.join(NGINX_FOLDER, 'yanshu.conf'), 'utf8')
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('# listen 443 ', `listen 127.0.0.1:${tlsPort} `)
      .replace(/# ssl_certificate +.*;/, `ssl_certificate ${certificate};`)
      .replace(/# ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replace('server_name MAIL.EXAMPLE.ORG;', 'server_name _;')
      .replace(/server 127\.0\.0\.1:8080( .*;)/, (_line, options) =>
        servers.map((server) => `server ${new URL(server).host}${options}`).join('\n    '),
      )
      .replace('/var/cache/yanshu-nginx', path.join(folder, 'cache'))
    const others = readFileSync(path.join(NGINX_FOLDER, 'remotes.conf'), 'utf8')
      .replace('listen 80;', `listen 127.0.0.1:${remotes.port};`)
      .replace('server_name STATIC.EXAMPLE.ORG;', 'server_name _;')
      .replace('/opt/yanshu/dist', remotes.dist)
    return `include /etc/nginx/modules-enabled/*brotli*.conf;
user www-data;
error_log ${log};
pid ${folder}/nginx.pid;
events {}
http {
${temporary}
  access_log off;
${ours}
${others}
}
`
  }
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, configurationFor(upstreams))
  const child = spawn('/usr/sbin/nginx', ['-c', file, '-e', log, '-g', 'daemon off;'], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await until('nginx answers', async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok)
  return {
    port,
    tlsPort,
    use: (servers) => {
      writeFileSync(file, configurationFor(servers))
      child.kill('SIGHUP')
    },
    log: () => readFileSync(log, 'utf8'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const PATIENCE_MS = 45_000

/** Asks until it is so. Throws after a while, with what the last asking threw. */
export async function until(what: string, ask: () => Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  const end = Date.now() + patienceMs
  let last: unknown = null
  while (Date.now() < end) {
    try {
      if (await ask()) return
    } catch (error) {
      last = error
    }
    await wait(100)
  }
  throw new Error(`not so after ${patienceMs / 1_000} s: ${what}`, { cause: last })
}
