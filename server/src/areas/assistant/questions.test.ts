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

/** Half a year of mail of somebody of the demonstration: what the mails that answer stand among. */
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
