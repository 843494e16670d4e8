import { Code } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ForbiddenError } from '../../platform/http/errors.ts'
import { createDepartment } from '../../store/accounts/accounts.ts'
import { transact } from '../../store/database/transact.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { openTestRelay } from '../../testing/testRelay.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { type Decider, decideHeld } from '../queue/decideHeld.ts'
import { holdMails, releaseMails } from '../queue/operateQueue.ts'
import type { Judged, OutgoingLetter } from './submissionStep.ts'

const DAY = 86_400_000
const WHY = '等待部门主管审批 / waits for the head of the department'

describe.each(engines)('steps of sending, on %s', (engine) => {
  let server: TestServer
  let relay: Awaited<ReturnType<typeof openTestRelay>>
  let na: number
  let wei: number
  let asWei: TestClient
  let asked: OutgoingLetter[]
  let answer: (letter: OutgoingLetter) => Judged
  beforeEach(async () => {
    relay = await openTestRelay()
    server = await startTestServer({ engine, still: true, failing: true, relay: relay.url })
    wei = await server.addUser('zhang.wei')
    na = await server.addUser('li.na')
    asWei = await server.as(wei)
    asked = []
    answer = () => 'pass'
    server.submission.register([
      {
        name: 'approval',
        judge: (letter) => {
          asked.push(letter)
          return answer(letter)
        },
      },
    ])
  })
  afterEach(async () => {
    await server.stop()
    await relay.close()
  })

  const send = async () => {
    const people = ['li.na@yanshu.test', 'friend@elsewhere.example'].map((address) => ({ name: '', address }))
    const { mailId, sendId } = await asWei.post('mail/email/send', sending({ to: people }))
    server.wait(60_000)
    await server.dispatcher.runDue()
    return { mailId, sendId }
  }
  const shown = async (mailId: number) => asWei.post('mail/email/detail', { mailId })
  const person = (id: number) => ({ accountId: id, personId: id })
  const holder = () => `account:${na}` as const
  const holdForDecision = (): Judged => ({ hold: { by: holder(), why: WHY, until: null } })
  const decide = (id: string, verdict: Parameters<typeof decideHeld>[2], decider: Decider = person(na)) =>
    transact(server.context, (trx) =>
      decideHeld(trx, { id, by: holder(), decider, now: server.context.now() }, verdict),
    )

  test('given a step that holds for a decision, then its sender sees why for days, and the decision lets it leave', async () => {
    answer = holdForDecision
    const { mailId, sendId } = await send()
    expect(asked).toMatchObject([{ origin: 'page', accountId: wei, subject: '会议纪要' }])
    server.wait(3 * DAY)
    await server.dispatcher.runDue()
    expect(asked).toHaveLength(1)
    expect(await server.mailsOf(na)).toEqual([])
    asWei = await server.as(wei)
    const detail = await shown(mailId)
    expect(detail).toMatchObject({ sendId, releaseAt: null })
    expect(detail.deliveries.map(({ state, reason }) => [state, reason])).toEqual([
      ['held', WHY],
      ['held', WHY],
    ])
    // Another holder decides nothing, a delegate does not decide for the person, and an operator's hold outlives the decision.
    const other = { id: sendId, by: `account:${wei}`, decider: person(wei), now: 0 } as const
    expect(await transact(server.context, (trx) => decideHeld(trx, other, 'pass'))).toBeNull()
    const strangers = [person(wei), { accountId: na, personId: wei }, { accountId: wei, personId: na }]
    for (const one of strangers) await expect(decide(sendId, 'pass', one)).rejects.toThrow(ForbiddenError)
    await holdMails(server.context, { id: sendId })
    expect((await shown(mailId)).deliveries[0]?.reason).toContain('stopped by an administrator')
    expect(await decide(sendId, 'pass')).not.toBeNull()
    expect(await decide(sendId, 'pass')).toBeNull()
    await server.dispatcher.runDue()
    expect(await server.mailsOf(na)).toEqual([])
    await releaseMails(server.context, 'all')
    await server.dispatcher.runDue()
    expect(await server.mailsOf(na)).toHaveLength(1)
    expect(relay.relayed).toEqual(['friend@elsewhere.example'])
    // The step has let it pass, and is not asked again.
    expect(asked).toHaveLength(1)
  })

  test('given a letter that waits for a group, then its managers decide, also those of a department, while they are', async () => {
    const deptId = await createDepartment(server.context, { name: '前端组', parentId: null })
    const lead = await server.addUser('wang.lead', { deptId })
    const asLead = await server.as(lead)
    const asAdmin = await server.as(await server.addUser('admin', { isAdmin: true }))
    const group = { address: 'team@yanshu.test', groupName: '组', senders: 'anybody' as const, moderated: true }
    const { groupId } = await asAdmin.post('contact/mailgroup/save', group)
    await asAdmin.post('contact/mailgroup/people', { groupId, role: 'manager', addDepartments: [deptId] })
    answer = () => ({ hold: { by: `group:${groupId}`, why: WHY, until: null } })
    const sent = [await send(), await send()].map(({ sendId }) => sendId)
    const letThrough = ({ id, decider }: { readonly id: string | undefined; readonly decider: Decider }) =>
      transact(server.context, (trx) =>
        decideHeld(trx, { id: id ?? '', by: `group:${groupId}`, decider, now: 0 }, 'pass'),
      )
    expect((await asLead.get('contact/mailgroup/waiting', { groupId })).list).toHaveLength(2)
    await expect(letThrough({ id: sent[0], decider: person(wei) })).rejects.toThrow(ForbiddenError)
    expect(await letThrough({ id: sent[0], decider: person(lead) })).not.toBeNull()
    await asAdmin.post('contact/mailgroup/people', { groupId, role: 'manager', removeDepartments: [deptId] })
    await expect(letThrough({ id: sent[1], decider: person(lead) })).rejects.toThrow(ForbiddenError)
    const call = { groupId, waitingId: sent[1] ?? '', letThrough: true }
    expect(await asLead.refused('POST', 'contact/mailgroup/decide', call)).toBe(Code.forbidden)
  })

  test('given a held letter, then the end of an operator’s hold is no decision, and its sender takes it back', async () => {
    answer = holdForDecision
    const { mailId, sendId } = await send()
    await holdMails(server.context, 'all')
    await releaseMails(server.context, 'all')
    await server.dispatcher.runDue()
    expect(await server.mailsOf(na)).toEqual([])
    const draft = await asWei.post('mail/email/cancel', { sendId })
    expect(draft.mailId).not.toBe(mailId)
    expect(await decide(sendId, 'pass')).toBeNull()
    await server.dispatcher.runDue()
    expect(await server.mailsOf(na)).toEqual([])
  })

  test('given a letter that is refused, by a step or by a decision, then nobody gets it and its sender is told why', async () => {
    answer = () => ({ refuse: { status: '5.7.1', reason: '含有机密 / it is confidential' } })
    const first = await send()
    answer = holdForDecision
    const second = await send()
    const refuse = { status: '5.7.1', reason: '未获批准 / not approved', report: true }
    await decide(second.sendId, { refuse })
    await server.dispatcher.runDue()
    expect(await server.mailsOf(na)).toEqual([])
    expect(relay.relayed).toEqual([])
    const reports = (await server.mailsOf(wei)).map(({ text }) => text)
    expect(reports).toEqual([expect.stringContaining('confidential'), expect.stringContaining('not approved')])
    for (const { mailId } of [first, second]) expect(await shown(mailId)).toMatchObject({ sendId: null })
  })

  test('given a step that writes the letter anew, then those bytes go out, and the sender’s copy stays', async () => {
    answer = ({ origin }) =>
      origin === 'page'
        ? { rewrite: Buffer.from('From: zhang.wei@yanshu.test\r\nSubject: signed\r\n\r\nsealed\r\n') }
        : 'pass'
    const { mailId } = await send()
    expect((await server.mailsOf(na)).map(({ subject }) => subject)).toEqual(['signed'])
    expect(relay.mails.map(({ raw }) => raw.toString())).toEqual([expect.stringContaining('sealed')])
    expect(await shown(mailId)).toMatchObject({ subject: '会议纪要' })
  })

  test('given a step that fails, then nothing leaves until it works', async () => {
    answer = () => {
      throw new Error('the key is locked')
    }
    await send()
    expect(await server.mailsOf(na)).toEqual([])
    answer = () => 'pass'
    server.wait(60_000)
    await server.dispatcher.runDue()
    expect(await server.mailsOf(na)).toHaveLength(1)
  })
})
