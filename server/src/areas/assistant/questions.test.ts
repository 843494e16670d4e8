import { demoMails } from '@yanshu/demo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ParsedMail } from '../../mime/parsedMail.ts'
import { parseMail } from '../../mime/parseMail.ts'
import { transact } from '../../store/database/transact.ts'
import { putMail, putMailIn } from '../../testing/putMail.ts'
import { type AssistantSocket, openAssistantSocket } from '../../testing/testAssistant.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { ANSWERED, MAILS, SUGGESTED, UNANSWERED } from './fixtures/questions.ts'

/** Whose mail of the demonstration the mailbox holds besides. */
const DEMONSTRATED = 'chen.jie@yanshu.test'

let server: TestServer
let socket: AssistantSocket
let person: TestClient
const names = new Map<number, string>()

beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite' })
  const accountId = await server.addUser('reader')
  person = await server.as(accountId)
  socket = await openAssistantSocket(server.url)
  await putDemonstration(server, accountId)
  for (const [name, { from, subject, text }] of Object.entries(MAILS)) {
    const mail = { subject, text, from: { name: from, address: `${name}@partner.example` } }
    names.set((await putMail(server.context, accountId, mail)).mailId, name)
  }
})
afterAll(async () => {
  socket.close()
  await server.stop()
})

/** Half a year of mail of a person of the demonstration: what the mails that answer stand among. */
async function putDemonstration({ context }: TestServer, accountId: number): Promise<void> {
  const mails: ParsedMail[] = []
  for (const { raw, copies } of demoMails({ now: new Date(context.now()) })) {
    if (copies.some(({ owner }) => owner === DEMONSTRATED)) mails.push(await parseMail(raw))
  }
  expect(mails.length).toBeGreaterThan(200)
  await transact(context, async (trx) => {
    for (const { subject, from, text, html, date } of mails) {
      const [sender = { name: '', address: '' }] = from
      await putMailIn(trx, context, accountId, {
        subject,
        from: sender,
        text: text ?? '',
        html,
        ...(date === null ? {} : { receivedAt: date }),
      })
    }
  })
}

/** The sources of an answer, by the names of the fixtures. */
async function sourcesOf(language: 'zh' | 'en', question: string): Promise<string[]> {
  // So many questions in a minute would be refused.
  server.wait(10_000)
  const ticket = await person.post('mail/main/ai/question', { question, user: '', language })
  const { extra } = await socket.answer(ticket)
  return (extra.sources ?? []).map((source) =>
    source.kind === 'help' ? `help:${source.id}` : (names.get(source.mailId) ?? 'another mail'),
  )
}

test('of forty questions with an answer, 34 name its source among the first three', async () => {
  expect(ANSWERED).toHaveLength(40)
  const missed: string[] = []
  for (const [language, question, source] of ANSWERED) {
    const found = await sourcesOf(language, question)
    if (!found.includes(source)) missed.push(`${question}: ${found.join()}`)
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6)
})

test('what the drawer suggests is answered by its topic, named first', async () => {
  for (const [language, question, source] of SUGGESTED)
    expect((await sourcesOf(language, question))[0], question).toBe(source)
})

test('of ten questions without an answer, none gets one', async () => {
  const answered: string[] = []
  for (const [language, question] of UNANSWERED) {
    const found = await sourcesOf(language, question)
    if (found.length > 0) answered.push(`${question}: ${found.join()}`)
  }
  expect(answered).toEqual([])
})

test('how much is answered by the sentence with the number; where none has one, that is not known', async () => {
  const accountId = await server.addUser('treasurer')
  const own = await server.as(accountId)
  const put = (subject: string, text: string) =>
    putMail(server.context, accountId, { subject, text, from: { name: '财务', address: 'cw@partner.example' } })
  const ask = async (question: string) => {
    server.wait(60_000)
    const ticket = await own.post('mail/main/ai/question', { question, user: '', language: 'zh' })
    return (await socket.answer(ticket)).text
  }
  await put('羽毛球场地费', '羽毛球场地费的收取办法改了，请大家留意。场地费为每人每月四十元，从工资里扣。')
  expect(await ask('羽毛球场地费多少')).toContain('四十元')
  await put('校庆赞助款', '校庆赞助款已经谈妥，具体数目另行通知。')
  const unknown = await ask('校庆赞助款多少')
  expect(unknown).toContain('我不知道')
  expect(unknown).toContain('另行通知')
})

test('who takes part is read from the answers to a notice; where nobody has said it, that is not known', async () => {
  const accountId = await server.addUser('organiser')
  const own = await server.as(accountId)
  const messageId = '<outing@partner.example>'
  const put = (name: string, subject: string, text: string, more: object = {}) =>
    putMail(server.context, accountId, { subject, text, from: { name, address: `${name}@partner.example` }, ...more })
  const ask = async (question: string) => {
    server.wait(60_000)
    const ticket = await own.post('mail/main/ai/question', { question, user: '', language: 'zh' })
    return socket.answer(ticket)
  }
  await put('工会', '周末团建报名', '周末团建去莫干山，谁参加请回复本邮件。', { messageId })
  expect((await ask('谁参加周末团建')).text).toContain('我不知道')
  const answer = { inReplyTo: messageId, references: messageId }
  await put('李娜', '回复：周末团建报名', '我参加，带一个家属。', answer)
  await put('韩磊', '回复：周末团建报名', '周末要加班，去不了。', answer)
  await put('何雪', '回复：周末团建报名', '算我一个！\n\n> 谁参加请回复', answer)
  await put('邓浩', '回复：周末团建报名', '几点出发？', answer)
  const { text, extra } = await ask('谁参加周末团建')
  expect(text).toContain('2 人表示参加：李娜、何雪')
  expect(text).toContain('1 人表示不参加：韩磊')
  expect(text).not.toContain('邓浩')
  expect(extra.sources).toHaveLength(1)
  expect((await ask('多少人参加周末团建')).text).toContain('2 人表示参加')
  // What is asked besides is answered from the notice.
  expect((await ask('周末团建去哪里')).text).toContain('莫干山')
})
