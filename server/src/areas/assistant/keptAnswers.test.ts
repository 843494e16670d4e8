import { AI_ANSWERS_KEPT, AI_ANSWERS_LISTED, Code, SOCKET_LOCKED } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import { type AssistantSocket, openAssistantSocket } from '../../testing/testAssistant.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { delta, startTestModel } from '../../testing/testModel.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { keepAnswer, ratingsOf } from './keptAnswers.ts'
import { modelSettings, writeModelSettings } from './model/modelSettings.ts'

const language = 'zh' as const

describe.each(engines)('answers of the assistant, on %s', (engine) => {
  let server: TestServer
  let socket: AssistantSocket
  let accountId = 0
  let person: TestClient
  let other: TestClient

  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('me', { name: '林晓' })
    person = await server.as(accountId)
    other = await server.as(await server.addUser('other'))
    socket = await openAssistantSocket(server.url)
  })
  afterAll(async () => {
    socket.close()
    await server.stop()
  })

  const history = (query: { mailId?: number; keyword?: string; before?: string } = {}, who = person) =>
    who.get('mail/main/ai/history', query)
  const ask = async (question: string) =>
    socket.answer(await person.post('mail/main/ai/question', { question, user: '', language }))

  test('an answer is kept with its mail, found by its words, and nobody else sees it', async () => {
    const { mailId } = await putMail(server.context, accountId, {
      subject: '季度合同 100%_完成',
      text: '合同草案已经由法务审完。首付款为12万元。请在11月27日前回复是否同意。',
    })
    await socket.answer(
      await person.post('mail/main/ai/digest/mail', { type: 4, content: '', user: '', language, mailId }),
    )
    await ask('怎样撤回刚发出的邮件？')
    const { list, more } = await history()
    expect(more).toBe(false)
    expect(list.map(({ type, title }) => [type, title])).toEqual([
      [1, '怎样撤回刚发出的邮件？'],
      [4, '季度合同 100%_完成'],
    ])
    expect(list[1]).toMatchObject({ mailId, rating: 0 })
    expect(list[1]?.mailboxId).toBeGreaterThan(0)
    expect(list[1]?.extra.sentences?.length).toBeGreaterThan(0)
    expect((await history({ mailId })).list).toHaveLength(1)
    expect((await history({ keyword: '撤回' })).list).toHaveLength(1)
    expect((await history({ keyword: '首付款 12万' })).list).toHaveLength(1)
    // What has a meaning in LIKE is a character like any other.
    expect((await history({ keyword: '100%_' })).list).toHaveLength(1)
    expect((await history({ keyword: '1_0' })).list).toEqual([])
    expect((await history({}, other)).list).toEqual([])
    expect((await history({ mailId }, other)).list).toEqual([])
    expect(await server.anybody.refused('GET', 'mail/main/ai/history')).toBe(Code.tokenInvalid)
  })

  test('an answer that quotes a mail is not listed once the mail lies in a folder with a password', async () => {
    const { mailId } = await putMail(server.context, accountId, {
      subject: '年会场地定在云栖酒店',
      text: '年会场地定在云栖酒店三楼宴会厅，十二月二十日下午开始。',
    })
    await ask('年会场地定在哪里？')
    const quoting = async () =>
      (await history()).list.filter(({ extra }) =>
        extra.sources?.some((source) => source.kind === 'mail' && source.mailId === mailId),
      )
    const [answer] = await quoting()
    expect(answer?.text).toContain('云栖')
    const { folderId } = await person.post('mail/main/folder/save', { folderName: '人事' })
    await person.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
    const mail = (await person.get('mail/email/mailbox/list')).list.find((row) => row.mailId === mailId)
    await person.post('mail/email/move', {
      mailboxId: mail?.mailboxId ?? 0,
      targetMailboxId: folderId,
      mailUids: [mail?.mailUid ?? 0],
    })
    expect(await quoting()).toEqual([])
    expect((await history({ keyword: '云栖' })).list).toEqual([])
    await person.post('mail/main/ai/history/delete', { ids: [answer?.id ?? ''] })
  })

  test('it is rated by its person alone, and the operator sees how many were, not whose', async () => {
    const [first] = (await history()).list
    const id = first?.id ?? ''
    expect(await other.refused('POST', 'mail/main/ai/feedback', { id, rating: 1 })).toBe(Code.notFound)
    expect(await person.refused('POST', 'mail/main/ai/feedback', { id, rating: 7 })).toBe(Code.badRequest)
    await person.post('mail/main/ai/feedback', { id, rating: -1, note: '答非所问' })
    expect((await history()).list[0]?.rating).toBe(-1)
    expect(await ratingsOf(server.context)).toEqual([{ type: 1, rating: -1, answers: 1, notes: ['答非所问'] }])
    await person.post('mail/main/ai/feedback', { id, rating: 0 })
    expect(await ratingsOf(server.context)).toEqual([])
  })

  test('it goes when its person deletes it, and with its mail', async () => {
    const [question, summary] = (await history()).list
    const ids = [question?.id ?? '', summary?.id ?? '']
    expect(await other.post('mail/main/ai/history/delete', { ids })).toEqual({ deleted: 0 })
    expect(await other.post('mail/main/ai/history/delete', { ids: null })).toEqual({ deleted: 0 })
    expect(await person.post('mail/main/ai/history/delete', { ids: ids.slice(0, 1) })).toEqual({ deleted: 1 })
    await server.context.store.db
      .deleteFrom('mail')
      .where('id', '=', summary?.mailId ?? 0)
      .execute()
    expect((await history()).list).toEqual([])
    expect(await server.anybody.refused('POST', 'mail/main/ai/history/delete', { ids: null })).toBe(Code.tokenInvalid)
    expect(await server.anybody.refused('POST', 'mail/main/ai/feedback', { id: ids[0], rating: 1 })).toBe(
      Code.tokenInvalid,
    )
  })

  test('no more than the latest are kept, a page at a time; NUL in what a model says is left out', async () => {
    const request = { kind: 1, question: '问', user: '', language } as const
    const rows = Array.from({ length: AI_ANSWERS_KEPT }, (_, n) => ({
      ticket: `ticket-of-the-test-${n}`,
      account_id: accountId,
      at: server.context.now(),
      type: 1,
      mail_id: null,
      title: `问题 ${n}`,
      text: '答',
      thought: '',
      extra: '{}',
      searched: '',
    }))
    await server.context.store.db.insertInto('assistant_answer').values(rows).execute()
    for (const n of [AI_ANSWERS_KEPT, AI_ANSWERS_KEPT + 1]) {
      const job = {
        id: `ticket-of-the-test-${n}`,
        accountId,
        sessionId: '',
        request: { ...request, question: `问题 ${n}` },
      }
      await keepAnswer(server.context, job, { content: `答\0${n}`, thought: '', extra: {} })
    }
    const { kept } = await server.context.store.db
      .selectFrom('assistant_answer')
      .select((eb) => eb.fn.countAll<number>().as('kept'))
      .executeTakeFirstOrThrow()
    expect(Number(kept)).toBe(AI_ANSWERS_KEPT)
    const page = await history()
    expect(page).toMatchObject({ more: true })
    expect(page.list).toHaveLength(AI_ANSWERS_LISTED)
    expect(page.list[0]?.text).toBe(`答${AI_ANSWERS_KEPT + 1}`)
    const next = await history({ before: page.list.at(-1)?.id ?? '' })
    expect(next.list[0]?.title).toBe(`问题 ${AI_ANSWERS_KEPT + 1 - AI_ANSWERS_LISTED}`)
    expect(await person.post('mail/main/ai/history/delete', { ids: null })).toEqual({ deleted: AI_ANSWERS_KEPT })
  })

  test('a screen that is locked while an answer comes hears no more of it, at once', async () => {
    const model = await startTestModel()
    try {
      await writeModelSettings(
        server.context,
        modelSettings.parse({ url: model.url, model: 'scripted', idleMs: 60_000 }),
      )
      model.script = (response) => void response.write(delta({ content: '半句' }))
      await person.post('mail/main/lockScreen/set', { flag: true, password: '258036' })
      const { mailId } = await putMail(server.context, accountId, { text: '预算已经批准，共三项。请今天查看。' })
      const one = await openAssistantSocket(server.url)
      const ticket = await person.post('mail/main/ai/digest/mail', { type: 4, content: '', user: '', language, mailId })
      const received: string[] = []
      const answered = one.answer(ticket, ({ content }) => {
        received.push(content)
        if (content === '半句') void person.get('mail/main/lockScreen/open')
      })
      await expect(answered).rejects.toThrow(`closed with ${SOCKET_LOCKED}`)
      expect(received.at(-1)).toBe('半句')
      await expect.poll(model.aborted).toBe(1)
      await person.post('mail/main/lockScreen/relieve', { password: '258036' })
    } finally {
      await writeModelSettings(server.context, null)
      await model.stop()
    }
  })
})
