import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Config, readConfig } from '../platform/config/config.ts'
import { type Running, start } from '../start.ts'
import { createAccount, createDomain, type NewAccount } from '../store/accounts/accounts.ts'
import type { Context } from '../store/context/context.ts'
import type { Engine } from '../store/database/engine.ts'
import { type Login, TestClient } from './testClient.ts'
import { makeTestDatabase } from './testDatabase.ts'

export const TEST_DOMAIN = 'yanshu.test'
export const TEST_PASSWORD = 'Wild-Goose-7'

export interface TestServer {
  readonly context: Context
  readonly url: string
  readonly smtpPort: number
  readonly folder: string
  /** What was logged as a warning or worse. Tests of failures empty it; `stop` throws when an error is left. */
  readonly problems: string[]
  /** Makes `local@yanshu.test` with the test password; answers its id. */
  addUser(local: string, more?: Partial<NewAccount>): Promise<number>
  /** Logs in over HTTP, by full address or local part. */
  login(account: string, password?: string): Promise<TestClient>
  /** Somebody who is not logged in. */
  readonly anybody: TestClient
  /** Moves the server's clock forward, in milliseconds. */
  wait(milliseconds: number): void
  /** Holds the server's clock still, but for `wait`: what is told by it does not depend on how fast the machine is. */
  stopClock(): void
  stop(): Promise<void>
}

/** The real server on free ports, with a folder and a database of its own and nobody in it but one domain. */
export async function startTestServer({
  engine,
  ...settings
}: { engine: Engine } & Partial<Config>): Promise<TestServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-server-'))
  const database = await makeTestDatabase(engine, folder)
  const problems: string[] = []
  const log = (level: string) => (fields: object, message: string) => {
    problems.push(`${level}: ${message} ${describe(fields)}`)
  }
  let skew = 0
  let stoppedAt: number | null = null
  let running: Running
  try {
    running = await start({
      config: {
        ...readConfig({ YANSHU_DATA: folder, YANSHU_HOST: '127.0.0.1', YANSHU_HOSTNAME: 'mail.yanshu.test' }),
        port: 0,
        smtpPort: 0,
        demo: false,
        database: database.address,
        ...settings,
      },
      mailTransport: { lmtpPort: null, trustSpamFlag: false },
      log: { info: () => {}, warn: log('warn'), error: log('error') },
      now: () => (stoppedAt ?? Date.now()) + skew,
    })
  } catch (error) {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  const { context } = running
  await createDomain(context, TEST_DOMAIN)
  const url = `http://127.0.0.1:${running.httpPort}`
  const anybody = new TestClient(url)
  return {
    context,
    url,
    smtpPort: running.smtpPort,
    folder,
    problems,
    anybody,
    addUser: (local, more = {}) =>
      createAccount(context, { address: `${local}@${TEST_DOMAIN}`, name: local, password: TEST_PASSWORD, ...more }),
    login: async (account, password = TEST_PASSWORD) => {
      const login: Login = await anybody.post('mail/apilogin/userLogin', { account, password })
      return new TestClient(url, login)
    },
    wait: (milliseconds) => {
      skew += milliseconds
    },
    stopClock: () => {
      stoppedAt = Date.now()
    },
    stop: async () => {
      await running.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
      const errors = problems.filter((problem) => problem.startsWith('error'))
      if (errors.length > 0) throw new Error(`The server logged errors:\n${errors.join('\n')}`)
    },
  }
}

const describe = (fields: object): string =>
  JSON.stringify(fields, (_key, value) => (value instanceof Error ? (value.stack ?? value.message) : value))
