import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../../server/src/testing/freePort.ts'
import type { Say } from '../say.ts'
import { type Dovecot, startDovecot } from './dovecot.ts'
import { requireInstalled } from './installed.ts'
import type { PeerName } from './names.ts'
import { Processes } from './processes.ts'
import { roundcubeSite, startRoundcube } from './roundcube.ts'
import { startSmtpSink } from './smtpSink.ts'
import { sogoSite, startSogo } from './sogo.ts'

export interface Peers {
  /** Addresses of those that were asked for. */
  readonly urls: Readonly<Partial<Record<PeerName, string>>>
  readonly store: Dovecot
  stop(): Promise<void>
}

/**
 * Starts peers and what they need on free ports, with all they write in one new folder that `stop` removes. They must be
 * installed (docs/performance.md); nothing of the system is changed.
 */
export async function startPeers(names: readonly PeerName[], mails: number, say: Say): Promise<Peers> {
  requireInstalled(names)
  const data = mkdtempSync(path.join(tmpdir(), 'yanshu-peers-'))
  // Every program runs as a user of its own and has to find its folder.
  chmodSync(data, 0o755)
  const processes = new Processes()
  const sink = await startSmtpSink()
  const stops = [() => rm(data, { recursive: true, force: true }), sink.stop]
  const stop = async () => {
    await processes.stop()
    for (const one of stops.toReversed()) await one()
  }
  try {
    const store = await say.step('Mailbox of the peers', () => startDovecot(processes, data, mails))
    const ports = { imap: store.port, smtp: sink.port }
    const urls: Partial<Record<PeerName, string>> = {}
    const sites: string[] = []
    let site = 0
    if (names.includes('roundcube')) {
      site = await freePort()
      sites.push(roundcubeSite(site, await startRoundcube(processes, data, ports)))
      urls.roundcube = `http://127.0.0.1:${site}/`
    }
    if (names.includes('sogo')) {
      site = await freePort()
      const sogo = await startSogo(processes, data, ports)
      stops.push(sogo.stop)
      sites.push(sogoSite(site, sogo.port))
      urls.sogo = `http://127.0.0.1:${site}/SOGo/`
    }
    await startNginx(processes, path.join(data, 'nginx'), sites, site)
    return { urls, store, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startNginx(processes: Processes, folder: string, sites: readonly string[], port: number) {
  await mkdir(folder)
  const config = path.join(folder, 'nginx.conf')
  writeFileSync(config, configuration(folder, sites))
  await processes.start({ name: 'nginx', command: ['nginx', '-c', config] }, port)
}

const configuration = (folder: string, sites: readonly string[]): string => `
daemon off;
user www-data;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  client_max_body_size 50m;
  gzip on;
  gzip_static on;
  gzip_types text/css application/javascript text/javascript application/json image/svg+xml text/plain;
${sites.join('\n')}
}
`
