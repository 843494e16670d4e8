import path from 'node:path'
import { freePort } from '../../server/src/testing/freePort.ts'
import { openTestRelay } from '../../server/src/testing/testRelay.ts'
import type { ApiClient } from '../bench/apiClient.ts'
import { type ServerProcess, startServer } from '../bench/serverProcess.ts'
import { ROOT } from '../steps.ts'
import { type Foreign, type Nginx, startNginx, startPostfix } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import { addPeople, logIn } from './operating.ts'
import type { PageMachine } from './pageMachine.ts'
import { DOMAIN, LI_NA, ZHANG_WEI } from './people.ts'

/** A key and a certificate of its own signature. */
export const TLS = path.join(ROOT, 'server/src/testing/test-only-tls')

/** A server with people in it, the programs around it, and two people who are logged in through nginx. */
export interface Organisation {
  readonly page: PageMachine
  /** The address of PostgreSQL's own database. */
  readonly database: string
  readonly server: ServerProcess
  /** The settings of the server. */
  readonly environment: Readonly<Record<string, string>>
  readonly relay: Awaited<ReturnType<typeof openTestRelay>>
  readonly postfix: Foreign
  readonly nginx: Nginx
  /** Where nginx stands before the server. */
  readonly front: string
  /** The other origin of remotes. */
  readonly remotesOrigin: string
  readonly naClient: ApiClient
  readonly weiClient: ApiClient
}

/** Starts Postfix, the server and nginx around a database, and adds the people. */
export async function startOrganisation(
  run: InteropRun,
  page: PageMachine,
  { database, store }: { readonly database: string; readonly store: string },
): Promise<Organisation> {
  const { step, folder } = run
  const relay = await openTestRelay()
  run.atEnd(() => relay.close())
  const lmtpPort = await freePort()
  const nextHop = Number(new URL(relay.url).port)
  const postfix = await step('Postfix runs, with LMTP to the server and a next hop', () =>
    startPostfix(path.join(folder, 'postfix'), { domain: DOMAIN, lmtpPort, nextHop }),
  )
  run.atEnd(() => postfix.stop())
  const remotesPort = await freePort()
  const remotesOrigin = `http://127.0.0.1:${remotesPort}`
  const environment = {
    DATABASE_URL: store,
    YANSHU_LMTP_PORT: String(lmtpPort),
    YANSHU_RELAY: `smtp://127.0.0.1:${postfix.port}`,
    YANSHU_TRUST_PROXY: '1',
    YANSHU_TLS_KEY: path.join(TLS, 'key.pem'),
    YANSHU_TLS_CERT: path.join(TLS, 'cert.pem'),
    YANSHU_HOSTNAME: 'mail.yanshu.test',
    YANSHU_SUBMISSION_PORT: String(await freePort()),
    YANSHU_SUBMISSIONS_PORT: String(await freePort()),
    YANSHU_REMOTES_URL: remotesOrigin,
    YANSHU_CLIENT: page.at('/opt/yanshu/dist'),
  }
  const data = page.at('/var/lib/yanshu')
  page.use({ ...environment, YANSHU_DATA: data })
  const server = await step('The server starts on it', () => startServer(data, [], environment))
  run.atEnd(() => server.stop())
  await addPeople(run, { page })
  const nginx = await step('nginx stands in front, and before the remotes of another origin', () =>
    startNginx(path.join(folder, 'nginx'), [server.url], { port: remotesPort, dist: page.at('/opt/yanshu/dist') }),
  )
  run.atEnd(() => nginx.stop())
  const front = `http://127.0.0.1:${nginx.port}`
  const naClient = await step('Somebody logs in through nginx', () => logIn(front, LI_NA))
  const weiClient = await logIn(front, ZHANG_WEI)
  return { page, database, server, environment, relay, postfix, nginx, front, remotesOrigin, naClient, weiClient }
}
