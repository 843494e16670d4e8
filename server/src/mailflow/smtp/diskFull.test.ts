import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { incompressibleText } from '../../testing/random.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { rawClient } from './rawClient.ts'

let mailServer: TestServer
let wei: number

beforeEach(async () => {
  mailServer = await startTestServer({ engine: 'sqlite', still: true })
  wei = await mailServer.addUser('zhang.wei')
})
afterEach(() => mailServer.stop())

/** Limits the store to some more pages; then SQLite answers as it does on a full disk. */
async function leaveRoom(pages: number): Promise<void> {
  const { db } = mailServer.context.store
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + pages)}`.execute(db)
}

test('given a disk that is full, then the sender keeps the mail, and can deliver it once there is space', async () => {
  const client = await rawClient((await mailServer.startSmtp()).port)
  mailServer.closing(async () => client.close())
  await client.say('EHLO client.example')
  const send = (subject: string) =>
    client.send('a@b.example', ['zhang.wei@yanshu.test'], `Subject: ${subject}\r\n\r\n${incompressibleText(50_000)}`)

  await leaveRoom(4)
  expect(await send('no room')).toMatch(/^452 4\.3\.1 /)
  expect(await mailServer.mailsOf(wei)).toEqual([])
  await leaveRoom(1_000)
  expect(await send('room')).toMatch(/^250 /)
  expect((await mailServer.mailsOf(wei)).map((mail) => mail.subject)).toEqual(['room'])
})
