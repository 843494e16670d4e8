import { SWITCH_DEFAULTS } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDepartment } from '../../store/accounts/accounts.ts'
import { openStore } from '../../store/database/open.ts'
import { setSwitch, switchesOf, unsetSwitch } from '../../store/switches/switches.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('switches, on %s', (engine) => {
  let server: TestServer
  let top: number
  let part: number
  let inPart: number
  let inTop: number
  let nowhere: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    top = await createDepartment(server.context, { name: '研发部', parentId: null })
    part = await createDepartment(server.context, { name: '测试组', parentId: top })
    inPart = await server.addUser('zhang.wei', { deptId: part })
    inTop = await server.addUser('li.na', { deptId: top })
    nowhere = await server.addUser('wang.fang')
  })
  afterAll(() => server.stop())

  const words = async () => {
    const { db } = server.context.store
    const of = async (id: number) => (await switchesOf(db, id)).watermark
    return [await of(inPart), await of(inTop), await of(nowhere)]
  }
  const set = (scope: Parameters<typeof setSwitch>[1], value: string, locked = false) =>
    setSwitch(server.context, scope, { name: 'watermark', value, locked })

  test('the nearest value holds, but nothing below one that is locked', async () => {
    expect(await words()).toEqual(['', '', ''])
    await set({ scope: 'organisation' }, 'all')
    await set({ scope: 'department', id: top }, 'top')
    await set({ scope: 'department', id: part }, 'part')
    await set({ scope: 'user', id: inPart }, 'me')
    expect(await words()).toEqual(['me', 'top', 'all'])
    await set({ scope: 'department', id: top }, 'top', true)
    expect(await words()).toEqual(['top', 'top', 'all'])
    await set({ scope: 'organisation' }, 'all', true)
    expect(await words()).toEqual(['all', 'all', 'all'])
    expect(await unsetSwitch(server.context, { scope: 'organisation' }, 'watermark')).toBe(true)
    expect(await unsetSwitch(server.context, { scope: 'organisation' }, 'watermark')).toBe(false)
    expect(await words()).toEqual(['top', 'top', ''])
  })

  test('files are shown in place only to those who have the preview; pictures of a text are part of it', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=='
    const part = (head: string) => `--b\r\nContent-Type: image/png; name=a.png\r\n${head}\r\n\r\n${png}\r\n`
    const head = 'Content-Transfer-Encoding: base64\r\n'
    await createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true }).sendMail({
      envelope: { from: 'a@elsewhere.example', to: ['zhang.wei@yanshu.test', 'wang.fang@yanshu.test'] },
      raw: `Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<img src="cid:i@x">\r\n${part(`${head}Content-ID: <i@x>\r\nContent-Disposition: inline`)}${part(`${head}Content-Disposition: attachment`)}--b--\r\n`,
    })
    const shown = async (local: string) => {
      const client = await server.login(local)
      const [row] = (await client.get('mail/email/mailbox/list')).list
      const { attachments } = await client.post('mail/email/detail', { mailId: row?.mailId ?? 0 })
      const answers = attachments.map(async ({ fileId, contentId }) => {
        const answer = await fetch(`${server.url}/api/file/show/${fileId}`, {
          headers: { cookie: `safeMailToken=${client.login?.accessToken}` },
        })
        const code = answer.ok ? 200 : ((await answer.json()) as { code: number }).code
        return [contentId, code]
      })
      return Promise.all(answers)
    }
    const off = { name: 'previewEnable', value: false, locked: false } as const
    await setSwitch(server.context, { scope: 'department', id: top }, off)
    expect(await shown('zhang.wei')).toEqual([
      ['i@x', 200],
      [null, 403_001],
    ])
    expect(await shown('wang.fang')).toEqual([
      ['i@x', 200],
      [null, 200],
    ])
    await unsetSwitch(server.context, { scope: 'department', id: top }, 'previewEnable')
    expect((await shown('zhang.wei')).map(([, code]) => code)).toEqual([200, 200])
  })

  test('where the organisation is not displayed, only those are suggested who were written to', async () => {
    const client = await server.login('zhang.wei')
    const row = { account_id: inPart, uses: 1, received: 0, last_used_at: 1 }
    await server.context.store.db
      .insertInto('correspondent')
      .values({ ...row, address: 'wang.fang@yanshu.test', name: '王芳' })
      .execute()
    const suggested = async (keyword: string, who = client) =>
      (await who.get('contact/list/suggest', { keyword })).list.map(({ address, kind }) => [address, kind])
    expect(await suggested('li.na')).toEqual([['li.na@yanshu.test', 'organization']])
    await setSwitch(server.context, { scope: 'user', id: inPart }, { name: 'displayOrg', value: false, locked: false })
    expect(await suggested('li.na')).toEqual([])
    expect(await suggested('wang.fang')).toEqual([['wang.fang@yanshu.test', 'recent']])
    expect(await suggested('li.na', await server.login('li.na'))).toHaveLength(1)
  })

  test('open windows of the accounts concerned follow another program, and no other window is notified', async () => {
    const store = await openStore(server.context.config.database)
    const concerned = await (await server.login('zhang.wei')).socket()
    const client = await server.login('zhang.wei')
    const other = await (await server.login('wang.fang')).socket()
    expect((await client.post('mail/main/index', {})).approvalCount).toBe(SWITCH_DEFAULTS.approvalCount)
    await setSwitch(
      { store, now: Date.now },
      { scope: 'department', id: top },
      { name: 'approvalCount', value: 7, locked: false },
    )
    expect(await concerned.next()).toMatchObject({ optType: 'mailbox', change: 'settings' })
    expect((await client.post('mail/main/index', {})).approvalCount).toBe(7)
    await (await server.login('wang.fang')).post('mail/main/folder/save', { folderName: '后来' })
    expect(await other.next()).toMatchObject({ change: 'folders' })
    concerned.close()
    other.close()
    await store.close()
  })

  test('departments in a circle and a value that no longer fits do no harm', async () => {
    const { db } = server.context.store
    await db.updateTable('department').set({ parent_id: part }).where('id', '=', top).execute()
    await set({ scope: 'department', id: part }, 'round')
    await db
      .insertInto('switch_value')
      .values({ scope: 'organisation', scope_id: 0, name: 'locktime', value: '"seven"', locked: 1, set_at: 1 })
      .execute()
    expect((await switchesOf(db, inTop)).watermark).toBe('top')
    expect((await switchesOf(db, nowhere)).locktime).toBe(SWITCH_DEFAULTS.locktime)
  })
})
