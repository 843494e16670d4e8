import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { type MailTransport, mailTransportOf } from '../mailflow/mailTransport.ts'
import { type RunningSmtp, type SmtpOptions, startSmtp } from '../mailflow/smtp/smtpServer.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { buildServiceApp } from '../serviceApp.ts'
import { start } from '../start.ts'
import { createDomain, insertAccount, type NewAccount } from '../store/accounts/accounts.ts'
import { hashGenerated } from '../store/accounts/password.ts'
import type { BlobFiles } from '../store/blobs/fileBlobStore.ts'
import type { Context } from '../store/context/context.ts'
import { type OpenOptions, openContext } from '../store/context/openContext.ts'
import type { Engine } from '../store/database/engine.ts'
import { transact } from '../store/database/transact.ts'
import { jobsOf } from '../store/jobs/index.ts'
import type { SystemRole } from '../store/mailbox/roles.ts'
import { openSession } from '../store/sessions/session.service.ts'
import { listMails, type StoredMail } from './listMails.ts'
import { temporaryRoot } from './temporaryRoot.ts'
import { TestClient } from './testClient.ts'
import { makeTestDatabase } from './testDatabase.ts'

export const TEST_DOMAIN = 'yanshu.test'
export const TEST_PASSWORD = 'Wild-Goose-7'

export interface TestServerOptions extends Partial<Config> {
  readonly engine: Engine
  /**
   * Nothing moves by itself: mail is taken in, sent on, swept and indexed when the test demands it, HTTP listens from the
   * first `as` on, SMTP from `startSmtp` on.
   */
  readonly still?: boolean
  /** What writes and reads the files of a still server. A test hands in a disk that is full. */
  readonly files?: BlobFiles
  /** The time of the server's clock at first, for tests of fixed dates: what is in the past then stays so. */
  readonly startsAt?: number
  /** The test is about failures: errors that are logged do not make `stop` throw. */
  readonly failing?: boolean
}

/** The real server, with its mail transport, on a folder and a database of its own. */
export interface TestServer extends MailTransport {
  readonly context: Context
  readonly url: string
  /** 0 for a still server, whose ports `startSmtp` answers. */
  readonly smtpPort: number
  readonly folder: string
  /** What was logged as a warning or worse. Tests of failures empty it; `stop` throws when an error is left. */
  readonly problems: string[]
  /** Makes `local@yanshu.test` with the test password; answers its id. */
  addUser(local: string, more?: Partial<NewAccount> & { readonly disabled?: boolean }): Promise<number>
  /** Logs in over HTTP, by full address or local part. */
  login(account: string, password?: string): Promise<TestClient>
  /** A client whose session is open, whatever the time of the clock. */
  as(accountId: number): Promise<TestClient>
  /** A client that is not logged in. */
  readonly anybody: TestClient
  /** What lies in a folder, the inbox if none is named, oldest first. */
  mailsOf(accountId: number, role?: SystemRole): Promise<StoredMail[]>
  /** Moves the server's clock forward, in milliseconds. */
  wait(milliseconds: number): void
  /** Holds the server's clock still, but for `wait`: what depends on the time does not depend on how fast the machine is. */
  stopClock(): void
  /** Lets one more SMTP or LMTP server listen, until `stop`. */
  startSmtp(options?: Partial<SmtpOptions>): Promise<RunningSmtp>
  /** What must be closed before the server. */
  closing(close: () => unknown): void
  stop(): Promise<void>
}

