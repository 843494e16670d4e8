import { Code, TRANSLATED_PIECE, TRANSLATED_PIECES } from '@yanshu/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import { type AssistantSocket, openAssistantSocket } from '../../testing/testAssistant.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { delta, says, startTestModel, type TestModel } from '../../testing/testModel.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { type ModelSettings, modelSettings, writeModelSettings } from './model/modelSettings.ts'

describe.each(engines)('a mail in another language, on %s', (engine) => {
  let server: TestServer
  let model: TestModel
  let socket: AssistantSocket
  let accountId = 0
  let person: TestClient

  beforeAll(async () => {
    model = await startTestModel()
    server = await startTestServer({ engine })
    accountId = await server.addUser('me')
    person = await server.as(accountId)
    socket = await openAssistantSocket(server.url)
  })
  afterAll(async () => {
    socket.close()
    await server.stop()
    await model.stop()
  })
  beforeEach(async () => {
    server.wait(61_000)
    model.received.length = 0
    model.script = says('译', '文')
    await setModel({})
  })
  const setModel = (more: Partial<ModelSettings>) =>
    writeModelSettings(server.context, modelSettings.parse({ url: model.url, model: 'scripted', ...more }))
  const asked = (mailId: number) => ({ type: 6, mailId, to: 'zh', language: 'zh' }) as const
  const translate = async (mailId: number) =>
    socket.answer(await person.post('mail/main/ai/translate/mail', asked(mailId)))
  const given = (at: number): string => JSON.parse(model.received[at] ?? '{}').messages[1].content

  test('given a mail with HTML, then what its reader sees goes to the model, without links and pictures', async () => {
    const { mailId } = await putMail(server.context, accountId, {
      subject: 'Order 4711',
      text: 'something else',
      html: '<p>Please <a href="https://x.example/secret">confirm</a>.</p><img src="https://x.example/p.png"><p>Regards</p>',
    })
    const { text, extra } = await translate(mailId)
    expect(text).toBe('译文')
    expect(extra).toEqual({ byModel: true, cut: false })
    expect(given(0)).toContain('Order 4711\n\nPlease confirm.\n')
    expect(given(0)).toContain('Chinese')
    expect(given(0)).not.toMatch(/x\.example|something else/)
    expect((await person.get('mail/main/ai/history')).list).toEqual([])
    expect((await person.get('mail/main/ai/state')).sent[0]).toMatchObject({ type: 6 })
  })

  test('given a long mail, then it goes in pieces with its lines between them, and what is beyond is named', async () => {
    const line = `${'word '.repeat(20).trim()}\n`
    const { mailId } = await putMail(server.context, accountId, { subject: 'x', text: line.repeat(400) })
    const { text, extra } = await translate(mailId)
    expect(model.received).toHaveLength(TRANSLATED_PIECES)
    expect(model.received.length * TRANSLATED_PIECE).toBeLessThan(line.length * 400)
    expect(text).toBe(`${'译文\n'.repeat(TRANSLATED_PIECES)}`)
    expect(extra.cut).toBe(true)
  })

  test('given a mail whose text may not leave, then nothing is sent and the reason comes', async () => {
    const pgp = await putMail(server.context, accountId, { text: '-----BEGIN PGP MESSAGE-----\nhello' })
    const restricted = await putMail(server.context, accountId, { text: 'hello' })
    await server.context.store.db
      .updateTable('message')
      .set({ restricted: 1 })
      .where('id', '=', (eb) => eb.selectFrom('mail').select('message_id').where('mail.id', '=', restricted.mailId))
      .execute()
    for (const { mailId } of [pgp, restricted]) {
      expect(await translate(mailId)).toMatchObject({ text: '', extra: { untranslated: 'protected' } })
    }
    expect(model.received).toEqual([])
  })

  test('given no model that translates, or one that breaks off, then the reason comes', async () => {
    const { mailId } = await putMail(server.context, accountId, { text: 'hello' })
    expect((await person.get('mail/main/ai/state')).translates).toBe(true)
    await setModel({ kinds: [1, 4] })
    expect((await person.get('mail/main/ai/state')).translates).toBe(false)
    expect((await translate(mailId)).extra).toEqual({ untranslated: 'noModel' })
    await setModel({})
    model.script = (response) => void response.end(delta({ content: '半' }))
    expect(await translate(mailId)).toMatchObject({
      text: expect.stringMatching(/^半\n（/),
      extra: { untranslated: 'failed' },
    })
    await writeModelSettings(server.context, null)
    expect((await translate(mailId)).extra).toEqual({ untranslated: 'noModel' })
    server.problems.splice(0)
  })

  test('given the mail of another person, then it is refused', async () => {
    const { mailId } = await putMail(server.context, accountId, { text: 'hello' })
    const other = await server.as(await server.addUser('another'))
    expect(await other.refused('POST', 'mail/main/ai/translate/mail', asked(mailId))).toBe(Code.mailNotFound)
    expect(model.received).toEqual([])
  })
})
