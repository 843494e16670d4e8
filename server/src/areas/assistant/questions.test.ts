import { afterAll, beforeAll, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import { type AssistantSocket, openAssistantSocket } from '../../testing/testAssistant.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { ANSWERED, MAILS, UNANSWERED } from './fixtures/questions.ts'

let server: TestServer
let socket: AssistantSocket
let person: TestClient
const names = new Map<number, string>()

beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite' })
  const accountId = await server.addUser('reader')
  person = await server.as(accountId)
  socket = await openAssistantSocket(server.url)
  for (const [name, { from, subject, text }] of Object.entries(MAILS)) {
    const mail = { subject, text, from: { name: from, address: `${name}@partner.example` } }
    names.set((await putMail(server.context, accountId, mail)).mailId, name)
  }
})
afterAll(async () => {
  socket.close()
  await server.stop()
})

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

test('of ten questions without an answer, none gets one', async () => {
  const answered: string[] = []
  for (const [language, question] of UNANSWERED) {
    const found = await sourcesOf(language, question)
    if (found.length > 0) answered.push(`${question}: ${found.join()}`)
  }
  expect(answered).toEqual([])
})
