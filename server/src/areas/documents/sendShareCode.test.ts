import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import { type SmsGateway, startSmsGateway } from '../../testing/smsGateway.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const PHONE = '13800138000'

describe.each(engines)('the code of a link by SMS, on %s', (engine) => {
  let gateway: SmsGateway
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let shareId: number
  beforeAll(async () => {
    gateway = await startSmsGateway()
    server = await startTestServer({ engine, still: true, sms: gateway.settings })
    server.stopClock()
    wei = await server.as(await server.addUser('zhang.wei'))
    na = await server.as(await server.addUser('li.na'))
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
    const { data } = await keepDocument(wei, '薪酬.txt', 'x')
    const link = { documentIds: [data?.documentId ?? 0], code: 'ab12', days: 7, count: 9 }
    shareId = (await wei.post('documents/share/create', link)).shareId
  })
  afterAll(async () => {
    await server.stop()
    await gateway.stop()
  })

  const send = (phone = PHONE, more = {}) => wei.attempt('documents/share/sendCode', { shareId, phone, ...more })

  test('given thirty calls at the same moment, then one message leaves, without a name or a link, and the record has when', async () => {
    const before = (await wei.get('documents/share/list')).list[0]
    expect(before).toMatchObject({ sendsCodes: true, codeSentAt: null })
    const answers = await Promise.all(Array.from({ length: 30 }, () => send('+86 138-0013-8000')))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === Code.tooManyRequests)).toHaveLength(29)
    expect(gateway.sent).toHaveLength(1)
    const { phone, text } = gateway.sent[0] ?? { phone: '', text: '' }
    expect([phone, text.includes('ab12')]).toEqual([PHONE, true])
    expect(text).not.toContain('薪酬')
    expect(text).not.toContain(before?.token)
    const at = server.context.now()
    expect((await wei.get('documents/share/list')).list[0]?.codeSentAt).toBe(at)
    const { list } = await wei.get('documents/share/visits', { shareId })
    expect(list).toEqual([{ at, kind: 'code', place: '8000', who: null }])
    const { db } = server.context.store
    for (const table of ['throttle', 'document_share', 'document_share_visit', 'ticket'] as const) {
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute()), table).not.toContain(PHONE)
    }
  })

  test('given another user, a wrong number, a gateway that refuses or a link that is over, then nothing is sent or noted', async () => {
    server.wait(61_000)
    const before = gateway.sent.length
    const codes = async (...calls: Promise<{ code: number | string }>[]) =>
      (await Promise.all(calls)).map(({ code }) => code)
    expect(await codes(na.attempt('documents/share/sendCode', { shareId, phone: PHONE }))).toEqual([Code.notFound])
    expect(await codes(send('010-12345678'), send(''))).toEqual([Code.badRequest, Code.badRequest])
    await wei.post('documents/share/end', { shareId })
    expect(await codes(send())).toEqual([Code.shareOver])
    expect(gateway.sent).toHaveLength(before)
    expect((await wei.get('documents/share/visits', { shareId })).list).toHaveLength(1)
  })
})

test('given a gateway that does not answer, or none, then the cause is answered and nothing noted', async () => {
  const away = { kind: 'gateway', url: 'http://127.0.0.1:1/send', token: null } as const
  for (const [sms, code] of [
    [away, Code.upstreamFailed],
    [null, Code.smsNotOffered],
  ] as const) {
    const server = await startTestServer({ engine: 'sqlite', still: true, sms })
    const wei = await server.as(await server.addUser('zhang.wei'))
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
    const { data } = await keepDocument(wei, 'a.txt', 'x')
    const link = { documentIds: [data?.documentId ?? 0], code: 'ab12', days: 7, count: 9 }
    const { shareId, sendsCodes } = await wei.post('documents/share/create', link)
    expect(sendsCodes).toBe(sms !== null)
    expect((await wei.attempt('documents/share/sendCode', { shareId, phone: PHONE })).code).toBe(code)
    expect((await wei.get('documents/share/list')).list[0]?.codeSentAt).toBeNull()
    await server.stop()
  }
})
