import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Code, FREE_READING, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { approvalJobs } from './approvalJobs.ts'

const KILLED = fileURLToPath(new URL('../../testing/killedDecision.ts', import.meta.url))
const person = (name: string) => ({ name: '', address: `${name}@yanshu.test` })

describe.each(engines)('a decision in parts, on %s', (engine) => {
  let server: TestServer
  const ids: Record<string, number> = {}
  const people: Record<string, TestClient> = {}
  const id = (name: string) => ids[name] ?? 0
  const as = (name: string) => people[name] ?? server.anybody

  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    for (const name of ['admin', 'wei', 'li.na', 'wang', 'zhao', 'chen']) {
      ids[name] = await server.addUser(name, { isAdmin: name === 'admin' })
      people[name] = await server.as(id(name))
    }
    await withApproval(server)
    await as('admin').post('mail/main/approval/rule/save', ruleWith([levelOf([id('wang'), id('zhao')])]))
  })
  afterEach(() => server.stop())

  const send = async (more: Parameters<typeof sending>[0] = {}) => {
    const to = [person('li.na'), person('chen')]
    await as('wei').post('mail/email/send', sending({ subject: '合同', to, ...more }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const { list } = await as('wei').get('mail/main/approval/userApprovalList', { pageSize: 1 })
    const recordId = list[0]?.recordId ?? 0
    return { recordId, hash: (await as('wang').get('mail/main/approval/detail', { recordId })).hash }
  }
  const parts = (
    name: string,
    record: { recordId: number; hash: string },
    hold: string[],
    reason = '外部未签保密协议',
  ) =>
    as(name).attempt('mail/main/approval/decideParts', {
      ...record,
      hold: hold.map((one) => `${one}@yanshu.test`),
      reason,
    })
  const detail = (name: string, recordId: number) => as(name).get('mail/main/approval/detail', { recordId })
  const hashes = async (name: string) => (await server.mailsOf(id(name))).map(({ raw_hash }) => raw_hash)
  const copies = async () => (await server.mailsOf(id('wei'), 'sent')).length

  test('given a mail to two, when one is held back, then the other gets it once, and what is held is a record of its own', async () => {
    const bcc = [person('admin')]
    const record = await send({ bcc })
    expect(await detail('wang', record.recordId)).toMatchObject({ mayPart: true })
    const { data } = await parts('wang', record, ['chen'])
    const heldId = data?.heldId ?? 0
    expect(data).toEqual({ state: 'passed', heldId: expect.any(Number) })
    await server.dispatcher.runDue()
    await server.dispatcher.runDue()
    expect([await hashes('li.na'), await hashes('chen'), await copies()]).toEqual([[record.hash], [], 1])

    const passed = await detail('wei', record.recordId)
    expect(passed.to.map(({ address }) => address).toSorted()).toEqual(['admin@yanshu.test', 'li.na@yanshu.test'])
    expect(passed.history.map(({ kind, comment }) => `${kind} ${comment}`)).toEqual([
      'submitted ',
      'held-back chen@yanshu.test：外部未签保密协议',
      'passed ',
    ])
    const held = await detail('wei', heldId)
    expect(held).toMatchObject({ state: 'pending', recipients: 1, waitsFor: ['wang', 'zhao'], hash: record.hash })
    expect(held.history.map(({ kind, by }) => `${by} ${kind}`)).toEqual(['wei submitted', 'wang held-back'])
    // Its writer is shown why.
    await jobsOf(server.context).runDue(approvalJobs)
    await server.dispatcher.runDue()
    const [mail] = await server.mailsOf(id('wei'))
    expect([mail?.subject, mail?.text]).toEqual(['部分收件人待审批：合同', expect.stringContaining('外部未签保密协议')])

    await as('zhao').post('mail/main/approval/decide', { recordId: heldId, hash: held.hash, pass: true, comment: '' })
    await server.dispatcher.runDue()
    await server.dispatcher.runDue()
    expect([await hashes('li.na'), await hashes('chen')]).toEqual([[record.hash], [record.hash]])
    // What has left is among the sent ones each time.
    expect(await copies()).toBe(2)
    expect((await as('wei').get('mail/main/approval/userApprovalList')).counts).toMatchObject({ passed: 2, pending: 0 })
  })

  test('given what is held, then it is withdrawn as a draft to those alone, or rejected, and the rest has left', async () => {
    const first = await send()
    const { data } = await parts('wang', first, ['chen'])
    const { mailId } = await as('wei').post('mail/main/approval/withdraw', { recordId: data?.heldId ?? 0 })
    const start = await as('wei').post('mail/email/editAgain', { mailId: mailId ?? 0 })
    expect(start.to.map(({ address }) => address)).toEqual(['chen@yanshu.test'])
    const sendAt = server.context.now() + 3_600_000
    const second = await send({ options: { 'mail.sendAt': sendAt } })
    const held = await parts('zhao', second, ['li.na'])
    const { hash } = await detail('zhao', held.data?.heldId ?? 0)
    const decision = { recordId: held.data?.heldId ?? 0, hash, pass: false, comment: '不行' }
    await as('zhao').post('mail/main/approval/decide', decision)
    server.wait(2 * 3_600_000)
    await server.dispatcher.runDue()
    expect([(await hashes('li.na')).length, (await hashes('chen')).length]).toEqual([1, 1])
  })

  test('given who may not, other bytes, a wrong choice, or a letter with conditions, then nothing is decided', async () => {
    const record = await send()
    expect((await parts('li.na', record, ['chen'])).code).toBe(Code.notFound)
    expect((await parts('wei', record, ['chen'])).code).toBe(Code.notFound)
    expect((await parts('wang', { ...record, hash: '0'.repeat(64) }, ['chen'])).code).toBe(Code.approvalChanged)
    for (const hold of [['chen', 'li.na'], ['nobody'], ['chen', 'nobody']])
      expect((await parts('wang', record, hold)).code).toBe(Code.badRequest)
    expect((await parts('wang', record, ['chen'], ' ')).code).toBe(Code.badRequest)
    await server.addUser('office', { accountType: 2 })
    await grantMailbox(server.context, 'office@yanshu.test', 'wang@yanshu.test')
    const login = await as('wang').post('user/account/switch', { account: 'office@yanshu.test' })
    const body = { ...record, hold: ['chen@yanshu.test'], reason: 'x' }
    expect((await new TestClient(server.url, login).attempt('mail/main/approval/decideParts', body)).code).toBe(
      Code.ownerOnly,
    )
    expect((await detail('wei', record.recordId)).history).toHaveLength(1)
    await as('wei').post('mail/main/approval/withdraw', { recordId: record.recordId })
    expect((await parts('wang', record, ['chen'])).code).toBe(Code.approvalClosed)

    const on = { name: 'secretModeEnable', value: true, locked: false } as const
    await setSwitch(server.context, { scope: 'organisation' }, on)
    const restricted = await send({ options: { 'mail.reading': { ...FREE_READING, days: 3 } } })
    expect((await detail('wang', restricted.recordId)).mayPart).toBe(false)
    expect((await parts('wang', restricted, ['chen'])).code).toBe(Code.badRequest)
  })

  test('given two decisions at once, then one of them holds, and each recipient gets the mail once at most', async () => {
    const record = await send()
    const answers = await Promise.all([
      parts('wang', record, ['chen']),
      parts('zhao', record, ['li.na']),
      as('zhao').attempt('mail/main/approval/decide', { ...record, pass: true, comment: '' }),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, Code.approvalClosed, Code.approvalClosed])
    await server.dispatcher.runDue()
    const got = [...(await hashes('li.na')), ...(await hashes('chen'))]
    expect(got).toHaveLength(answers[2]?.code === 200 ? 2 : 1)
  })

  test('given a server that is killed before any write of the decision, then no recipient is lost and none is doubled', async () => {
    const record = await send()
    const decision = JSON.stringify({ ...record, hold: ['chen@yanshu.test'], reason: '稍后' })
    const { config } = server.context
    const kill = async (before: number) => {
      const given = [
        config.database,
        config.dataFolder,
        `${server.context.now()}`,
        `${before}`,
        `${id('wang')}`,
        decision,
      ]
      const child = spawn(process.execPath, [KILLED, ...given], { stdio: ['ignore', 'ignore', 'inherit'] })
      return (await once(child, 'close'))[1]
    }
    const rows = async () => {
      const { db } = server.context.store
      const recipients = await db.selectFrom('outgoing_recipient').select('address').orderBy('address').execute()
      const records = await db.selectFrom('approval_record').select('recipients').execute()
      return [recipients.map(({ address }) => address), records.length]
    }
    const whole = [['chen@yanshu.test', 'li.na@yanshu.test'], 1]
    for (const write of [2, 5, 9]) {
      expect(await kill(write)).toBe('SIGKILL')
      expect(await rows()).toEqual(whole)
    }
    expect((await parts('wang', record, ['chen'])).code).toBe(200)
    expect(await rows()).toEqual([whole[0], 2])
    await server.dispatcher.runDue()
    expect([(await hashes('li.na')).length, (await hashes('chen')).length]).toEqual([1, 0])
  }, 300_000)
})
