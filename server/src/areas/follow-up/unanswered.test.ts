import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { putMail, type TestMail } from '../../testing/putMail.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { unansweredJob } from './unansweredJob.ts'

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

  test('given a person who wants it, then a question is due once after its days, until it is answered or done', async () => {
    const { context } = server
    const dueOf = async (who = wei) =>
      (await who.post('mail/pending/pendingMailList', { state: 'due' })).list.map(({ subject }) => subject)
    const nextMorning = async () => {
      server.wait(3 * DAY)
      await jobsOf(context).runDue([unansweredJob])
    }
    await put('等了很久', 8)
    await wei.post('mail/pending/unanswered/remind', { days: 2 })
    expect(await wei.get('mail/pending/unanswered/reminder')).toEqual({ days: 2 })
    expect(await na.get('mail/pending/unanswered/reminder')).toEqual({ days: null })
    await jobsOf(context).runDue([unansweredJob])
    // What waited for longer when it was turned on is no news.
    expect(await dueOf()).toEqual([])

    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '密' })
    const quiet = await wei.post('mail/main/folder/save', { folderName: '静' })
    const muted = await put('静音的', 0)
    await put('锁着的', 0, { folderId })
    const asked = await put('新问题', 0)
    const second = await put('另一个', 0)
    await putMail(context, await server.addUser('wang.fang'), { subject: '别人的', text: '请确认一下报价。' })
    await wei.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
    await wei.post('mail/email/conversation/mute', { mailId: muted.mailId, mailboxId: quiet.folderId })
    await nextMorning()
    expect((await dueOf()).toSorted()).toEqual(['另一个', '新问题', '昨天的问题'].toSorted())
    expect(await dueOf(na)).toEqual([])

    const { list } = await wei.post('mail/pending/pendingMailList', { state: 'due' })
    const over = list.find(({ mailId }) => mailId === second.mailId)?.followUpId ?? 0
    await wei.post('mail/pending/overPending', { followUpIds: [over] })
    await context.store.db.updateTable('mail').set({ replied: 1 }).where('id', '=', asked.mailId).execute()
    expect(await dueOf()).toEqual(['昨天的问题'])
    await nextMorning()
    expect(await dueOf()).toEqual(['昨天的问题'])
    const answered = await wei.post('mail/pending/pendingMailList', { state: 'answered' })
    expect(answered.list.map(({ subject }) => subject)).toEqual(['新问题'])

    await wei.post('mail/pending/unanswered/remind', { days: null })
    await put('再问', 0)
    await nextMorning()
    expect(await dueOf()).toEqual(['昨天的问题'])
  })

  test('given a colleague who switched to the mailbox, then what becomes due by itself is not theirs to decide', async () => {
    await server.addUser('service', { accountType: 2 })
    await grantMailbox(server.context, 'service@yanshu.test', 'li.na@yanshu.test')
    const switched = await na.post('user/account/switch', { account: 'service@yanshu.test' })
    const colleague = new TestClient(server.url, switched)
    for (const body of [{ days: 2 }, { days: null }]) {
      expect(await colleague.refused('POST', 'mail/pending/unanswered/remind', body)).toBe(Code.forbidden)
    }
  })
})
