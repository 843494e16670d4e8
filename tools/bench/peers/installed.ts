import { existsSync, globSync } from 'node:fs'
import type { PeerName } from './names.ts'

/** What each peer needs beside Dovecot and nginx: a file of it, and the Debian package that brings the file. */
const NEEDED: Readonly<Record<PeerName | 'both', Readonly<Record<string, string>>>> = {
  both: { '/usr/lib/dovecot/imap': 'dovecot-imapd', '/usr/sbin/nginx': 'nginx' },
  roundcube: {
    '/usr/share/roundcube/SQL/sqlite.initial.sql': 'roundcube-core',
    '/usr/lib/php/*/pdo_sqlite.so': 'roundcube-sqlite3',
    '/usr/sbin/php-fpm*': 'php-fpm',
  },
  sogo: { '/usr/sbin/sogod': 'sogo', '/usr/bin/memcached': 'memcached', '/usr/bin/psql': 'postgresql-client' },
}

/** Throws a sentence with what to install when a program is missing. */
export function requireInstalled(names: readonly PeerName[]): void {
  const files = { ...NEEDED.both }
  for (const name of names) Object.assign(files, NEEDED[name])
  const missing = Object.entries(files).flatMap(([file, name]) => (globSync(file).length > 0 ? [] : [name]))
  if (missing.length > 0) {
    throw new Error(
      `Missing: ${missing.join(', ')}. Debian: apt-get install --no-install-recommends ${missing.join(' ')}`,
    )
  }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/setpriv')) {
    throw new Error('The peers run as users of their own: run this as root on Linux.')
  }
}

/** The newest php-fpm that is installed. */
export function phpFpm(): string {
  const found = globSync('/usr/sbin/php-fpm*').toSorted().at(-1)
  if (!found) throw new Error('Missing: php-fpm')
  return found
}
