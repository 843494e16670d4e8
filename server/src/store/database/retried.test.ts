import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeEvents } from '../../areas/calendar/import/importIcs.ts'
import { importJob } from '../../areas/contacts/importContacts.ts'
import { readIcs } from '../../calendar-model/ics/readIcs.ts'
import { applyTable } from '../../cli/accountsTable.ts'
import { fillDirectory } from '../../cli/directory.ts'
import { withEveryTransactionTwice } from '../../testing/oneConnection.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { jobsOf } from '../jobs/index.ts'
import { transact } from './transact.ts'

let server: TestServer
let wei: number
beforeEach(async () => {
  server = await startTestServer({ engine: 'sqlite', still: true })
  wei = await server.addUser('zhang.wei')
})
afterEach(() => server.stop())

/** What is kept of a table, whatever the engine has counted meanwhile. */
const countOf = async (table: 'event' | 'task' | 'contact' | 'contact_group' | 'account' | 'department') =>
  (await server.context.store.db.selectFrom(table).selectAll().execute()).length

test('given an import into a calendar whose transactions are tried again, then each event and task is counted once', async () => {
  const asWei = await server.as(wei)
  const calendarId = (await asWei.get('calendar/list')).calendars[0]?.calendarId ?? 0
  const event = (uid: string) =>
    `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20260101T100000Z\r\nDTEND:20260101T110000Z\r\nSUMMARY:${uid}\r\nEND:VEVENT\r\n`
  const task = 'BEGIN:VTODO\r\nUID:t\r\nDUE:20260101T100000Z\r\nSUMMARY:t\r\nEND:VTODO\r\n'
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${event('a')}${event('b')}${task}END:VCALENDAR\r\n`
  const place = { accountId: wei, calendarId }
  const store = () => storeEvents(server.context, place, readIcs(text, 'UTC'), async () => {})
  expect(await withEveryTransactionTwice(store)).toMatchObject({ added: 3, updated: 0, skipped: 0 })
  expect([await countOf('event'), await countOf('task')]).toEqual([2, 1])
  expect(await withEveryTransactionTwice(store)).toMatchObject({ added: 0, updated: 3, skipped: 0 })
})

test('given an import of contacts whose transactions are tried again, then its groups are there and nobody is left out', async () => {
  const asWei = await server.as(wei)
  const card = (name: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nCATEGORIES:客户\r\nEND:VCARD\r\n`
  const fileId = await asWei.uploaded('people.vcf', `${card('陈一')}${card('林二')}`)
  await withEveryTransactionTwice(async () => {
    const { importId } = await asWei.post('contact/import/start', { fileId, groupId: null })
    const state = () => asWei.get('contact/import/state', { importId })
    await jobsOf(server.context).runDue([importJob])
    expect(await state()).toMatchObject({ state: 'done', added: 2, skipped: 0, done: 2 })
  })
  expect([await countOf('contact'), await countOf('contact_group')]).toEqual([2, 1])
})

test('given a table of accounts whose transactions are tried again, then each account and department is counted once', async () => {
  const rows = [
    { address: 'li.na@yanshu.test', department: '研发部 / 测试组', password: 'Wild-Goose-8' },
    { address: 'wang.fang@yanshu.test', department: '研发部' },
    { address: 'zhang.wei@yanshu.test', phone: '13800000000' },
    { address: 'nobody@elsewhere.test' },
  ].map((row, at) => ({ row, line: at + 2 }))
  const passwords: string[] = []
  const onPasswords = async (some: readonly (readonly [string, string])[]) => {
    passwords.push(...some.map(([address]) => address))
  }
  const apply = () => applyTable(server.context, rows, { dryRun: false, onPasswords })
  const report = await withEveryTransactionTwice(apply)
  expect(report).toMatchObject({ made: 2, changed: 1, same: 0, departments: 2, refused: [expect.any(String)] })
  expect(passwords).toEqual(['wang.fang@yanshu.test'])
  expect([await countOf('account'), await countOf('department')]).toEqual([3, 2])
})

test('given a directory that is filled by transactions that are tried again, then everybody works in a department that is there', async () => {
  await withEveryTransactionTwice(() => fillDirectory(server.context, 'large.test', 6, 3))
  expect([await countOf('account'), await countOf('department')]).toEqual([7, 3])
})

test('given what should be tried again, then it is, up to five times, and what is a mistake is not', async () => {
  const attempts = async (code: string) => {
    let tried = 0
    const failing = transact(server.context, async () => {
      tried += 1
      throw Object.assign(new Error('refused'), { code })
    })
    await expect(failing).rejects.toThrow('refused')
    return tried
  }
  expect([await attempts('40001'), await attempts('40P01'), await attempts('22003')]).toEqual([5, 5, 1])
})

test('given another connection that is asked for inside of a transaction, then the tests fail', async () => {
  const asking = transact(server.context, () => server.context.store.db.selectFrom('account').select('id').execute())
  await expect(asking).rejects.toThrow('a second connection')
  const beginning = transact(server.context, () => transact(server.context, async () => {}))
  await expect(beginning).rejects.toThrow('a second connection')
})
