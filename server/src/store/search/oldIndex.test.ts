import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeOld, type Old } from '../../testing/oldStore.ts'
import { engines } from '../../testing/testDatabase.ts'
import type { Engine } from '../database/engine.ts'
import { openStore } from '../database/open.ts'
import { transact } from '../database/transact.ts'
import { accountToken, FIELD_MARK, firstCharacters } from './indexed.ts'
import { startIndexer } from './indexer.ts'
import { dropOldIndex, hasOldIndex, isOldIndexRead } from './oldIndex.ts'
import { searchIndexFor, wordIndexFor } from './searchIndexFor.ts'
import { phrasesOf, tokensOf } from './tokens.ts'
import { indexWaiting } from './waitingMails.ts'

/** The versions that had the account as a word, and that had places of words on SQLite. */
const WITH_ACCOUNTS = '0013_switches'
const WITH_PLACES = '0032_telemetry'
const MAILS = 30
/** Sort keys of one person's mails are odd, those of the other even. */
const keyOf = (account: number, number: number) => 1_000 + 2 * number + (account % 2)

/** Two people with the same mails, in the index as the version before wrote it. */
const fill = (engine: Engine, version: string) => async (db: Old) => {
  await sql`insert into domain (id, name, created_at) values (1, 'yanshu.test', 1)`.execute(db)
  for (const account of [1, 2]) {
    await sql`insert into account (id, address, domain_id, name, name_pinyin, name_initials, password_hash, company, created_at)
      values (${account}, ${`person${account}@yanshu.test`}, 1, '', '', '', '', '', 1)`.execute(db)
    await sql`insert into folder (id, account_id, role, name, sort) values (${account}, ${account}, 'inbox', '收件箱', 1)`.execute(
      db,
    )
    for (let number = 1; number <= MAILS; number++) {
      const id = account * 1_000 + number
      const key = keyOf(account, number)
      const text = `项目会议 第${number}次`
      await sql`insert into message (id, size, rfc_message_id, in_reply_to, refs, subject, from_name, from_address,
          to_list, cc_list, reply_to, preview, has_attachment, priority, automatic)
        values (${id}, 1, '', '', '', ${text}, '', 'a@b.example', '[]', '[]', '[]', '', 0, 3, 0)`.execute(db)
      await sql`insert into message_body (message_id, html, text, has_text) values (${id}, null, '', 1)`.execute(db)
      await sql`insert into mail (id, account_id, folder_id, uid, message_id, sort_key, thread_id, received_at, size)
        values (${id}, ${account}, ${account}, ${number}, ${id}, ${key}, ${key}, 1, 1)`.execute(db)
      const words = tokensOf(text)
      if (version === WITH_PLACES) {
        const spelled = (some: readonly string[]) => some.map((word) => accountToken(account) + word).join(' ')
        await sql`insert into mail_words (rowid, scope, subject, addresses, body, subject_first, addresses_first, body_first)
          values (${key}, '', ${spelled(words)}, '', '', ${spelled(firstCharacters(words))}, '', '')`.execute(db)
      } else if (engine === 'sqlite') {
        await sql`insert into mail_search (rowid, scope, subject, addresses, body)
          values (${key}, ${accountToken(account)}, ${words.join(' ')}, '', '')`.execute(db)
      } else {
        const marked = [accountToken(account), ...new Set(words.map((word) => FIELD_MARK.subject + word))]
        await sql`insert into mail_search (sort_key, account_id, words)
          values (${key}, ${account}, array_to_tsvector(${marked}::text[]))`.execute(db)
      }
    }
  }
}

test.each([...engines.map((engine) => [engine, WITH_ACCOUNTS] as const), ['sqlite', WITH_PLACES] as const])(
  'given a store on %s with the index of %s, then search is right before, while and after it is moved',
  async (engine, version) => {
    const { database, forget } = await makeOld(engine, version, fill(engine, version))
    const store = await openStore(database.address)
    const parts = { store, now: Date.now, log: { info: () => {}, warn: () => {}, error: () => {} } }
    const search = searchIndexFor(engine)
    const index = wordIndexFor(engine)
    const find = (keyword: string, more: { offset?: number; limit?: number } = {}) =>
      search.find(
        parts,
        { accountId: 1, phrases: phrasesOf(keyword), fields: [], unlisted: [] },
        { limit: 100, offset: 0, before: null, counted: true, ...more },
      )
    const keys = async (keyword: string, more = {}) => (await find(keyword, more)).hits.map(({ sort_key }) => sort_key)
    const gone = new Set<number>()
    const all = () => Array.from({ length: MAILS }, (_, at) => keyOf(1, MAILS - at)).filter((key) => !gone.has(key))
    const expectAll = async () => {
      expect(await find('项目')).toMatchObject({ total: all().length })
      for (const keyword of ['项目', '项', '会议']) expect(await keys(keyword), keyword).toEqual(all())
      expect(await keys('项目', { offset: 5, limit: 4 })).toEqual(all().slice(5, 9))
      expect(await keys('第7次')).toEqual([keyOf(1, 7)])
    }
    await expectAll()

    await indexWaiting(parts, index, { limit: 15, time: 10_000 })
    await expectAll()
    // One that is moved already and one that is not are deleted.
    for (const number of [MAILS, 2]) {
      const key = keyOf(1, number)
      gone.add(key)
      await transact(parts, async (trx) => {
        await search.remove(trx, [key])
        await trx.deleteFrom('mail').where('sort_key', '=', key).execute()
      })
    }
    await expectAll()

    const indexer = startIndexer(parts, async () => {})
    await expect.poll(() => isOldIndexRead(store.db), { timeout: 10_000 }).toBe(false)
    await indexer.stop()
    await expectAll()
    expect(await hasOldIndex(store)).toBe(true)
    await dropOldIndex(store, async () => {})
    expect(await hasOldIndex(store)).toBe(false)
    await expectAll()
    await store.close()
    await forget()
  },
)

test.each(engines)('given a new store, then there is no index of a version before, on %s', async (engine) => {
  const { database, forget } = await makeOld(engine, '0013_switches', async () => {})
  const store = await openStore(database.address)
  expect(await hasOldIndex(store)).toBe(false)
  await store.close()
  await forget()
})
