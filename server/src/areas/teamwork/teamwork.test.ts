import { Code, TEAM_CHANGED } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantMailbox, revokeMailbox } from '../../store/accounts/reachableAccounts.ts'
import { putMail } from '../../testing/putMail.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const at = (local: string) => `${local}@yanshu.test`
const WEI = { name: '张伟', address: at('zhang.wei') }
const NA = { name: '李娜', address: at('li.na') }

describe.each(engines)('a public mailbox of several people, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let stranger: TestClient
  let service: number
  const switched = async (local: string) =>
    new TestClient(
      server.url,
      await (await server.login(local)).post('user/account/switch', { account: at('service') }),
    )
  const arrived = (subject: string, folderId?: number) =>
    putMail(server.context, service, {
      subject,
      from: { name: '客户', address: 'customer@out.example' },
      ...(folderId === undefined ? {} : { folderId }),
    })
  const answer = <More extends object>(mailId: number, more: More) => ({
    ...{ kind: 'reply' as const, sourceMailId: mailId, from: '', cc: [], bcc: [], subject: '答复', html: '<p>好</p>' },
    ...{ to: [{ name: '', address: at('wang.fang') }], fileIds: [], options: {} },
    ...more,
  })
  const send = (who: TestClient, mailId: number, more = {}) =>
    who.raw('POST', 'mail/email/send', {
      body: answer(mailId, { mailId: null, requestId: `answer-${Math.random()}`, ...more }),
    })
  const noticesOf = async (local: string) => {
    await server.dispatcher.runDue()
    return (await (await server.login(local)).get('mail/email/mailbox/list', { role: 'inbox' })).list
  }

  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei', { name: '张伟' })
    await server.addUser('li.na', { name: '李娜' })
    await server.addUser('wang.fang', { name: '王芳' })
    service = await server.addUser('service', { name: '客服', accountType: 2 })
    for (const local of ['zhang.wei', 'li.na']) await grantMailbox(server.context, at('service'), at(local))
    wei = await switched('zhang.wei')
    na = await switched('li.na')
    stranger = await server.login('wang.fang')
  })
  afterAll(() => server.stop())

  test('given a mail, then members assign and close it, and who gets it is written to without more than its subject', async () => {
    const { mailId } = await arrived('退货')
    const none = {
      members: [WEI, NA],
      answering: [],
      answers: [],
      assignee: null,
      closed: null,
      note: '',
      comments: [],
    }
    const state = await wei.post('mail/email/team/get', { mailId })
    expect(state).toEqual({ ...none, members: expect.arrayContaining(none.members), me: WEI.address })
    const asked = { mailId, assignee: NA.address, closed: false, note: '周五前答复' }
    expect(await wei.post('mail/email/team/save', asked)).toMatchObject({ assignee: NA, note: '周五前答复' })
    const [notice] = await noticesOf('li.na')
    expect(notice).toMatchObject({ subject: '张伟 把一封邮件分配给你：客服', preview: expect.stringContaining('退货') })
    const done = await na.post('mail/email/team/save', { ...asked, closed: true })
    expect(done.closed).toMatchObject({ by: NA })
    expect((await wei.post('mail/email/team/get', { mailId })).closed).toEqual(done.closed)
    expect((await wei.post('mail/email/team/save', asked)).closed).toBeNull()
    expect(await noticesOf('li.na')).toHaveLength(1)
    // A window that shows the state of before changes one thing alone.
    const colleague = { mailId, assignee: WEI.address, note: '已打电话' }
    await na.post('mail/email/team/save', colleague)
    expect(await wei.post('mail/email/team/save', { mailId, closed: true })).toMatchObject({
      ...{ assignee: WEI, note: colleague.note, closed: { by: WEI } },
    })
    for (const assignee of [at('wang.fang'), at('service')]) {
      expect(await wei.refused('POST', 'mail/email/team/save', { ...asked, assignee })).toBe(Code.badRequest)
    }
  })

  test('given a comment that asks a colleague, then they are written to, and only its author takes it away', async () => {
    const { mailId } = await arrived('投诉')
    const asked = { mailId, text: ' 你看一下 ', ask: NA.address }
    const { comments } = await wei.post('mail/email/team/comment', asked)
    expect(comments).toMatchObject([{ author: WEI, asked: NA, text: '你看一下', own: true }])
    expect((await noticesOf('li.na'))[0]).toMatchObject({ subject: '张伟 请你看一封邮件：客服' })
    const commentId = comments[0]?.commentId ?? 0
    expect((await na.post('mail/email/team/get', { mailId })).comments).toMatchObject([{ own: false }])
    expect(await na.refused('POST', 'mail/email/team/uncomment', { mailId, commentId })).toBe(Code.notFound)
    expect((await wei.post('mail/email/team/uncomment', { mailId, commentId })).comments).toEqual([])
    for (const wrong of [{ ask: at('wang.fang') }, { text: '  ' }, { text: 'x'.repeat(2_001) }]) {
      expect(await wei.refused('POST', 'mail/email/team/comment', { ...asked, ...wrong })).toBe(Code.badRequest)
    }
  })

  test('given a mail in a folder with a password, then nothing is noted of it, and no notice names it', async () => {
    const owner = await server.login('service')
    const { folderId } = await owner.post('mail/main/folder/save', { folderName: '法务' })
    const { mailId } = await arrived('绝密', folderId)
    await owner.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
    expect(await na.refused('POST', 'mail/email/team/get', { mailId })).toBe(Code.folderClosed)
    await owner.post('mail/main/folder/validPwd', { folderId, password: '开门 1234' })
    await owner.post('mail/email/team/comment', { mailId, text: '看一下', ask: NA.address })
    expect(JSON.stringify((await noticesOf('li.na'))[0])).not.toContain('绝密')
  })

  test('given a member who writes an answer, then the others see who it is, until the letter is closed', async () => {
    const { mailId } = await arrived('报价')
    const push = await wei.socket()
    const draft = await na.post(
      'mail/email/drafts',
      answer(mailId, { mailId: null, revision: null, clientId: 'draft-of-na' }),
    )
    const window = { mailId: draft.mailId, name: 'window-1' }
    await na.post('mail/email/draft/windows', { ...window, closed: false })
    expect(await push.nextOf('event')).toMatchObject({ name: TEAM_CHANGED, data: { mailId } })
    expect((await wei.post('mail/email/team/get', { mailId })).answering).toEqual([NA])
    expect((await na.post('mail/email/team/get', { mailId })).answering).toEqual([])
    await na.post('mail/email/draft/windows', { ...window, closed: true })
    expect((await wei.post('mail/email/team/get', { mailId })).answering).toEqual([])
    push.close()
  })

  test('given members who answer at the same moment, then one is sent, the others are asked, and who insists sends', async () => {
    const { mailId } = await arrived('询价')
    const sent = await Promise.all([wei, na, wei, na].map((who) => send(who, mailId)))
    const codes = sent.map(({ envelope }) => envelope.code)
    expect(codes.map(Number).toSorted((a, b) => a - b)).toEqual([200, ...Array(3).fill(Code.answeredAlready)])
    const refused = sent.find(({ envelope }) => envelope.code !== 200)
    expect(refused?.envelope.message).toMatch(/张伟|李娜/)
    const { answers } = await wei.post('mail/email/team/get', { mailId })
    expect(answers).toHaveLength(1)
    expect((await send(na, mailId, { answerAgain: true })).envelope.code).toBe(200)
    expect((await send(na, mailId, { kind: 'forward' })).envelope.code).toBe(200)
    expect((await wei.post('mail/email/team/get', { mailId })).answers).toHaveLength(2)
  })

  test('given three members, then each sees who answers, whose the mail is and what was said, and one answer leaves', async () => {
    await server.addUser('chen.yu', { name: '陈宇' })
    await grantMailbox(server.context, at('service'), at('chen.yu'))
    const yu = await switched('chen.yu')
    const three = [wei, na, yu]
    const { mailId } = await arrived('三个人')
    const stateOf = (who: TestClient) => who.post('mail/email/team/get', { mailId })
    // Two write at once; each sees the other, and the third sees both.
    for (const [who, name] of [
      [wei, 'draft-of-wei'],
      [na, 'draft-of-na-2'],
    ] as const) {
      const begun = answer(mailId, { mailId: null, revision: null, clientId: name })
      const draft = await who.post('mail/email/drafts', begun)
      await who.post('mail/email/draft/windows', { mailId: draft.mailId, name: `window-${name}`, closed: false })
    }
    const names = async (who: TestClient) => (await stateOf(who)).answering.map(({ name }) => name).toSorted()
    expect(await Promise.all(three.map(names))).toEqual([['李娜'], ['张伟'], ['张伟', '李娜'].toSorted()])

    // The first gives it to the second, the second to the third, who closes it with a note that all read.
    await wei.post('mail/email/team/save', { mailId, assignee: NA.address })
    await na.post('mail/email/team/save', { mailId, assignee: at('chen.yu') })
    await yu.post('mail/email/team/save', { mailId, closed: true, note: '已退款' })
    await wei.post('mail/email/team/comment', { mailId, text: '你看一下', ask: at('chen.yu') })
    await yu.post('mail/email/team/comment', { mailId, text: '看过了', ask: null })
    for (const who of three) {
      const { assignee, closed, note, comments } = await stateOf(who)
      expect({ assignee: assignee?.name, by: closed?.by?.name, note }).toEqual({
        ...{ assignee: '陈宇', by: '陈宇', note: '已退款' },
      })
      expect(comments.map(({ author, asked, own }) => [author?.name, asked?.name, own])).toEqual([
        ['张伟', '陈宇', who === wei],
        ['陈宇', undefined, who === yu],
      ])
    }
    expect((await noticesOf('chen.yu')).map(({ subject }) => subject)).toEqual([
      '张伟 请你看一封邮件：客服',
      '李娜 把一封邮件分配给你：客服',
    ])

    // All three send at the same moment: one leaves, two are asked, and none learns of it as a sent mail of their own.
    const sent = await Promise.all(three.map((who) => send(who, mailId)))
    expect(sent.filter(({ envelope }) => envelope.code === 200)).toHaveLength(1)
    expect(sent.filter(({ envelope }) => envelope.code === Code.answeredAlready)).toHaveLength(2)
    const answers = await Promise.all(three.map(async (who) => (await stateOf(who)).answers))
    expect(answers.map((list) => list.length)).toEqual([1, 1, 1])
    expect(await stranger.refused('POST', 'mail/email/team/get', { mailId })).toBe(Code.mailNotFound)
    await revokeMailbox(server.context, at('service'), at('chen.yu'))
    expect(await yu.refused('POST', 'mail/email/team/get', { mailId })).toBe(Code.tokenInvalid)
    expect((await stateOf(wei)).assignee).toBeNull()
  })

  test('given an answer that is taken back, then the mail is unanswered again', async () => {
    await wei.post('mail/main/generalConfig/single/update', { key: 'undoSeconds', value: 30 })
    const { mailId } = await arrived('催单')
    const { envelope } = await send(wei, mailId)
    const { sendId } = envelope.data as { sendId: string }
    expect((await na.post('mail/email/team/get', { mailId })).answers).toMatchObject([WEI])
    await wei.post('mail/email/cancel', { sendId })
    expect((await na.post('mail/email/team/get', { mailId })).answers).toEqual([])
    expect((await send(na, mailId)).envelope.code).toBe(200)
  })

  test('given a mailbox of one person, or another person, then there is no team', async () => {
    const { mailId } = await arrived('别人的')
    const calls = [
      ['get', {}],
      ['save', { assignee: null, closed: true, note: '' }],
      ['comment', { text: 'x', ask: null }],
      ['uncomment', { commentId: 1 }],
    ] as const
    for (const [call, more] of calls) {
      expect(await stranger.refused('POST', `mail/email/team/${call}`, { mailId, ...more })).toBe(Code.mailNotFound)
    }
    const own = await putMail(server.context, await server.addUser('zhao.lei'), { subject: '自己的' })
    const lei = await server.login('zhao.lei')
    expect(await lei.refused('POST', 'mail/email/team/get', { mailId: own.mailId })).toBe(Code.forbidden)
    for (const one of [1, 2]) expect([one, (await send(lei, own.mailId)).envelope.code]).toEqual([one, 200])
  })

  test('given a member whose right is taken back, then they are out, and what is assigned to them is open to others', async () => {
    const { mailId } = await arrived('交接')
    await wei.post('mail/email/team/save', { mailId, assignee: NA.address, closed: false, note: '' })
    await revokeMailbox(server.context, at('service'), NA.address)
    expect(await na.refused('POST', 'mail/email/team/get', { mailId })).toBe(Code.tokenInvalid)
    const state = await wei.post('mail/email/team/get', { mailId })
    expect(state).toMatchObject({ assignee: null, members: [WEI] })
    const asked = { mailId, text: 'x', ask: NA.address }
    expect(await wei.refused('POST', 'mail/email/team/comment', asked)).toBe(Code.badRequest)
    await grantMailbox(server.context, at('service'), NA.address)
  })
})
