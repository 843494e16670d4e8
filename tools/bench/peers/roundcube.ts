import { symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../../server/src/testing/freePort.ts'
import { phpFpm } from './installed.ts'
import { give, type Processes } from './processes.ts'

const WEB_USER = 'www-data'
const SETTINGS = '/etc/roundcube'

/** Where the peers find mail, and where they send it. */
export interface MailPorts {
  readonly imap: number
  readonly smtp: number
}

/**
 * Roundcube as Debian installs it, with its settings, database and files in `data`: php-fpm with opcache, SQLite, no
 * plugins, the skin and page of 50 that it brings. Answers the port of php-fpm.
 */
export async function startRoundcube(processes: Processes, data: string, { imap, smtp }: MailPorts): Promise<number> {
  const folder = path.join(data, 'roundcube')
  const settings = path.join(folder, 'settings')
  await mkdir(settings, { recursive: true })
  for (const name of ['temp', 'logs', 'db']) {
    await mkdir(path.join(folder, name))
    give(path.join(folder, name), WEB_USER)
  }
  for (const name of ['defaults.inc.php', 'mimetypes.php']) {
    symlinkSync(path.join(SETTINGS, name), path.join(settings, name))
  }
  writeFileSync(path.join(settings, 'config.inc.php'), configuration(folder, { imap, smtp }))
  const port = await freePort()
  const pool = path.join(folder, 'php-fpm.conf')
  writeFileSync(pool, phpPool(folder, settings, port))
  await processes.start({ name: 'php-fpm', command: [phpFpm(), '-F', '-y', pool] }, port)
  return port
}

/** nginx's part: files by itself, everything else to php-fpm. */
export const roundcubeSite = (port: number, php: number): string => `
  server {
    listen 127.0.0.1:${port};
    root /var/lib/roundcube/public_html;
    index index.php;
    location / {
      expires 1M;
    }
    location ~ \\.php$ {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_pass 127.0.0.1:${php};
    }
  }`

/** Searches look into subjects alone, as the scenario does. */
const configuration = (folder: string, { imap, smtp }: MailPorts): string => `<?php
$config = [
  'db_dsnw' => 'sqlite:///${folder}/db/roundcube.db?mode=0640',
  'imap_host' => '127.0.0.1:${imap}',
  'smtp_host' => '127.0.0.1:${smtp}',
  'smtp_user' => '',
  'smtp_pass' => '',
  'des_key' => 'a-key-of-twenty-four-let',
  'plugins' => [],
  'skin' => 'elastic',
  'enable_spellcheck' => false,
  'temp_dir' => '${folder}/temp',
  'log_dir' => '${folder}/logs',
  'search_mods' => ['*' => ['subject' => 1]],
];
`

const phpPool = (folder: string, settings: string, port: number): string => `
[global]
error_log = ${folder}/php-fpm.log
daemonize = no
[www]
user = ${WEB_USER}
group = ${WEB_USER}
listen = 127.0.0.1:${port}
pm = static
pm.max_children = 4
env[ROUNDCUBE_CONFIG_DIR] = ${settings}
php_admin_value[opcache.enable] = 1
`
