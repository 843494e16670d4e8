import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNT_MAX } from '../../store/search/findOnSqlite.ts'
import { accountToken, FIRST_MARK } from '../../store/search/indexed.ts'
import { firstPlace } from '../../store/search/wordPlaces.ts'
import { putMail } from '../../testing/putMail.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let accountId: number
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite' })
  accountId = await server.addUser('zhang.wei')
})
afterAll(() => server.stop())

/** Rows made by the store itself, because there must be so many; each is the copy of one mail. */
async function copyMail(count: number): Promise<void> {
  const { mailId } = await putMail(server.context, accountId, { text: '的' })
  const { db } = server.context.store
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count - 1})`
  await sql`${numbers} insert into mail (account_id, folder_id, uid, message_id, sort_key, received_at, size)
    select account_id, folder_id, uid + 1000 + i, message_id, sort_key - i, received_at, size from mail, n
    where mail.id = ${mailId}`.execute(db)
  const word = `${accountToken(accountId)}${FIRST_MARK.body}的`
  await sql`insert into word_place (place, sort_key) select ${firstPlace(accountId, 0)} + uid, sort_key from mail
    where id <> ${mailId}`.execute(db)
  await sql`insert into mail_terms (rowid, words)
    select ${firstPlace(accountId, 0)} + uid, ${word} from mail where id <> ${mailId}`.execute(db)
}

test('given more hits than are counted, then the first page comes without a total and says that there is more', async () => {
  await copyMail(COUNT_MAX)
  const person = await server.login('zhang.wei')
  const search = () => person.get('mail/email/search', { searchKeyword: '的', pageSize: 15 })
  expect(await search()).toMatchObject({ total: COUNT_MAX, more: true })
  await putMail(server.context, accountId, { text: '的' })
  const page = await search()
  expect(page).toMatchObject({ total: -1, more: true })
  expect(page.list).toHaveLength(15)
})
