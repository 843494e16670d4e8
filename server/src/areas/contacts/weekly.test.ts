import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const DAY = 86_400_000

describe.each(engines)('whether two people write to each other weekly, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine })
    server.stopClock()
  })
  afterAll(() => server.stop())

  /** So many mails that came and that went in each week, the newest first. */
  const exchanged = async (local: string, weeks: readonly (readonly [came: number, went: number])[]) => {
    const accountId = await server.addUser(local)
    const own = { name: local, address: `${local}@yanshu.test` }
    const friend = { name: '远方', address: 'friend@partner.example' }
    for (const [week, [came, went]] of weeks.entries()) {
      for (let at = 0; at < came + went; at += 1) {
        const [from, to] = at < came ? [friend, own] : [own, friend]
        const receivedAt = server.context.now() - week * 7 * DAY - (at + 1) * 3_600_000
        const { mailId } = await putMail(server.context, accountId, { from, to: [to], receivedAt })
        const { db } = server.context.store
        const { message_id } = await db
          .selectFrom('mail')
          .select('message_id')
          .where('id', '=', mailId)
          .executeTakeFirstOrThrow()
        await db.insertInto('message_address').values({ message_id, kind: 'to', address: to.address }).execute()
      }
    }
    const who = await server.login(local)
    return (await who.get('contact/weekly', { address: 'Friend@partner.example' })).weekly
  }

  test.each([
    ['three in each of four weeks, both ways', [[2, 1], [1, 2], [2, 2], [1, 2]], true], // biome-ignore format: weeks
    ['two in one of the weeks', [[2, 1], [1, 1], [2, 2], [1, 2]], false], // biome-ignore format: weeks
    ['a week in which one of them was silent', [[2, 1], [4, 0], [2, 2], [1, 2]], false], // biome-ignore format: weeks
    ['three weeks alone', [[2, 1], [1, 2], [2, 2]], false], // biome-ignore format: weeks
    ['nothing', [], false],
  ] as const)('given %s', async (what, weeks, weekly) => {
    expect(await exchanged(`p${weeks.flat().join('')}x${what.length}`, weeks)).toBe(weekly)
  })

  test("somebody else's mails do not count", async () => {
    await exchanged('busy', [[2, 1], [1, 2], [2, 2], [1, 2]]) // biome-ignore format: weeks
    expect(await exchanged('idle', [])).toBe(false)
  })
})
