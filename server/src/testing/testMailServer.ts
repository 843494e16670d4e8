import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { PostBody, PostData, PostPath } from '@yanshu/contracts'
import { mailTransportOf } from '../mailflow/mailTransport.ts'
import { type SmtpOptions, startSmtp } from '../mailflow/smtp/smtpServer.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { buildServiceApp } from '../serviceApp.ts'
import { createDomain, insertAccount } from '../store/accounts/accounts.ts'
import type { BlobFiles } from '../store/blobs/fileBlobStore.ts'
import type { Context } from '../store/context/context.ts'
import { openContext } from '../store/context/openContext.ts'
import type { Engine } from '../store/database/engine.ts'
import { transact } from '../store/database/transact.ts'
import { folderOfRole } from '../store/mailbox/index.ts'
import type { SystemRole } from '../store/mailbox/roles.ts'
import { openSession } from '../store/sessions/session.service.ts'
import { makeTestDatabase } from './testDatabase.ts'
import { TEST_DOMAIN } from './testServer.ts'

export type TestMailServer = Awaited<ReturnType<typeof openTestMailServer>>

/** The mail side of the server with real parts on a store and a folder of its own. */
export async function openTestMailServer(engine: Engine, settings: Partial<Config> = {}, files?: BlobFiles) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-mail-server-'))
  const database = await makeTestDatabase(engine, folder)
  const config: Config = {
    ...readConfig({ YANSHU_DATA: folder, YANSHU_HOSTNAME: 'mail.yanshu.test', YANSHU_HOST: '127.0.0.1' }),
    smtpPort: 0,
    database: database.address,
    ...settings,
  }
  let skew = 0
  const problems: string[] = []
  const { context, close } = await openContext({
    config,
    log: {
      info: () => {},
      warn: (fields, message) => problems.push(`${message} ${JSON.stringify(fields)}`),
      error: (fields, message) => problems.push(`${message} ${JSON.stringify(fields)}`),
    },
    now: () => Date.now() + skew,
    ...(files ? { files } : {}),
  })
  const { preparer, steps, deliverer, bouncer, dispatcher } = mailTransportOf(context)
  const closers: (() => Promise<void>)[] = []
  const { db } = context.store

  await createDomain(context, TEST_DOMAIN)

  /** Somebody who logs in by no password; `quota` in bytes. */
  const addUser = async (local: string, more: { quota?: number; disabled?: boolean; admin?: boolean } = {}) => {
    const { quota = 0, disabled = false, admin = false } = more
    const account = { address: `${local}@${TEST_DOMAIN}`, name: local, password: '', quotaBytes: quota, isAdmin: admin }
    const id = await transact(context, (trx) => insertAccount(trx, context, account, ''))
    if (disabled) await db.updateTable('account').set({ disabled: 1 }).where('id', '=', id).execute()
    return id
  }

  /** What lies in a folder, oldest first. */
  const mailsOf = async (accountId: number, role: SystemRole = 'inbox') =>
    db
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .innerJoin('message_body', 'message_body.message_id', 'message.id')
      .selectAll('message')
      .select([
        'mail.id as mailId',
        'mail.system_notice',
        'mail.seen',
        'mail.replied',
        'mail.forwarded',
        'mail.bcc_list',
      ])
      .select(['message_body.html', 'message_body.text'])
      .where('mail.account_id', '=', accountId)
      .where('mail.folder_id', '=', await folderOfRole(db, accountId, role))
      .orderBy('mail.id')
      .execute()

  return {
    context,
    folder,
    problems,
    preparer,
    steps,
    deliverer,
    bouncer,
    dispatcher,
    addUser,
    mailsOf,
    /** Moves the clock of the server, in milliseconds. */
    wait: (milliseconds: number) => {
      skew += milliseconds
    },
    startSmtp: async (options: Partial<SmtpOptions> = {}) => {
      const smtp = await startSmtp({ context, preparer, steps, deliverer, bouncer }, { port: 0, ...options })
      closers.push(() => smtp.stop())
      return smtp
    },
    /** The HTTP side, and a client for each account. */
    startHttp: async () => {
      const app = await buildServiceApp(context)
      const origin = await app.listen({ port: 0, host: '127.0.0.1' })
      closers.push(() => app.close())
      return (accountId: number) => testCaller(context, origin, accountId)
    },
    /** What must be closed before the store. */
    closing: (close: () => Promise<void>) => {
      closers.push(close)
    },
    close: async () => {
      for (const close of closers.reverse()) await close()
      await dispatcher.stop()
      await deliverer.idle()
      await steps.effects.stop()
      await preparer.stop()
      await close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A client that is logged in as somebody. */
async function testCaller(context: Context, origin: string, accountId: number) {
  const { accessToken: token } = await openSession(context, accountId, { userAgent: '', ip: '' })
  // Tests move the clock by days; that is not what ends their sessions.
  await context.store.db
    .updateTable('session')
    .set({ access_expires_at: Number.MAX_SAFE_INTEGER })
    .where('account_id', '=', accountId)
    .execute()
  const authorization = `Bearer ${token}`
  return {
    /** Posts JSON and answers the envelope. */
    post: async <P extends PostPath>(call: P, body: PostBody<P>) => {
      const response = await fetch(`${origin}/api/${call}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer: { code: number; message: string; data: PostData<P> | null } = await response.json()
      return { status: response.status, ...answer }
    },
    /** Asks as the client does. */
    ask: async (path: string): Promise<{ code: number; data: unknown }> =>
      (await fetch(`${origin}/api/${path}`, { headers: { authorization } })).json(),
    upload: async (call: 'file/upload' | 'file/uploadMailPicture', name: string, content: Uint8Array<ArrayBuffer>) => {
      const form = new FormData()
      form.append('file', new Blob([content]), name)
      const response = await fetch(`${origin}/api/${call}`, { method: 'POST', headers: { authorization }, body: form })
      const answer: { code: number; message: string; data: { fileId: string; id: string; url: string } | null } =
        await response.json()
      return answer
    },
    /** Fetches a file as a plain link does: by the cookie. */
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${origin}/api/${path}`, { headers: { ...headers, cookie: `safeMailToken=${token}` } }),
  }
}

export type TestCaller = Awaited<ReturnType<typeof testCaller>>
