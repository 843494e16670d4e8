import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rawClient } from '../../mailflow/smtp/rawClient.ts'
import { drafting, sending } from '../../testing/letters.ts'
import { putMail } from '../../testing/putMail.ts'
import { incompressibleText } from '../../testing/random.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { transact } from './transact.ts'

const FULL = 507_001
const LONG = incompressibleText(50_000)

async function deliver(port: number, subject: string): Promise<string> {
  const client = await rawClient(port)
  await client.say('EHLO client.example')
  const reply = await client.send('a@b.example', ['zhang.wei@yanshu.test'], `Subject: ${subject}\r\n\r\n${LONG}`)
  client.close()
  return reply
}

describe('a store with no room left, by SQLite', () => {
  let server: TestServer
  let wei: number
  let person: TestClient
  let mails: number[]

  beforeEach(async () => {
    server = await startTestServer({ engine: 'sqlite' })
    wei = await server.addUser('zhang.wei')
    await server.addUser('li.na')
    person = await server.login('zhang.wei')
    mails = []
    for (let index = 0; index < 30; index++) {
      mails.push(
        (await putMail(server.context, wei, { subject: `第 ${index} 封`, text: `项目 ${index} `.repeat(500) })).mailId,
      )
    }
  })
  afterEach(async () => {
    server.problems.length = 0
    await server.stop()
  })

  /** Limits the store to some more pages, as a full disk does. */
  const leaveRoom = async (pages: number) => {
    const { db } = server.context.store
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + pages)}`.execute(db)
  }
  /** Uses up what single pages still have. */
  const fillUp = async () => {
    const { db } = server.context.store
    await sql`create table filler (content blob)`.execute(db)
    await leaveRoom(0)
    for (const bytes of [100_000, 4_000, 100]) {
      for (let more = true; more; ) {
        more = await db
          .transaction()
          .execute((trx) => sql`insert into filler values (zeroblob(${bytes}))`.execute(trx))
          .then(
            () => true,
            () => false,
          )
      }
    }
  }

  test('given nothing more fits, then people log in, read and delete, and what would enlarge the store is refused', async () => {
    await fillUp()
    const refused = async (path: string, body: unknown) => person.refused('POST', path, body)
    expect(await refused('mail/email/drafts', drafting({ html: LONG }))).toBe(FULL)
    expect(await refused('mail/email/send', sending({ html: LONG }))).toBe(FULL)
    expect(await deliver(server.smtpPort, 'no room')).toMatch(/^452 4\.3\.1 /)

    // People log in in the morning, each with a session of their own.
    for (let index = 0; index < 8; index++) await server.login('zhang.wei')
    await server.anybody.post('oauth/token', {
      grantType: 'refresh_token',
      refreshToken: person.login?.refreshToken ?? '',
    })
    person = await server.login('zhang.wei')
    for (const mailId of mails) await person.post('mail/email/seen/update', { mailIds: [mailId], seen: true })
    expect((await person.get('mail/email/mailbox/list')).list.every(({ seen }) => seen)).toBe(true)

    // Whichever of them needs another page, the reserve is only for these.
    const { db } = server.context.store
    await transact(server.context, (trx) => sql`insert into filler values (zeroblob(20000))`.execute(trx))
    await sql`insert into filler values (zeroblob(20000))`.execute(db)
    expect(await refused('mail/email/drafts', drafting())).toBe(FULL)
    expect(await deliver(server.smtpPort, 'still no room')).toMatch(/^452 4\.3\.1 /)
    expect(existsSync(`${server.context.config.database}-reserve`)).toBe(false)

    await person.post('mail/email/recoverableDelete', { mailIds: mails.slice(0, 15) })
    await person.post('mail/email/delete', { mailIds: mails.slice(0, 15) })
    expect((await person.get('mail/email/mailbox/list')).list).toHaveLength(15)

    await leaveRoom(2_000)
    expect(await deliver(server.smtpPort, 'room')).toMatch(/^250 /)
    expect((await person.post('mail/email/drafts', drafting())).kept).toBe(true)
    expect(existsSync(`${server.context.config.database}-reserve`)).toBe(true)
  })
})

describe('a full disk under PostgreSQL', () => {
  let server: TestServer

  beforeEach(async () => {
    server = await startTestServer({ engine: 'postgres' })
    await server.addUser('zhang.wei')
    await server.addUser('li.na')
  })
  afterEach(async () => {
    server.problems.length = 0
    await server.stop()
  })

  test('given it answers so to mail, then what would grow is refused as such, and people still log in', async () => {
    const person = await server.login('zhang.wei')
    const { db } = server.context.store
    await sql`create function full_disk() returns trigger language plpgsql as $body$ begin
      raise exception 'could not extend file' using errcode = '53100'; end $body$`.execute(db)
    await sql`create trigger full_disk before insert on mail for each row execute function full_disk()`.execute(db)
    expect(await person.refused('POST', 'mail/email/drafts', drafting())).toBe(FULL)
    expect(await person.refused('POST', 'mail/email/send', sending())).toBe(FULL)
    expect(await deliver(server.smtpPort, 'no room')).toMatch(/^452 4\.3\.1 /)
    await server.login('zhang.wei')
  })
})

describe('a folder of files with no room left', () => {
  let mailServer: TestServer
  let full: boolean

  beforeEach(async () => {
    full = false
    const open: typeof fs.open = async (...call) => {
      const file = await fs.open(...call)
      if (!full || call[1] !== 'wx') return file
      return new Proxy(file, {
        get: (target, name) => {
          if (name === 'write') {
            return () => Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }))
          }
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    }
    mailServer = await startTestServer({ engine: 'sqlite', still: true, failing: true, files: { ...fs, open } })
  })
  afterEach(() => mailServer.stop())

  test('given it answers ENOSPC, then files are refused as such, mail stays with its sender, and everything else works', async () => {
    const wei = await mailServer.addUser('zhang.wei')
    await mailServer.addUser('li.na')
    const asWei = await mailServer.as(wei)
    const { port } = await mailServer.startSmtp()
    const before = await asWei.upload('file/upload', 'before.txt', Buffer.from('before'))
    const { mailId } = await putMail(mailServer.context, wei)
    full = true

    expect((await asWei.upload('file/upload', 'a.txt', Buffer.from(LONG))).code).toBe(FULL)
    const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(LONG)])
    expect((await asWei.upload('file/uploadMailPicture', 'a.png', picture)).code).toBe(FULL)
    expect((await asWei.attempt('mail/email/send', sending({ html: LONG }))).code).toBe(FULL)
    expect(await deliver(port, 'no room')).toMatch(/^452 4\.3\.1 /)
    expect(await fs.readdir(`${mailServer.folder}/tmp`)).toEqual([])

    expect(await (await asWei.file(`file/download/${before.data?.fileId}`)).text()).toBe('before')
    expect((await asWei.attempt('mail/email/drafts', drafting())).code).toBe(200)
    expect((await asWei.attempt('mail/email/detail', { mailId })).code).toBe(200)
    expect((await asWei.attempt('mail/email/delete', { mailIds: [mailId] })).code).toBe(200)

    full = false
    expect((await asWei.upload('file/upload', 'a.txt', Buffer.from('a'))).code).toBe(200)
    expect(await deliver(port, 'room')).toMatch(/^250 /)
  })
})
