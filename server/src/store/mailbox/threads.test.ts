import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('threads, on %s', (engine) => {
  let server: TestServer
  let accountId: number
  let other: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei')
    other = await server.addUser('li.na')
  })
  afterAll(() => server.stop())

  /** The thread of each of these mails, as the number of the mail that began it. */
  async function threadsOf(mails: readonly { mailId: number; sortKey: number }[]): Promise<number[]> {
    const rows = await server.context.store.db.selectFrom('mail').select(['id', 'thread_id']).execute()
    const byId = new Map(rows.map(({ id, thread_id }) => [id, thread_id]))
    const began = new Map(mails.map(({ sortKey }, at) => [sortKey, at]))
    return mails.map(({ mailId }) => began.get(byId.get(mailId) ?? -1) ?? -1)
  }
  const put = (messageId: string, inReplyTo = '', references = '', account = accountId, receivedAt?: number) =>
    putMail(server.context, account, { messageId, inReplyTo, references, ...(receivedAt ? { receivedAt } : {}) })

  test('answers belong to what they answer, in whatever order they come', async () => {
    const question = await put('<q@a>')
    const answer = await put('<r1@a>', '<q@a>', '<q@a>')
    const deeper = await put('<r2@a>', '', '<gone@a> <r1@a>')
    const alone = await put('<alone@a>')
    expect(await threadsOf([question, answer, deeper, alone])).toEqual([0, 0, 0, 3])
    const early = await put('<early@b>', '<late@b>')
    const late = await put('<late@b>')
    expect(await threadsOf([early, late])).toEqual([0, 0])
  })

  test('answers to a mail that never came belong together; what joins two threads makes them one', async () => {
    const first = await put('<s1@c>', '<never@c>')
    const second = await put('<s2@c>', '<never@c>')
    expect(await threadsOf([first, second])).toEqual([0, 0])
    const left = await put('<left@d>', '', '', accountId, 1_000_000)
    const right = await put('<right@d>', '', '', accountId, 2_000_000)
    const both = await put('<both@d>', '<right@d>', '<left@d> <right@d>')
    expect(await threadsOf([left, right, both])).toEqual([0, 0, 0])
  })

  test('a mailbox does not use the threads of another, nor mails without an id', async () => {
    const mine = await put('<q@e>')
    const theirs = await put('<r@e>', '<q@e>', '', other)
    const nameless = [await put(''), await put('')]
    expect(await threadsOf([mine, theirs, ...nameless])).toEqual([0, 1, 2, 3])
  })

  test('threads of more than a thousand mails become the larger of them when a mail joins them', async () => {
    const { db } = server.context.store
    /** So many mails more in the thread of one. */
    const grow = async ({ mailId, sortKey }: { mailId: number; sortKey: number }, by: number) => {
      const { id: _, ...mail } = await db
        .selectFrom('mail')
        .selectAll()
        .where('id', '=', mailId)
        .executeTakeFirstOrThrow()
      // Keys of the store are positive: these meet none of them.
      const keyOf = (n: number) => -(mailId * 10_000 + n)
      const rows = Array.from({ length: by }, (__, n) => ({ ...mail, uid: sortKey + n, sort_key: keyOf(n) }))
      for (let at = 0; at < by; at += 500)
        await db
          .insertInto('mail')
          .values(rows.slice(at, at + 500))
          .execute()
    }
    const larger = await put('<larger@g>', '', '', accountId, 3_000_000)
    const older = await put('<older@g>', '', '', accountId, 2_900_000)
    const theirs = await put('<larger@g>', '', '', other, 3_000_000)
    await grow(larger, 1_200)
    await grow(older, 1_100)
    const joining = await put('<joining@g>', '<older@g>', '<larger@g> <older@g>')
    expect(await threadsOf([larger, older, joining, theirs])).toEqual([0, 0, 0, 3])
    const threads = await db
      .selectFrom('mail')
      .select(({ fn }) => fn.countAll<number>().as('mails'))
      .where('thread_id', '=', larger.sortKey)
      .execute()
    expect(threads).toEqual([{ mails: 2_303 }])
  })

  test('given one id in thousands of mails, then a delivery still looks at few of them', async () => {
    const { db } = server.context.store
    for (let n = 0; n < 60; n++) await put(`<same@f>`, '<same@f>', '', other)
    const mail = await put('<mine@f>', '<same@f>')
    expect(await threadsOf([mail])).toEqual([0])
    const again = await db.selectFrom('mail').select('thread_id').where('account_id', '=', other).distinct().execute()
    expect(again.length).toBeLessThan(10)
  })
})
