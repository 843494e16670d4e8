import { Code, FREE_READING, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { newBrowser, startPushService } from '../../testing/pushService.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { approvalJobs } from '../approval/approvalJobs.ts'
import { noticeStep } from '../approval/index.ts'
import { sendNotes } from './sendNotes.ts'
import { webPushStep } from './webPushStep.ts'

describe.each(engines)('notes about records of approval, on %s', (engine) => {
  let service: Awaited<ReturnType<typeof startPushService>>
  let server: TestServer
  const people: Record<string, TestClient> = {}
  const as = (name: string) => people[name] ?? server.anybody
  const browsers: Record<string, ReturnType<typeof newBrowser>> = {}
  beforeAll(async () => {
    service = await startPushService()
    server = await startTestServer({ engine, still: true })
    server.steps.register([noticeStep, webPushStep])
    await withApproval(server)
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'secretModeEnable', value: true, locked: false })
    const ids: number[] = []
    for (const name of ['wang', 'wei', 'stranger', 'li.na']) {
      const id = await server.addUser(name, { isAdmin: name === 'stranger' })
      ids.push(id)
      people[name] = await server.as(id)
      const browser = newBrowser()
      browsers[name] = browser
      const { p256dh, auth } = browser
      const endpoint = `${service.url}/201/${auth}`
      if (name !== 'li.na') await as(name).post('user/push/subscribe', { endpoint, p256dh, auth, withContent: true })
    }
    const rule = ruleWith([levelOf(ids.slice(0, 1))], { conditions: { words: ['合同'] } })
    await as('stranger').post('mail/main/approval/rule/save', rule)
  })
  afterAll(async () => {
    await server.stop()
    await service.stop()
  })
  beforeEach(() => {
    service.received.length = 0
  })

  /** What a browser was sent since then. */
  const notesTo = (name: string) =>
    service.received
      .filter(({ path }) => path.endsWith(browsers[name]?.auth ?? '-'))
      .map(({ body }) => browsers[name]?.read(body))
  const work = async () => {
    await server.dispatcher.runDue()
    await jobsOf(server.context).runDue(approvalJobs)
    await server.dispatcher.runDue()
    await server.steps.effects.runDue()
    await sendNotes(server.context, service.policy)
  }
  /** Sends a letter that is held, and lets the mails and notes about it be sent. */
  const hold = async (more: Parameters<typeof sending>[0] = {}) => {
    await as('wei').post('mail/email/send', sending({ subject: '合同草案', ...more }))
    server.wait(UNDO_SEND_MS)
    await work()
    const { list } = await as('wei').get('mail/main/approval/userApprovalList', { pageSize: 1 })
    const recordId = list[0]?.recordId ?? 0
    const { hash } = await as('wei').get('mail/main/approval/detail', { recordId })
    return { recordId, hash }
  }

  test('given a mail that waits, then who decides is told of it once and opens it, and its sender of the decision', async () => {
    const { recordId, hash } = await hold()
    const path = expect.stringMatching(new RegExp(`^/appreply/0/${recordId}/\\d+/all/pending$`))
    const note = { kind: 'waits', account: 'wang@yanshu.test', approvalId: recordId, name: 'wei', subject: '合同草案' }
    // The mail about it lies in the inbox, and no second note is of that.
    expect(notesTo('wang')).toEqual([{ ...note, path, language: 'zh' }])
    expect([notesTo('wei'), notesTo('stranger')]).toEqual([[], []])
    expect(await as('stranger').refused('GET', 'mail/main/approval/notice', { recordId })).toBe(Code.notFound)
    expect((await as('wei').get('mail/main/approval/notice', { recordId })).notice).toBeNull()
    expect((await as('wang').get('mail/main/approval/notice', { recordId })).notice).toMatchObject({ kind: 'waits' })

    service.received.length = 0
    await as('wang').post('mail/main/approval/decide', { recordId, hash, pass: true })
    await work()
    expect(notesTo('wang')).toEqual([])
    expect(notesTo('wei')).toMatchObject([{ kind: 'passed', name: 'wang', subject: '合同草案', approvalId: recordId }])
    expect((await as('wang').get('mail/main/approval/notice', { recordId })).notice).toBeNull()
  })

  test('given a confidential letter, then notes have neither its subject nor names', async () => {
    const options = { 'mail.reading': { ...FREE_READING, secret: true } }
    const { recordId, hash } = await hold({ subject: '合同（并购）', options })
    await as('wang').post('mail/main/approval/decide', { recordId, hash, pass: false, comment: '并购' })
    await work()
    const notes = [...notesTo('wang'), ...notesTo('wei')].filter((note) => note && 'approvalId' in note)
    expect(notes).toMatchObject([
      { kind: 'waits', name: '', subject: '' },
      { kind: 'rejected', name: '', subject: '' },
    ])
  })

  test('given it was withdrawn before the note was sent, or the setting is off, then nothing is said', async () => {
    await as('wang').post('mail/main/generalConfig/save', { notify: false })
    const { recordId } = await hold()
    expect(notesTo('wang')).toEqual([])
    await as('wang').post('mail/main/generalConfig/save', { notify: true })
    await as('wei').post('mail/main/approval/remind', { recordId })
    await jobsOf(server.context).runDue(approvalJobs)
    await as('wei').post('mail/main/approval/withdraw', { recordId })
    await work()
    expect([notesTo('wang'), notesTo('wei')]).toEqual([[], []])
  })
})
