import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putMail, type TestMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const DAY = 86_400_000
const WEI = { name: '张伟', address: 'zhang.wei@yanshu.test' }

describe.each(engines)('mails that wait for an answer, on %s', (engine) => {
  let server: TestServer
  let weiId: number
  let wei: TestClient
  let na: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    weiId = await server.addUser('zhang.wei')
    wei = await server.as(weiId)
    na = await server.as(await server.addUser('li.na'))
  })
  afterAll(() => server.stop())

  const put = (subject: string, days: number, more: TestMail = {}) =>
    putMail(server.context, weiId, {
      ...{ subject, text: '请确认一下报价。', to: [WEI], receivedAt: server.context.now() - days * DAY },
      ...more,
    })
  const unanswered = async (days?: number, who = wei) =>
    (await who.get('mail/pending/unanswered', days === undefined ? {} : { days })).list

  test('given questions, then those to the reader that have had no answer for some days are listed until they are done', async () => {
    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '上锁' })
    const old = await put('老问题', 10)
    const asked = await put('问题', 4)
    await put('昨天的问题', 1)
    await put('过期的问题', 40)
    await put('通知', 4, { text: '会议室已更新。' })
    await put('抄送', 4, { to: [], cc: [WEI] })
    await put('自己的', 4, { from: WEI })
    await put('锁', 4, { folderId })
    const answered = await put('答过', 4)
    await wei.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
    await server.context.store.db.updateTable('mail').set({ replied: 1 }).where('id', '=', answered.mailId).execute()
    const automatic = await put('机器', 4)
    await server.context.store.db.updateTable('message').set({ automatic: 1 }).where('subject', '=', '机器').execute()
    expect(automatic.mailId).toBeGreaterThan(0)

    expect((await unanswered()).map(({ subject }) => subject)).toEqual(['问题', '老问题'])
    expect((await unanswered(7)).map(({ subject }) => subject)).toEqual(['老问题'])
    expect((await unanswered(1)).map(({ subject }) => subject)).toContain('昨天的问题')
    expect((await wei.post('mail/home/today', {})).unanswered).toBe(2)
    expect((await wei.post('mail/home/today', { unansweredDays: 7 })).unanswered).toBe(1)
    expect(await unanswered(undefined, na)).toEqual([])
    expect((await na.post('mail/home/today', {})).unanswered).toBe(0)

    // One that is followed up is seen again by that.
    await wei.post('mail/pending/saveOrUpdatePendingInfo', {
      mailIds: [old.mailId],
      when: { kind: 'workdays', days: 1 },
    })
    expect((await unanswered()).map(({ subject }) => subject)).toEqual(['问题'])
    expect(await na.refused('POST', 'mail/pending/settle', { mailIds: [asked.mailId] })).toBe(Code.mailNotFound)
    expect(await wei.post('mail/pending/settle', { mailIds: [asked.mailId, old.mailId] })).toEqual({ settled: 1 })
    expect(await unanswered()).toEqual([])
    const { counts } = await wei.post('mail/pending/pendingMailList', {})
    expect(counts).toEqual({ open: 1, due: 0 })
  })
})
