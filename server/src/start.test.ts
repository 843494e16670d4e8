import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DEMO_DOMAIN, DEMO_PASSWORD, MAIN_ACCOUNTS } from '@yanshu/demo/organisation'
import { describe, expect, test } from 'vitest'
import { readConfig } from './platform/config/config.ts'
import { DataFolderTakenError } from './platform/config/dataFolderLock.ts'
import { type Running, start } from './start.ts'
import { openStore } from './store/database/open.ts'
import { TestClient } from './testing/testClient.ts'
import { engines, makeTestDatabase } from './testing/testDatabase.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

async function withFolder(work: (open: (more?: object) => Promise<Running>, folder: string) => Promise<void>) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-start-'))
  const config = { ...readConfig({ YANSHU_DATA: folder, YANSHU_HOST: '127.0.0.1' }), port: 0, smtpPort: 0, demo: false }
  const open = (more: object = {}) =>
    start({
      config: { ...config, ...more },
      mailTransport: { lmtpPort: null, trustSpamFlag: false, trustAuthentication: false },
      log: quiet,
    })
  try {
    await work(open, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** All people of the demonstration log in and find a mailbox with folders, labels and mails that can be read, once each. */
async function expectDemo({ httpPort, context }: Running): Promise<void> {
  const url = `http://127.0.0.1:${httpPort}`
  for (const account of MAIN_ACCOUNTS) {
    const login = await new TestClient(url).post('mail/apilogin/userLogin', { account, password: DEMO_PASSWORD })
    if (login.secondVerified) throw new Error(`${account} needs a second step`)
    const person = new TestClient(url, login)
    const { folderList, customList, labelList } = await person.get('mail/main/folder/list')
    const mails = [...folderList, ...customList].reduce((sum, folder) => sum + folder.mail, 0)
    expect(mails, account).toBeGreaterThanOrEqual(300)
    expect(labelList.length).toBeGreaterThan(0)
    const { list } = await person.get('mail/email/mailbox/list', { pageSize: 1 })
    expect(await person.post('mail/email/detail', { mailId: list[0]?.mailId ?? 0 })).toMatchObject({
      subject: list[0]?.subject,
    })
  }
  const { db } = context.store
  const domains = await db.selectFrom('domain').select('name').execute()
  expect(domains).toEqual([{ name: DEMO_DOMAIN }])
}

describe('starting', () => {
  test('a second server on a data folder is refused with a sentence, and may come when the first is gone', () =>
    withFolder(async (open) => {
      const first = await open()
      await expect(open()).rejects.toThrow(DataFolderTakenError)
      await expect(open()).rejects.toThrow(/Another Yanshu server/)
      await first.stop()
      const second = await open()
      expect(second.empty).toBe(true)
      await second.stop()
    }))

  test('a port that is taken gives everything back', () =>
    withFolder(async (open) => {
      const first = await open()
      await first.stop()
      const blocker = await open()
      await withFolder(async (openOther) => {
        await expect(openOther({ port: blocker.httpPort })).rejects.toThrow(/EADDRINUSE/)
        await (await openOther()).stop()
      })
      await blocker.stop()
    }))

  // On SQLite, by the test after it.
  test.each(engines.filter((engine) => engine !== 'sqlite'))(
    'a first start makes the demonstration organisation once, on %s',
    (engine) =>
      withFolder(async (open, folder) => {
        const database = await makeTestDatabase(engine, folder)
        const settings = { demo: true, database: database.address }
        await (await open(settings)).stop()
        const second = await open(settings)
        await expectDemo(second)
        await second.stop()
        await database.drop()
      }),
    120_000,
  )

  test(
    'a first start that is killed over the demonstration organisation is made good by the next one, which makes it once',
    () =>
      withFolder(async (open, folder) => {
        const env = { ...process.env, YANSHU_DATA: folder, YANSHU_PORT: '0', YANSHU_SMTP_PORT: '0' }
        const server = spawn(process.execPath, [path.join(import.meta.dirname, 'main.mjs')], { env, stdio: 'pipe' })
        await Promise.race([once(server.stdout, 'data'), once(server, 'exit')])
        // People are there before mail is: from then on the store looks like a used one.
        const peopleAreThere = async () => {
          const other = await openStore(path.join(folder, 'yanshu.db'))
          try {
            return (await other.db.selectFrom('account').select('id').limit(1).execute()).length > 0
          } finally {
            await other.close()
          }
        }
        await expect.poll(peopleAreThere, { timeout: 60_000 }).toBe(true)
        server.kill('SIGKILL')
        await once(server, 'exit')

        await (await open({ demo: true })).stop()
        const second = await open({ demo: true })
        await expectDemo(second)
        await second.stop()
      }),
    120_000,
  )
})
