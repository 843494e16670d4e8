import { Code, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/** A Thursday, 10:00 in China. */
const THURSDAY = Date.UTC(2026, 10, 26, 2)
const HOUR = 3_600_000

describe.each(engines)('an approver who is chosen before sending, on %s', (engine) => {
  let server: TestServer
  const ids: Record<string, number> = {}
  const people: Record<string, TestClient> = {}
  const id = (name: string) => ids[name] ?? 0
  const as = (name: string) => people[name] ?? server.anybody

  beforeEach(async () => {
    server = await startTestServer({ engine, still: true, startsAt: THURSDAY })
    server.stopClock()
    for (const name of ['admin', 'wei', 'li.na', 'wang', 'zhao', 'sun']) {
      ids[name] = await server.addUser(name, { isAdmin: name === 'admin' })
      people[name] = await server.as(id(name))
    }
    await withApproval(server)
    // The sender is among those whom the rule names, and still never decides.
    const level = levelOf([id('wang'), id('zhao'), id('wei')], { choice: true, standInId: id('sun'), hours: 8 })
    await as('admin').post('mail/main/approval/rule/save', ruleWith([level], { conditions: { words: ['合同'] } }))
  })
  afterEach(() => server.stop())

  const body = (approver: string | null, more: Parameters<typeof sending>[0] = {}) =>
    sending({
      subject: '合同草案',
      ...more,
      options: { ...more?.options, ...(approver === null ? {} : { 'mail.approver': id(approver) }) },
    })
  const newest = async () => {
    const { list } = await as('wei').get('mail/main/approval/userApprovalList', { pageSize: 1 })
    return as('wei').get('mail/main/approval/detail', { recordId: list[0]?.recordId ?? 0 })
  }
  const waits = async (wait = UNDO_SEND_MS) => {
    server.wait(wait)
    await server.dispatcher.runDue()
    return newest()
  }
  const reaches = async (name: string) =>
    (await as(name).get('mail/main/approval/approverApprovalList', { pageSize: 5 })).list.length

  test('given a choice, then that person alone decides and the others do not see the mail', async () => {
    const { held } = await as('wei').post('mail/main/approval/preview', {
      ...{ to: ['li.na@yanshu.test'], subject: '合同草案', html: '', fileIds: [] },
    })
    expect(held?.candidates?.map(({ accountId }) => accountId)).toEqual([id('wang'), id('zhao')])
    await as('wei').post('mail/email/send', body('zhao'))
    const record = await waits()
    expect(record.waitsFor).toEqual(['zhao'])
    expect(record.candidates).toEqual([])
    expect(record.history.map(({ by, kind, comment }) => `${by} ${kind} ${comment}`)).toEqual([
      'wei submitted ',
      'wei chosen → zhao',
    ])
    expect([await reaches('zhao'), await reaches('wang')]).toEqual([1, 0])
    const decision = { recordId: record.recordId, hash: record.hash, pass: true }
    expect(await as('wang').refused('POST', 'mail/main/approval/decide', decision)).toBe(Code.notFound)
    await as('zhao').post('mail/main/approval/decide', decision)
    await server.dispatcher.runDue()
    expect((await server.mailsOf(id('li.na'))).map(({ subject }) => subject)).toEqual(['合同草案'])
  })

  test('given a person who may not decide, then the letter is not accepted: its sender, a stand-in, a stranger, nobody', async () => {
    for (const name of ['wei', 'sun', 'li.na', 'admin']) {
      expect(await as('wei').refused('POST', 'mail/email/send', body(name)), name).toBe(Code.approverNotFound)
    }
    const gone = sending({ subject: '合同草案', options: { 'mail.approver': 999_999 } })
    expect(await as('wei').refused('POST', 'mail/email/send', gone)).toBe(Code.approverNotFound)
    // A letter that no rule holds needs none.
    await as('wei').post('mail/email/send', body('li.na', { subject: '周报' }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    expect((await server.mailsOf(id('li.na'))).map(({ subject }) => subject)).toEqual(['周报'])
  })

  test('given a letter that leaves later, then the choice is kept with it, also through editing it again', async () => {
    const sendAt = THURSDAY + 3 * HOUR
    const options = { 'mail.sendAt': sendAt }
    const { sendId } = await as('wei').post('mail/email/send', body('wang', { options }))
    expect((await waits()).waitsFor).toEqual(['wang'])
    const { mailId } = await as('wei').post('mail/email/cancel', { sendId })
    const again = await as('wei').post('mail/email/editAgain', { mailId })
    expect(again.options).toEqual({ 'mail.sendAt': sendAt, 'mail.approver': id('wang') })
  })

  test('given a person who no longer decides when the letter is judged, then those of the rule decide, and its record has that', async () => {
    await as('wei').post('mail/email/send', body('zhao'))
    const { db } = server.context.store
    await db.updateTable('account').set({ disabled: 1 }).where('id', '=', id('zhao')).execute()
    const record = await waits()
    expect(record.waitsFor).toEqual(['wang'])
    expect(record.history.map(({ by, kind, comment }) => `${by} ${kind} ${comment}`)).toEqual([
      'wei submitted ',
      ' choice-void → zhao',
    ])
  })

  test('given a person who is away, then their stand-in decides', async () => {
    await as('zhao').post('mail/main/generalConfig/saveReply', {
      ...{ enabled: true, startAt: null, endAt: null, subject: '', inside: '<p>休假</p>' },
      ...{ outsideTo: 'known', outside: '' },
    })
    await as('wei').post('mail/email/send', body('zhao'))
    expect((await waits()).waitsFor).toEqual(['sun'])
    expect(await reaches('wang')).toBe(0)
  })
})
