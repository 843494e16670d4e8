import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNT_MAX } from '../../store/search/findOnSqlite.ts'
import { accountToken, FIRST_MARK, MARK } from '../../store/search/indexed.ts'
import { firstPlace } from '../../store/search/wordPlaces.ts'
import { putMail } from '../../testing/putMail.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite' })
})
afterAll(() => server.stop())

/** Rows made by the store itself, because there must be so many; each is the copy of one mail. */
async function copyMail(accountId: number, text: string, word: string, count: number): Promise<void> {
  const { mailId } = await putMail(server.context, accountId, { text })
  const { db } = server.context.store
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count - 1})`
  await sql`${numbers} insert into mail (account_id, folder_id, uid, message_id, sort_key, received_at, size)
    select account_id, folder_id, uid + 1000 + i, message_id, sort_key - i, received_at, size from mail, n
    where mail.id = ${mailId}`.execute(db)
  const copies = sql`mail where account_id = ${accountId} and id <> ${mailId}`
  const place = sql`${firstPlace(accountId, 0)} + uid`
  await sql`insert into word_place (place, sort_key) select ${place}, sort_key from ${copies}`.execute(db)
  await sql`insert into mail_terms (rowid, words) select ${place}, ${accountToken(accountId) + word}
    from ${copies}`.execute(db)
}

test.each([
  ['one character', '的', '的', `${FIRST_MARK.body}的`],
  ['the beginning of a word', 'zh', 'zhong', `${MARK.body}zhong`],
])(
  'given more hits of %s than are counted, then the first page comes without a total and says that there is more',
  async (name, searchKeyword, text, word) => {
    const account = `person.${word.length}`
    const accountId = await server.addUser(account, { name })
    await copyMail(accountId, text, word, COUNT_MAX)
    const person = await server.login(account)
    const search = (offset = 0) => person.get('mail/email/search', { searchKeyword, pageSize: 15, offset })
    expect(await search()).toMatchObject({ total: COUNT_MAX, more: true })
    expect(await search(COUNT_MAX - 5)).toMatchObject({ total: COUNT_MAX, more: false })
    await putMail(server.context, accountId, { text })
    const page = await search()
    expect(page).toMatchObject({ total: -1, more: true })
    expect(page.list).toHaveLength(15)
    expect((await search(COUNT_MAX - 5)).list).toHaveLength(6)
  },
)
