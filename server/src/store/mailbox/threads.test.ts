import fc from 'fast-check'
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

  test('answers to a mail that never came belong together; a mail that names several threads joins the nearest', async () => {
    const first = await put('<s1@c>', '<never@c>')
    const second = await put('<s2@c>', '<never@c>')
    expect(await threadsOf([first, second])).toEqual([0, 0])
    const left = await put('<left@d>', '', '', accountId, 1_000_000)
    const right = await put('<right@d>', '', '', accountId, 2_000_000)
    const both = await put('<both@d>', '<right@d>', '<left@d> <right@d>')
    expect(await threadsOf([left, right, both])).toEqual([0, 1, 1])
  })

  test('a mailbox does not use the threads of another, nor mails without an id', async () => {
    const mine = await put('<q@e>')
    const theirs = await put('<r@e>', '<q@e>', '', other)
    const nameless = [await put(''), await put('')]
    expect(await threadsOf([mine, theirs, ...nameless])).toEqual([0, 1, 2, 3])
  })

  test('orphaned answers to a mail of more than a thousand join the larger thread when it comes', async () => {
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
    const older = await put('<older@g>', '<joining@g>', '', accountId, 2_900_000)
    const theirs = await put('<larger@g>', '', '', other, 3_000_000)
    await grow(larger, 1_200)
    await grow(older, 1_100)
    const joining = await put('<joining@g>', '', '<larger@g>')
    expect(await threadsOf([larger, older, joining, theirs])).toEqual([0, 0, 0, 3])
    const threads = await db
      .selectFrom('mail')
      .select(({ fn }) => fn.countAll<number>().as('mails'))
      .where('thread_id', '=', larger.sortKey)
      .execute()
    expect(threads).toEqual([{ mails: 2_303 }])
  })

  test('a mail from outside that names many conversations makes none of them one, whether these have their beginning or not', async () => {
    const begun = [await put('<a@h>'), await put('<b@h>'), await put('<c@h>')]
    const orphaned = [await put('<d@h>', '<gone-d@h>'), await put('<e@h>', '', '<gone-e@h>')]
    const names = '<a@h> <b@h> <c@h> <gone-d@h> <gone-e@h>'
    const hostile = [
      await put('<x1@h>', '', names),
      await put('<x2@h>', '<gone-d@h>', names),
      await put('<x3@h>', '<gone-e@h> <gone-d@h> <a@h>', ''),
    ]
    const threads = await threadsOf([...begun, ...orphaned, ...hostile])
    expect(threads.slice(0, 5)).toEqual([0, 1, 2, 3, 4])
  })

  test('given whole conversations of which some mails never come, in any order, then the grouping is the same', async () => {
    /** Each mail with the number of the one that it answers; -1 begins a conversation. */
    const trees = fc
      .array(fc.nat(), { minLength: 1, maxLength: 9 })
      .map((seeds) => seeds.map((seed, at) => (seed % (at + 1)) - 1))
    let round = 0
    await fc.assert(
      fc.asyncProperty(
        trees,
        fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
        fc.infiniteStream(fc.nat()),
        fc.boolean(),
        async (parents, comes, random, withReplyTo) => {
          const ancestorsOf = (at: number): number[] => {
            const parent = parents[at] ?? -1
            return parent < 0 ? [] : [...ancestorsOf(parent), parent]
          }
          const there = parents.map((_, at) => at).filter((at) => comes[at])
          const order = there.map((at) => ({ at, by: random.next().value ?? 0 })).sort((a, b) => a.by - b.by)
          const groupsIn = async (sequence: readonly number[]): Promise<string[]> => {
            const id = (at: number) => `<${at}.${round}@i>`
            round++
            const mails = new Map<number, { mailId: number; sortKey: number }>()
            for (const at of sequence) {
              const [refs, parent] = [ancestorsOf(at).map(id), parents[at] ?? -1]
              mails.set(at, await put(id(at), withReplyTo && parent >= 0 ? id(parent) : '', refs.join(' ')))
            }
            const threads = await threadsOf(there.flatMap((at) => mails.get(at) ?? []))
            const members = Map.groupBy(there, (_, at) => threads[at])
            return [...members.values()].map((one) => one.join()).sort()
          }
          const roots = Map.groupBy(there, (at) => ancestorsOf(at)[0] ?? at)
          const wanted = [...roots.values()].map((one) => one.join()).sort()
          expect(await groupsIn(there)).toEqual(wanted)
          expect(await groupsIn(order.map(({ at }) => at))).toEqual(wanted)
          expect(await groupsIn(there.toReversed())).toEqual(wanted)
        },
      ),
      { seed: 31, numRuns: 25 },
    )
    const left = await server.context.store.db
      .selectFrom('awaited_mail')
      .select('mail_id')
      .where('account_id', '=', accountId)
      .where(
        'rfc_message_id',
        'in',
        server.context.store.db
          .selectFrom('message')
          .innerJoin('mail', 'mail.message_id', 'message.id')
          .select('rfc_message_id')
          .where('account_id', '=', accountId),
      )
      .execute()
    expect(left).toEqual([])
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
