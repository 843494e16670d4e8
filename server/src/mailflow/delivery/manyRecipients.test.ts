import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { phrasesOf } from '../../store/search/tokens.ts'
import { startTestServer } from '../../testing/testServer.ts'

const PEOPLE = 150

const RAW = Buffer.from('From: a@b.example\r\nSubject: 全员通知\r\n\r\n放假安排\r\n')

test('given a mail to hundreds of people here, then others are answered while it is delivered and everybody finds it', async () => {
  const mailServer = await startTestServer({ engine: 'sqlite', still: true })
  const { context, preparer, deliverer } = mailServer
  const accountIds: number[] = []
  for (let number = 0; number < PEOPLE; number++) accountIds.push(await mailServer.addUser(`person${number}`))
  const message = await preparer.prepare(await context.blobs.put(RAW), RAW)

  let isDelivered = false
  const delivery = deliverer
    .deliver(message, { accountIds, role: 'inbox', receivedAt: context.now() })
    .then((outcome) => {
      isDelivered = true
      return outcome
    })
  /** How often another caller was answered, and how many mails there were at each answer. */
  const answers: number[] = []
  while (!isDelivered) {
    const mails = await context.store.db.selectFrom('mail').select('id').execute()
    answers.push(mails.length)
    await nextTurn()
  }
  expect((await delivery).delivered).toHaveLength(PEOPLE)
  expect(answers.filter((mails) => mails === 0).length).toBeGreaterThan(5)
  // It is one transaction: no one sees some of the mails without the others.
  expect(answers.filter((mails) => mails !== 0 && mails !== PEOPLE)).toEqual([])

  const window = { limit: 10, offset: 0, before: null, counted: true }
  for (const accountId of [accountIds[0] ?? 0, accountIds.at(-1) ?? 0]) {
    const finding = { accountId, phrases: phrasesOf('放假'), fields: [], unlisted: [] }
    expect((await context.search.find(context, finding, window)).total).toBe(1)
  }
  await mailServer.stop()
})
