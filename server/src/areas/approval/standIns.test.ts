import { Code, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { approvalJobs } from './approvalJobs.ts'

/** A Thursday, 10:00 in China. */
const THURSDAY = Date.UTC(2026, 10, 26, 2)
const HOUR = 3_600_000

describe.each(engines)('stand-ins, on %s', (engine) => {
  let server: TestServer
  const ids: Record<string, number> = {}
  const people: Record<string, TestClient> = {}
  const id = (name: string) => ids[name] ?? 0
  const as = (name: string) => people[name] ?? server.anybody

  beforeEach(async () => {
    server = await startTestServer({ engine, still: true, startsAt: THURSDAY })
    server.stopClock()
    for (const name of ['admin', 'wei', 'li.na', 'wang', 'zhao', 'chen']) {
      ids[name] = await server.addUser(name, { isAdmin: name === 'admin' })
      people[name] = await server.as(id(name))
    }
    await withApproval(server)
  })
  afterEach(() => server.stop())

  const rule = (levels: Parameters<typeof ruleWith>[0]) =>
    as('admin').post('mail/main/approval/rule/save', ruleWith(levels, { conditions: { words: ['合同'] } }))
  const away = (name: string, more: { readonly startAt?: number; readonly endAt?: number } = {}) =>
    as(name).post('mail/main/generalConfig/saveReply', {
      ...{
        enabled: true,
        startAt: null,
        endAt: null,
        subject: '',
        inside: '<p>休假</p>',
        outsideTo: 'known',
        outside: '',
      },
      ...more,
    })
  const standIn = (name: string, other: string) =>
    as(name).post('mail/main/approval/standIn/save', { address: `${other}@yanshu.test` })
  const send = async (subject = '合同') => {
    await as('wei').post('mail/email/send', sending({ subject }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const { list } = await as('wei').get('mail/main/approval/userApprovalList', { pageSize: 1 })
    return list[0]?.recordId ?? 0
  }
  const detail = (name: string, recordId: number) => as(name).get('mail/main/approval/detail', { recordId })
  const waitsFor = async (recordId: number) => (await detail('wei', recordId)).waitsFor
  const decide = async (name: string, recordId: number, pass: boolean, comment = '') => {
    const { hash } = await detail(name, recordId)
    return as(name).attempt('mail/main/approval/decide', { recordId, hash, pass, comment })
  }

  test('given an approver who is away, then the person whom they named decides, and the record shows both', async () => {
    await rule([levelOf([id('wang')])])
    await standIn('wang', 'zhao')
    expect(await waitsFor(await send())).toEqual(['wang'])
    await away('wang', { startAt: THURSDAY + HOUR, endAt: THURSDAY + 3 * HOUR })
    expect(await waitsFor(await send())).toEqual(['wang'])
    server.wait(HOUR)
    const letter = { to: ['li.na@yanshu.test'], subject: '合同', html: '', fileIds: [] }
    expect((await as('wei').post('mail/main/approval/preview', letter)).held?.deciders).toEqual(['zhao'])
    const recordId = await send()
    const { levels, history, waitsFor: names } = await detail('wei', recordId)
    expect(names).toEqual(['zhao'])
    expect(levels[0]?.people).toMatchObject([
      { name: 'wang', state: 'gone', away: true },
      { name: 'zhao', state: 'waiting', standsInFor: 'wang' },
    ])
    expect(history.map(({ kind, comment }) => `${kind} ${comment}`)).toEqual(['submitted ', 'stand-in wang → zhao'])
    expect((await decide('wang', recordId, true)).code).toBe(Code.approvalClosed)
    expect((await decide('zhao', recordId, false, '不行')).code).toBe(200)
    expect((await detail('wei', recordId)).history.at(-1)).toMatchObject({ by: 'zhao', standsInFor: 'wang' })
    await server.dispatcher.runDue()
    expect((await server.mailsOf(id('wei'))).map(({ text }) => text).join()).toContain(
      '审批未通过（zhao代 wang）：不行',
    )
    // The note has ended.
    server.wait(3 * HOUR)
    expect(await waitsFor(await send())).toEqual(['wang'])
  })

  test('given a stand-in who is away, is the sender, or is not there, then the next of them decides, or the approver stays asked', async () => {
    await rule([levelOf([id('wang')], { standInId: id('chen') })])
    await away('wang')
    // Whom the rule names.
    expect(await waitsFor(await send())).toEqual(['chen'])
    await standIn('wang', 'zhao')
    expect(await waitsFor(await send())).toEqual(['zhao'])
    await away('zhao')
    expect(await waitsFor(await send())).toEqual(['chen'])
    await standIn('zhao', 'li.na')
    expect(await waitsFor(await send())).toEqual(['li.na'])
    // A circle of people who are all away ends.
    await away('li.na')
    await standIn('li.na', 'wang')
    expect(await waitsFor(await send())).toEqual(['chen'])
    // The writer of a mail does not approve it as a stand-in either.
    await away('chen')
    await standIn('wang', 'wei')
    expect(await waitsFor(await send())).toEqual(['wang'])
    await server.addUser('office', { accountType: 2 })
    await grantMailbox(server.context, 'office@yanshu.test', 'wei@yanshu.test')
    await standIn('wang', 'office').catch(() => undefined)
    expect(await waitsFor(await send())).toEqual(['wang'])
  })

  test('given the time of a level runs out, or a mail is handed on, then stand-ins are looked for at that moment', async () => {
    await rule([
      levelOf([id('wang')], { hours: 4, onTimeout: 'next' }),
      levelOf([id('zhao'), id('chen')], { mode: 'all' }),
    ])
    const recordId = await send()
    await away('zhao')
    await standIn('zhao', 'chen')
    server.wait(4 * HOUR)
    await jobsOf(server.context).runDue(approvalJobs)
    const { waitsFor: names, levels, history } = await detail('wei', recordId)
    expect(names).toEqual(['chen'])
    expect(levels[1]?.people).toMatchObject([
      { name: 'zhao', away: true },
      { name: 'chen', standsInFor: 'zhao' },
    ])
    expect(history.map(({ kind }) => kind)).toEqual(['submitted', 'next-level', 'stand-in'])
    expect((await decide('chen', recordId, true)).data).toEqual({ state: 'passed' })

    const other = await send()
    await as('wang').post('mail/main/approval/handOn', { recordId: other, to: 'zhao@yanshu.test' })
    expect(await waitsFor(other)).toEqual(['chen'])
  })

  test('given a stand-in is named, then it is by the person alone, never the person, and it is among the changes of the account', async () => {
    await server.addUser('office', { accountType: 2 })
    await grantMailbox(server.context, 'office@yanshu.test', 'wei@yanshu.test')
    const login = await as('wei').post('user/account/switch', { account: 'office@yanshu.test' })
    const office = new TestClient(server.url, login)
    for (const address of ['wei@yanshu.test', 'li.na@yanshu.test'])
      expect(await office.refused('POST', 'mail/main/approval/standIn/save', { address })).toBe(Code.ownerOnly)
    for (const address of ['wang@yanshu.test', 'nobody@yanshu.test', 'office@yanshu.test'])
      expect(await as('wang').refused('POST', 'mail/main/approval/standIn/save', { address })).toBe(
        Code.approverNotFound,
      )
    await standIn('wang', 'zhao')
    expect((await standIn('wang', 'chen')).standIn).toMatchObject({ address: 'chen@yanshu.test' })
    await as('wang').post('mail/main/approval/standIn/remove', {})
    expect((await as('wang').get('mail/main/approval/standIn')).standIn).toBeNull()
    const { list } = await as('wang').get('mail/log/changes')
    expect(list.flatMap(({ kind, detail }) => (kind === 'approvalStandIn' ? [detail] : []))).toEqual([
      '',
      'chen@yanshu.test',
      'zhao@yanshu.test',
    ])
  })
})
