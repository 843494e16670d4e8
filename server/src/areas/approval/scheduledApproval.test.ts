import { UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/** A Thursday, 10:00 in China. */
const THURSDAY = Date.UTC(2026, 10, 26, 2)
const HOUR = 3_600_000

describe.each(engines)('approval of a letter with a sending time, on %s', (engine) => {
  let server: TestServer
  let weiId: number
  let readerId: number
  let admin: TestClient
  let wei: TestClient
  let wang: TestClient
  let wangId: number

  beforeEach(async () => {
    server = await startTestServer({ engine, still: true, startsAt: THURSDAY })
    server.stopClock()
    admin = await server.as(await server.addUser('admin', { isAdmin: true }))
    weiId = await server.addUser('wei')
    wei = await server.as(weiId)
    readerId = await server.addUser('li.na')
    wangId = await server.addUser('wang')
    wang = await server.as(wangId)
    await withApproval(server)
    await admin.post('mail/main/approval/rule/save', ruleWith([levelOf([wangId])], { conditions: { words: ['合同'] } }))
  })
  afterEach(() => server.stop())

  const pass = async (time: number) => {
    server.wait(time)
    await server.dispatcher.runDue()
  }
  const schedule = async (ahead: number, more: Parameters<typeof sending>[0] = {}) => {
    const sendAt = server.context.now() + ahead
    const options = { 'mail.sendAt': sendAt }
    const sent = await wei.post('mail/email/send', sending({ subject: '合同草案', options, ...more }))
    await pass(UNDO_SEND_MS)
    return { ...sent, sendAt }
  }
  const records = async () => (await wei.get('mail/main/approval/userApprovalList')).list
  const scheduled = async () => (await wei.get('mail/email/scheduled/list')).list
  const inbox = async () => (await server.mailsOf(readerId)).map(({ subject }) => subject)
  const copies = async () => (await server.mailsOf(weiId, 'sent')).map(({ subject }) => subject)
  const decide = async (pass: boolean) => {
    const [record] = await records()
    const recordId = record?.recordId ?? 0
    const { hash } = await wang.get('mail/main/approval/detail', { recordId })
    await wang.post('mail/main/approval/decide', { recordId, hash, pass, comment: '看过' })
    await server.dispatcher.runDue()
    return { recordId, hash }
  }

  test('given it is passed before its time, then it waits for its time, and leaves once with the bytes that were shown', async () => {
    const { sendAt, sendId } = await schedule(5 * HOUR)
    expect(await records()).toMatchObject([{ state: 'pending', sendAt, waitsFor: ['wang'] }])
    expect(await scheduled()).toMatchObject([{ sendId, sendAt, why: expect.stringContaining('等待 wang 审批') }])
    const { hash } = await decide(true)
    expect(await records()).toMatchObject([{ state: 'passed', sendAt }])
    expect(await scheduled()).toMatchObject([{ sendId, sendAt, why: '' }])
    await pass(4 * HOUR)
    expect(await inbox()).toEqual([])
    await pass(HOUR)
    await pass(HOUR)
    expect(await inbox()).toEqual(['合同草案'])
    const [arrived] = await server.mailsOf(readerId)
    expect(arrived?.raw_hash).toBe(hash)
    expect([await scheduled(), await copies(), (await records()).length]).toEqual([[], ['合同草案'], 1])
  })

  test('given it is passed after its time, then it leaves at once; rejected, it never leaves and is not among the sent ones', async () => {
    await schedule(HOUR)
    await pass(3 * HOUR)
    expect(await inbox()).toEqual([])
    await decide(true)
    expect([await inbox(), await copies()]).toEqual([['合同草案'], ['合同草案']])
    await schedule(HOUR, { subject: '合同二' })
    expect(await copies()).toContain('合同二')
    await decide(false)
    expect([await copies(), await scheduled()]).toEqual([['合同草案'], []])
    await pass(2 * HOUR)
    expect(await inbox()).toEqual(['合同草案'])
  })

  test('given it is edited or deleted, pending or passed, then its record ends, and what is sent anew follows it', async () => {
    const first = await schedule(5 * HOUR)
    await decide(true)
    const start = await wei.post('mail/email/editAgain', { mailId: first.mailId })
    expect(await records()).toMatchObject([{ state: 'withdrawn' }])
    await schedule(5 * HOUR, { mailId: start.mailId, html: '<p>合同金额 200 万元</p>' })
    const [again, before] = await records()
    expect(again).toMatchObject({ state: 'pending' })
    const row = await server.context.store.db
      .selectFrom('approval_record')
      .select('previous_id')
      .where('id', '=', again?.recordId ?? 0)
      .executeTakeFirst()
    expect(row?.previous_id).toBe(before?.recordId)
    const [waiting] = await scheduled()
    await wei.post('mail/email/recoverableDelete', { mailIds: [waiting?.mailId ?? 0] })
    expect((await records()).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn'])
    await schedule(5 * HOUR)
    const [third] = await records()
    await wei.post('mail/main/approval/withdraw', { recordId: third?.recordId ?? 0 })
    expect(await copies()).toEqual([])
    expect((await wang.get('mail/main/approval/unapprovedCount')).unapproved).toBe(0)
    await pass(24 * HOUR)
    expect(await inbox()).toEqual([])
  })

  test('given a rule about mail outside of working hours, then the hour at which it leaves counts', async () => {
    const night = ruleWith([levelOf([wangId])], { name: '夜间', conditions: { outsideHours: true } })
    await admin.post('mail/main/approval/rule/save', night)
    const letter = { to: ['li.na@yanshu.test'], subject: '夜间', html: '', fileIds: [] }
    const asked = await wei.post('mail/main/approval/preview', { ...letter, sendAt: THURSDAY + 12 * HOUR })
    expect(asked.held).toMatchObject({ ruleName: '夜间' })
    expect((await wei.post('mail/main/approval/preview', letter)).held).toBeNull()
    await schedule(12 * HOUR, { subject: '夜间' })
    expect(await records()).toMatchObject([{ state: 'pending', subject: '夜间' }])
    await schedule(2 * HOUR, { subject: '白天' })
    expect(await records()).toHaveLength(1)
  })
})
