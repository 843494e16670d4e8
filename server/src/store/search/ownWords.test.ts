import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { openStore } from '../database/open.ts'
import { transact } from '../database/transact.ts'
import { writeAddresses } from '../mailbox/messageAddresses.ts'
import { accountToken } from './indexed.ts'
import { indexAccount } from './indexer.ts'
import type { Finding } from './searchIndex.ts'
import { searchIndexFor } from './searchIndexFor.ts'
import { phrasesOf } from './tokens.ts'

describe.each(engines)('an index of many accounts, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  let na: number
  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true })
    wei = await mailServer.addUser('zhang.wei')
    na = await mailServer.addUser('li.na')
  })
  afterEach(() => mailServer.stop())

  const window = { limit: 50, offset: 0, before: null, counted: true }
  const find = async (accountId: number, keyword: string) => {
    const { hits, total } = await mailServer.context.search.find(
      mailServer.context,
      { accountId, phrases: phrasesOf(keyword), fields: [], unlisted: [] },
      window,
    )
    expect(total).toBe(hits.length)
    return hits.map(({ id }) => id)
  }

  /** Each word of the index, and in how many mails it stands. */
  async function wordsOfIndex(): Promise<Map<string, number>> {
    const { db } = mailServer.context.store
    if (engine === 'postgres') {
      const { rows } = await sql<{ word: string; mails: number }>`
        select word, ndoc as mails from ts_stat('select words from mail_words')`.execute(db)
      return new Map(rows.map(({ word, mails }) => [word, Number(mails)]))
    }
    await sql`create virtual table words_of_index using fts5vocab('mail_terms', 'row')`.execute(db)
    const { rows } = await sql<{ term: string; doc: number }>`select term, doc from words_of_index`.execute(db)
    return new Map(rows.map(({ term, doc }) => [term, doc]))
  }

  test('given two people with the same words, then every list of places in the index belongs to one of them', async () => {
    for (let round = 0; round < 3; round++)
      await putMail(mailServer.context, wei, { subject: '项目会议', text: 'budget' })
    for (let round = 0; round < 40; round++)
      await putMail(mailServer.context, na, { subject: '项目会议', text: 'budget' })
    for (const account of [wei, na]) await indexAccount(mailServer.context, account)
    const words = [...(await wordsOfIndex())]
    const own = words.filter(([word]) => word.startsWith(accountToken(wei)))
    const others = words.filter(([word]) => word.startsWith(accountToken(na)))
    expect(own.length).toBeGreaterThan(10)
    expect(own.length + others.length).toBe(words.length)
    // What a search of hers walks is as long as her mail, however much the others have.
    expect(Math.max(...own.map(([, mails]) => mails))).toBe(3)
    expect(Math.max(...others.map(([, mails]) => mails))).toBe(40)
    for (const keyword of ['项目会议', '会议', '会', 'budget', 'bud', 'b', 'li.na']) {
      expect((await find(wei, keyword)).length, keyword).toBe(3)
      expect((await find(na, keyword)).length, keyword).toBe(40)
    }
  })

  test('given one character or one letter, then it is found where it begins a word, in any field', async () => {
    const subject = (await putMail(mailServer.context, wei, { subject: '南京', text: '' })).mailId
    const body = (await putMail(mailServer.context, wei, { subject: '', text: '北京 notes' })).mailId
    const person = { name: '京华', address: 'nobody@elsewhere.example' }
    const address = (await putMail(mailServer.context, wei, { subject: '', text: '', from: person })).mailId
    // Mails of one millisecond have no order of their own.
    const found = async (keyword: string) => (await find(wei, keyword)).toSorted((a, b) => a - b)
    expect(await found('京')).toEqual([subject, body, address])
    expect(await find(wei, '北 京')).toEqual([body])
    expect(await found('n')).toEqual([subject, body, address])
    expect(await found('京 no')).toEqual([body, address])
    expect(await find(wei, '东')).toEqual([])
  })

  test('given whole addresses and attachments, then they are found on their side, also before the index has them', async () => {
    const boss = { name: '', address: 'boss@elsewhere.example' }
    const people = { from: boss, to: [{ name: '', address: 'zhang.wei@yanshu.test' }] }
    const back = { from: people.to[0] ?? boss, to: [boss] }
    const came = (await putMail(mailServer.context, wei, { ...people, hasAttachment: true })).mailId
    const went = (await putMail(mailServer.context, wei, back)).mailId
    const { db } = mailServer.context.store
    for (const row of await db.selectFrom('message').selectAll().execute()) {
      await transact(mailServer.context, (trx) => writeAddresses(trx, row.id, row))
    }
    const found = async (more: Partial<Finding>) => {
      const asked = { accountId: wei, phrases: [], fields: [], unlisted: [], ...more }
      const { hits, total } = await mailServer.context.search.find(mailServer.context, asked, window)
      expect(total).toBe(hits.length)
      return hits.map(({ id }) => id).toSorted((a, b) => a - b)
    }
    const person = (side: 'from' | 'to') => ({ people: [{ side, addresses: [boss.address], words: [], phrases: [] }] })
    for (const _ of ['before', 'after']) {
      expect(await found({ hasAttachment: true })).toEqual([came])
      expect(await found({ hasAttachment: false })).toEqual([went])
      expect(await found(person('from'))).toEqual([came])
      expect(await found(person('to'))).toEqual([went])
      expect(await found({ ...person('from'), hasAttachment: false })).toEqual([])
      expect(await found({ address: boss.address })).toEqual([came, went])
      await indexAccount(mailServer.context, wei)
    }
  })

  if (engine === 'postgres') {
    test('given a search that takes longer than it may, then it says so and what to do', async () => {
      await putMail(mailServer.context, wei, { subject: '会议' })
      await indexAccount(mailServer.context, wei)
      const store = await openStore(mailServer.context.config.database, { longRead: 100 })
      const finding = { accountId: wei, phrases: phrasesOf('会议'), fields: [], unlisted: [] }
      await mailServer.context.store.db.transaction().execute(async (trx) => {
        await sql`lock table mail_words in access exclusive mode`.execute(trx)
        const found = searchIndexFor(engine).find({ store, now: Date.now }, finding, window)
        await expect(found).rejects.toMatchObject({ name: 'SearchTooLongError' })
      })
      const { hits } = await searchIndexFor(engine).find({ store, now: Date.now }, finding, window)
      expect(hits).toHaveLength(1)
      await store.close()
    })
  }
})
