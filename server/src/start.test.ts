import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DEMO_PASSWORD, MAIN_ACCOUNTS } from '@yanshu/demo/organisation'
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
    start({ config: { ...config, ...more }, mailTransport: { lmtpPort: null, trustSpamFlag: false }, log: quiet })
  try {
    await work(open, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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

  test.each(engines)(
    'a first start makes the demonstration organisation once, on %s',
    (engine) =>
      withFolder(async (open, folder) => {
        const database = await makeTestDatabase(engine, folder)
        const settings = { demo: true, database: database.address }
        const first = await open(settings)
        await first.stop()
        const second = await open(settings)
        const url = `http://127.0.0.1:${second.httpPort}`
        for (const account of MAIN_ACCOUNTS) {
          const login = await new TestClient(url).post('mail/apilogin/userLogin', { account, password: DEMO_PASSWORD })
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
        await second.stop()
        await database.drop()
      }),
    120_000,
  )

  test(
    'a first start that is killed over the demonstration organisation is made good by the next one',
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

        const next = await open({ demo: true })
        const url = `http://127.0.0.1:${next.httpPort}`
        const login = await new TestClient(url).post('mail/apilogin/userLogin', {
          account: 'li.na',
          password: DEMO_PASSWORD,
        })
        const { folderList } = await new TestClient(url, login).get('mail/main/folder/list')
        expect(folderList.find((folder) => folder.role === 'inbox')?.mail).toBeGreaterThan(100)
        await next.stop()
      }),
    120_000,
  )
})
