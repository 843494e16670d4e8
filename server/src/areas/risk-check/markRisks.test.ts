import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const BAD = {
  subject: '邮箱即将停用',
  from: { name: '管理员', address: 'admin@yanshu-mail.top' },
  text: '请在24小时内点击验证密码。',
  html: '<p>请在24小时内<a href="http://yanshu-mail.top/x">mail.yanshu.test</a>验证密码。</p>',
}

describe.each(engines)('marks of listed mails, on %s', (engine) => {
  let server: TestServer
  let accountId = 0
  let person: TestClient
  let folderId = 0

  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('me')
    person = await server.as(accountId)
  })
  afterAll(() => server.stop())

  const list = async (who = person) => {
    const { list } = await who.get('mail/email/mailbox/list', { pageSize: 50 })
    return new Map(list.map(({ mailId, risky }) => [mailId, risky]))
  }
  const now = () => server.context.now()

  test('a suspicious mail gets its mark once it was listed, others and mails from before do not', async () => {
    const bad = await putMail(server.context, accountId, { ...BAD, receivedAt: now() })
    const fine = await putMail(server.context, accountId, { receivedAt: now() })
    const old = await putMail(server.context, accountId, { ...BAD, receivedAt: now() - 30 * 86_400_000 })
    const before = await server.context.store.db
      .selectFrom('account')
      .select('change_seq')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect((await list()).get(bad.mailId)).toBe(false)
    await expect.poll(async () => (await list()).get(bad.mailId)).toBe(true)
    const rows = await list()
    expect([rows.get(fine.mailId), rows.get(old.mailId)]).toEqual([false, false])
    // Open windows are notified of the one mail by the change log.
    const changes = await server.context.store.db
      .selectFrom('change_log')
      .select(['kind', 'mail_ids', 'folder_id'])
      .where('account_id', '=', accountId)
      .where('seq', '>', before.change_seq)
      .execute()
    expect(changes).toEqual([{ kind: 'updated', mail_ids: JSON.stringify([bad.mailId]), folder_id: null }])
    const detail = await person.post('mail/email/detail', { mailId: bad.mailId })
    expect(detail.risky).toBe(true)
    folderId = detail.mailboxId
  })

  test('a suspicious mail that comes while a window is open is pushed with its mark, without being listed', async () => {
    const socket = await person.socket()
    const { mailId } = await putMail(server.context, accountId, { ...BAD, receivedAt: now() })
    expect(await socket.nextOf('mailbox')).toMatchObject({ change: 'added', items: [{ mailId, risky: false }] })
    expect(await socket.nextOf('mailbox')).toMatchObject({ change: 'updated', items: [{ mailId, risky: true }] })
    socket.close()
  })

  test('it is looked at once, and a mail that cannot be read stops no other', async () => {
    const { db } = server.context.store
    const broken = await putMail(server.context, accountId, { ...BAD, receivedAt: now() })
    await db
      .updateTable('message')
      .set({ reply_to: 'no json' })
      .where('id', 'in', (eb) => eb.selectFrom('mail').select('message_id').where('id', '=', broken.mailId))
      .execute()
    const bad = await putMail(server.context, accountId, { ...BAD, receivedAt: now() })
    await list()
    await expect.poll(async () => (await list()).get(bad.mailId)).toBe(true)
    expect((await list()).get(broken.mailId)).toBe(false)
    const risks = await db.selectFrom('mail').select('risk').where('risk', '=', 0).execute()
    // The one from before was never looked at.
    expect(risks).toHaveLength(1)
    expect(server.problems.splice(0)).toHaveLength(1)
  })

  test('a mail that somebody gave themselves is looked at when it comes to lie among those of others', async () => {
    const { db } = server.context.store
    const sent = await folderOfRole(db, accountId, 'sent')
    const { mailId } = await putMail(server.context, accountId, { ...BAD, folderId: sent, receivedAt: now() })
    const received = await putMail(server.context, accountId, { ...BAD, receivedAt: now() })
    const risks = () => person.get('mail/email/mailbox/list', { mailboxId: sent, pageSize: 50 })
    expect((await risks()).list).toMatchObject([{ mailId, risky: false }])
    // Both were asked for one after the other.
    await expect.poll(async () => (await list()).get(received.mailId)).toBe(true)
    const { list: left } = await risks()
    expect(left).toMatchObject([{ mailId, risky: false }])
    const mailUids = left.map(({ mailUid }) => mailUid)
    await person.post('mail/email/move', { mailboxId: sent, targetMailboxId: folderId, mailUids })
    await expect.poll(async () => (await list()).get(mailId)).toBe(true)
  })

  test('mails of others are not looked at by this list, and without the switch nothing is marked', async () => {
    const otherId = await server.addUser('other')
    const { mailId } = await putMail(server.context, otherId, { ...BAD, receivedAt: now() })
    await list()
    expect(await (await server.as(otherId)).get('mail/email/mailbox/list', { pageSize: 5 })).toMatchObject({
      list: [{ mailId, risky: false }],
    })
    expect(await person.refused('GET', 'mail/email/mailbox/list', { pageSize: 5, mailboxId: folderId + 999 })).toBe(
      404_003,
    )
    await setSwitch(
      server.context,
      { scope: 'user', id: accountId },
      { name: 'mailSourceMarkEnable', value: false, locked: false },
    )
    expect([...(await list()).values()].some(Boolean)).toBe(false)
  })
})
