import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../../server/src/testing/freePort.ts'
import { startPostgresServer } from '../../../server/src/testing/postgresServer.ts'
import { OWNER, PASSWORD } from '../mailbox.ts'
import { give, type Processes, run } from './processes.ts'
import type { MailPorts } from './roundcube.ts'

const SOGO_USER = 'sogo'
/** The name that the owner of the mailbox logs in with. */
export const SOGO_LOGIN = 'zhangwei'
const RESOURCES = '/usr/lib/GNUstep/SOGo/WebServerResources'
/** As many as the service that Debian installs. */
const WORKERS = 3

export interface SogoServer {
  readonly port: number
  stop(): Promise<void>
}

/** SOGo as Debian installs it, with PostgreSQL and memcached of its own; its settings are given on the command line. */
export async function startSogo(processes: Processes, data: string, { imap, smtp }: MailPorts): Promise<SogoServer> {
  const folder = path.join(data, 'sogo')
  await mkdir(folder, { recursive: true })
  give(folder, SOGO_USER)
  const database = await startPostgresServer()
  try {
    makePerson(database.address)
    const memcached = await freePort()
    await processes.start(
      { name: 'memcached', command: ['memcached', '-l', '127.0.0.1', '-p', String(memcached)], user: SOGO_USER },
      memcached,
    )
    const port = await freePort()
    const tables = database.address.replace('postgres://postgres@', 'postgresql://postgres:none@')
    const settings = {
      WOPort: `127.0.0.1:${port}`,
      WOWorkersCount: String(WORKERS),
      WONoDetach: 'YES',
      WOPidFile: `${folder}/sogo.pid`,
      WOLogFile: `${folder}/sogo.log`,
      SOGoProfileURL: `${tables}/sogo_user_profile`,
      OCSFolderInfoURL: `${tables}/sogo_folder_info`,
      OCSSessionsFolderURL: `${tables}/sogo_sessions_folder`,
      OCSEMailAlarmsFolderURL: `${tables}/sogo_alarms_folder`,
      SOGoUserSources: `({ type = sql; id = people; viewURL = "${tables}/people"; userPasswordAlgorithm = plain; canAuthenticate = YES; isAddressBook = NO; })`,
      SOGoMemcachedHost: `127.0.0.1:${memcached}`,
      SOGoIMAPServer: `imap://127.0.0.1:${imap}`,
      SOGoMailingMechanism: 'smtp',
      SOGoSMTPServer: `smtp://127.0.0.1:${smtp}`,
      SOGoSentFolderName: 'Sent',
      SOGoTrashFolderName: 'Trash',
      SOGoDraftsFolderName: 'Drafts',
      SOGoMailDomain: 'bench.test',
      SOGoLoginModule: 'Mail',
      SOGoMailMessageCheck: 'manually',
      SOGoTimeZone: 'Asia/Shanghai',
      SOGoSieveScriptsEnabled: 'NO',
    }
    const parameters = Object.entries(settings).flatMap(([name, value]) => [`-${name}`, value])
    await processes.start(
      {
        name: 'SOGo',
        command: ['/usr/sbin/sogod', ...parameters],
        user: SOGO_USER,
        environment: { HOME: folder, LANG: 'C.UTF-8' },
      },
      port,
    )
    return { port, stop: database.stop }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** The table that SOGo looks its users up in. */
function makePerson(address: string): void {
  run('psql', [
    ...[address, '--quiet', '--set=ON_ERROR_STOP=1', '--command'],
    `CREATE TABLE people (c_uid text, c_name text, c_password text, c_cn text, mail text);
     INSERT INTO people VALUES ('${SOGO_LOGIN}', '${SOGO_LOGIN}', '${PASSWORD}', '张伟', '${OWNER}')`,
  ])
}

/** nginx's part, as SOGo's own installation guide has it. */
export const sogoSite = (port: number, sogo: number): string => `
  server {
    listen 127.0.0.1:${port};
    location /SOGo.woa/WebServerResources/ {
      alias ${RESOURCES}/;
      expires 1M;
    }
    location ~ ^/SOGo/so/ControlPanel/Products/([^/]*)/Resources/(.*)$ {
      alias /usr/lib/GNUstep/SOGo/$1.SOGo/Resources/$2;
    }
    location / {
      proxy_pass http://127.0.0.1:${sogo};
      proxy_http_version 1.1;
      proxy_buffer_size 64k;
      proxy_buffers 8 64k;
      proxy_set_header Host $http_host;
      proxy_set_header x-webobjects-server-protocol HTTP/1.0;
      proxy_set_header x-webobjects-remote-host 127.0.0.1;
      proxy_set_header x-webobjects-server-name $server_name;
      proxy_set_header x-webobjects-server-url http://$http_host;
      proxy_set_header x-webobjects-server-port ${port};
    }
  }`