/** Starts the real server on free ports, with one domain and no account. */
export async function startTestServer({
  engine,
  still = false,
  files,
  startsAt,
  failing = false,
  ...settings
}: TestServerOptions): Promise<TestServer> {
  const folder = await mkdtemp(path.join(temporaryRoot(), 'yanshu-server-'))
  const database = await makeTestDatabase(engine, folder)
  const forget = async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  const config: Config = {
    ...readConfig({ YANSHU_DATA: folder, YANSHU_HOST: '127.0.0.1', YANSHU_HOSTNAME: 'mail.yanshu.test' }),
    port: 0,
    smtpPort: 0,
    demo: false,
    sms: null,
    // Tests of failed logins would else have to solve puzzles.
    loginChallenge: null,
    database: database.address,
    ...settings,
  }
  const problems: string[] = []
  const noting = (level: string) => (fields: object, message: string) => {
    problems.push(`${level}: ${message} ${describe(fields)}`)
  }
  const log = { info: () => {}, warn: noting('warn'), error: noting('error') }
  let skew = startsAt === undefined ? 0 : startsAt - Date.now()
  let stoppedAt: number | null = null
  const now = () => (stoppedAt ?? Date.now()) + skew
  const opening = still
    ? openParts({ config, log, now, ...(files ? { files } : {}) })
    : start({ config, mailTransport: { lmtpPort: null, trustSpamFlag: false, trustAuthentication: false }, log, now })
  const running: Parts = await opening.catch(async (error: unknown) => {
    await forget()
    throw error
  })
  const { context } = running
  await createDomain(context, TEST_DOMAIN)
  const parts = mailTransportOf(context)
  const closers: (() => unknown)[] = []
  let url = running.httpPort ? `http://127.0.0.1:${running.httpPort}` : ''
  const listen = async () => {
    if (url) return
    const app = await buildServiceApp(context)
    closers.push(() => app.close())
    url = await app.listen({ port: 0, host: config.host })
  }
  return {
    ...parts,
    context,
    get url() {
      return url
    },
    smtpPort: running.smtpPort ?? 0,
    folder,
    problems,
    get anybody() {
      return new TestClient(url)
    },
    addUser: async (local, { disabled = false, ...more } = {}) => {
      const account = { address: `${local}@${TEST_DOMAIN}`, name: local, password: TEST_PASSWORD, ...more }
      const hash = await hashOf(account.password)
      return transact(context, async (trx) => {
        const id = await insertAccount(trx, context, account, hash)
        if (disabled) await trx.updateTable('account').set({ disabled: 1 }).where('id', '=', id).execute()
        return id
      })
    },
    login: async (account, password = TEST_PASSWORD) => {
      const answer = await new TestClient(url).post('mail/apilogin/userLogin', { account, password })
      if (answer.secondVerified) throw new Error(`${account} needs a second step`)
      return new TestClient(url, answer)
    },
    as: async (accountId) => {
      await listen()
      return new TestClient(url, await sessionOf(context, accountId))
    },
    mailsOf: (accountId, role = 'inbox') => listMails(context.store.db, accountId, role),
    wait: (milliseconds) => {
      skew += milliseconds
    },
    stopClock: () => {
      stoppedAt = Date.now()
    },
    startSmtp: async (options = {}) => {
      const smtp = await startSmtp({ context, ...parts }, { port: 0, ...options })
      closers.push(() => smtp.stop())
      return smtp
    },
    closing: (close) => void closers.push(close),
    stop: async () => {
      for (const close of closers.splice(0).reverse()) await close()
      await running.stop()
      await forget()
      const errors = problems.filter((problem) => problem.startsWith('error'))
      if (!failing && errors.length > 0) throw new Error(`The server logged errors:\n${errors.join('\n')}`)
    },
  }
}

interface Parts {
  readonly context: Context
  readonly httpPort?: number
  readonly smtpPort?: number
  stop(): Promise<void>
}

/** The parts of a server of which none moves by itself. */
async function openParts(options: OpenOptions): Promise<Parts> {
  const { context, close } = await openContext(options)
  const { dispatcher, deliverer, preparer } = mailTransportOf(context)
  const stop = async () => {
    await dispatcher.stop()
    await deliverer.idle()
    await jobsOf(context).stop()
    await preparer.stop()
    await close()
  }
  return { context, stop }
}

/**
 * Nearly all accounts have the same password. It is kept as generated ones are, whose hash is not slow, so that the login of
 * a test costs what a login costs besides.
 */
const hashes = new Map<string, Promise<string>>()
function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashGenerated(password)
  hashes.set(password, hash)
  return hash
}

/** One at a time: PostgreSQL ends one of two statements that write the same sessions in another order. */
let lengthened: Promise<unknown> = Promise.resolve()

async function sessionOf(context: Context, accountId: number) {
  const { db } = context.store
  const tokens = await openSession(context, accountId, { userAgent: '', ip: '' })
  // Tests move the clock by days; that is not what ends their sessions.
  const lengthen = () =>
    db
      .updateTable('session')
      .set({ access_expires_at: Number.MAX_SAFE_INTEGER })
      .where('account_id', '=', accountId)
      .execute()
  lengthened = lengthened.then(lengthen, lengthen)
  await lengthened
  const account = db.selectFrom('account').select('address as userMail').where('id', '=', accountId)
  return { ...tokens, ...(await account.executeTakeFirstOrThrow()) }
}

const describe = (fields: object): string =>
  JSON.stringify(fields, (_key, value) => (value instanceof Error ? (value.stack ?? value.message) : value))
