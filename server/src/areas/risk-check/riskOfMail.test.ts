import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '../../store/sessions/actor.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'
import { riskOfMail } from './riskOfMail.ts'

describe.each(engines)('the check of mails that came in, on %s', (engine) => {
  let server: TestServer
  let accountId = 0
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('me')
    const boss = await server.addUser('wangjianguo')
    await server.context.store.db
      .updateTable('account')
      .set({ name: '王建国', name_pinyin: 'wang jian guo', name_initials: 'wjg' })
      .where('id', '=', boss)
      .execute()
    await server.context.store.db
      .insertInto('person_key')
      .values(
        ['wangjianguo', '王建国'].map((key) => ({ owner_id: 0, rank: 7, key, kind: 'account', ref_id: boss }) as const),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  afterAll(() => server.stop())

  const rulesOf = async (mail: {
    from: string
    html?: string
    attachments?: { filename: string; content: string }[]
    list?: string
    replyTo?: string
  }) => {
    const subject = `mail ${crypto.randomUUID()}`
    await createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true }).sendMail({
      envelope: { from: 'x@elsewhere.example', to: `me@${TEST_DOMAIN}` },
      from: mail.from,
      to: `me@${TEST_DOMAIN}`,
      subject,
      html: mail.html ?? '<p>资料</p>',
      attachments: mail.attachments ?? [],
      ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
      ...(mail.list ? { headers: { 'List-Id': `Developers <${mail.list}>` } } : {}),
    })
    const { id } = await server.context.store.db
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .select('mail.id')
      .where('mail.account_id', '=', accountId)
      .where('message.subject', '=', subject)
      .executeTakeFirstOrThrow()
    const { findings } = await riskOfMail(server.context, systemActor(accountId), id)
    return findings.map(({ rule, weight }) => `${rule} ${weight}`)
  }

  test.each(['王建国', '"王建国 总经理"', 'Jianguo Wang', 'wangjianguo'])(
    'the name %s from outside is a colleague',
    async (name) => {
      expect(await rulesOf({ from: `${name} <a@free.example>` })).toContain('colleague 4')
    },
  )

  test('a surname with a title weighs less, and another name nothing', async () => {
    expect(await rulesOf({ from: '王总 <b@gmail.com>' })).toContain('colleague 3')
    expect(await rulesOf({ from: '王总 <b@firm.example>' })).toContain('colleague 2')
    expect((await rulesOf({ from: '李总工 <c@gmail.com>' })).some((rule) => rule === 'colleague 3')).toBe(false)
  })

  test('a page with a form is looked into, one of words counts little', async () => {
    const attachments = (content: string) => [{ filename: 'order.html', content }]
    expect(
      await rulesOf({ from: 'd@free.example', attachments: attachments('<form><input type=password></form>') }),
    ).toContain('attachment 6')
    expect(await rulesOf({ from: 'e@free.example', attachments: attachments('<p>PO 1</p>') })).toContain('attachment 1')
  })

  test('a domain that writes again and again has lookalikes', async () => {
    for (let time = 0; time < 3; time++) await rulesOf({ from: 'service@courier-firm.example' })
    expect(await rulesOf({ from: 'service@courier-flrm.example' })).toContain('senderLookalike 5')
  })

  test('answers to a mailing list go to the list', async () => {
    const list = { from: 'f@writer.example', replyTo: 'dev@lists.example' }
    expect(await rulesOf(list)).toContain('replyTo 3')
    expect(await rulesOf({ ...list, list: 'dev.lists.example' })).not.toContain('replyTo 3')
  })
})
