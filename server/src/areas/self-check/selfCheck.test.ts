import { Code } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('the self-check, on %s', (engine) => {
  let server: TestServer
  let accountId: number
  let wei: TestClient
  let na: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei', { name: '张伟' })
    await server.addUser('li.na', { name: '李娜' })
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
  })
  afterAll(() => server.stop())

  const ids = async (of = wei) => (await of.get('mail/main/selfCheck')).findings.map(({ id }) => id)
  const deliver = (subject: string) =>
    createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true }).sendMail({
      envelope: { from: 'a@out.example', to: 'zhang.wei@yanshu.test' },
      raw: `Subject: ${subject}\r\n\r\nx`,
    })
  /** Each makes one fault. */
  const FAULTS: readonly (readonly [id: string | RegExp, make: () => Promise<unknown>])[] = [
    ['forward-nowhere', () => wei.post('mail/main/generalConfig/saveForward', { enabled: true, keepCopy: true })],
    [
      'forward-no-copy',
      async () => {
        await wei.post('mail/main/generalConfig/forward/add', { address: 'li.na@yanshu.test' })
        await wei.post('mail/main/generalConfig/saveForward', { enabled: true, keepCopy: false })
      },
    ],
    [
      /^rule \d+$/,
      async () => {
        const conditions = [{ field: 'subject' as const, not: false, value: '发票' }]
        await wei.post('mail/mailClassify/save', { ruleName: '发票', conditions, actions: { delete: true } })
        await deliver('发票')
      },
    ],
    [
      'sender li.na@yanshu.test',
      () => wei.post('mail/mailClassify/senders/save', { kind: 'blocked', patterns: ['li.na@yanshu.test'] }),
    ],
    [
      'reply-over',
      async () => {
        const endAt = server.context.now() - 1_000
        const reply = { enabled: true, startAt: endAt - 5_000, endAt, subject: '', inside: '<p>x</p>' }
        await wei.post('mail/main/generalConfig/saveReply', { ...reply, outsideTo: 'all', outside: '' })
      },
    ],
    [
      'logins',
      async () => {
        const wrong = { account_id: accountId, at: server.context.now(), ip: '192.0.2.7', user_agent: '' }
        const rows = Array.from({ length: 5 }, () => ({ ...wrong, way: 'web' as const, result: 'wrong' as const }))
        await server.context.store.db.insertInto('login_log').values(rows).execute()
      },
    ],
    [
      'quota',
      async () => {
        await deliver('大')
        const [mail] = (await wei.get('mail/email/mailbox/list', {})).list
        if (mail) await wei.post('mail/email/recoverableDelete', { mailIds: [mail.mailId] })
        const full = { quota_bytes: 1_000, used_bytes: 950 }
        await server.context.store.db.updateTable('account').set(full).where('id', '=', accountId).execute()
      },
    ],
  ]

  test('given each fault in turn, then the check names it, its repair removes it, and the next check is clean', async () => {
    expect(await ids()).toEqual([])
    for (const [expected, make] of FAULTS) {
      await make()
      await expect.poll(() => ids()).toHaveLength(1)
      const [id = ''] = await ids()
      expect(id).toMatch(expected)
      // The findings of one person are nothing that another could repair, or see.
      expect(await ids(na)).toEqual([])
      expect(await na.refused('POST', 'mail/main/selfCheck/repair', { id })).toBe(Code.notFound)
      const { findings } = await wei.post('mail/main/selfCheck/repair', { id })
      expect(findings, id).toEqual([])
      // Logins of another person demand a new password, before which nothing else is answered.
      await server.context.store.db
        .updateTable('account')
        .set({ change_password: 0 })
        .where('id', '=', accountId)
        .execute()
      expect(await wei.refused('POST', 'mail/main/selfCheck/repair', { id })).toBe(Code.notFound)
    }
  })
})
