import { Code } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'

const MAIL =
  'From: =?utf-8?B?5p2O5aic?= <li@far.example>\r\nTo: zhang.wei@yanshu.test\r\nSubject: Island\r\nDate: Mon, 2 Nov 2026 09:00:00 +0800\r\n\r\nHello'

async function send(client: TestClient, content: string, query = '') {
  const form = new FormData()
  form.append('file', new Blob([content]), 'mail.eml')
  const headers = client.login ? { authorization: `Bearer ${client.login.accessToken}` } : undefined
  const answer = await fetch(`${client.url}/api/mail/email/import${query}`, {
    method: 'POST',
    body: form,
    ...(headers ? { headers } : {}),
  })
  return (await answer.json()) as { code: number; data: { mailId: number; mailboxId: number; known: boolean } | null }
}

test.each(engines)('personnel on islands put a mail from a file into a folder, once, on %s', async (engine) => {
  const server = await startTestServer({ engine, still: true })
  const id = await server.addUser('zhang.wei')
  const zhang = await server.as(id)
  expect((await send(zhang, MAIL)).code).toBe(Code.forbidden)
  await setSwitch(server.context, { scope: 'user', id }, { name: 'islandPersonnel', value: true, locked: false })

  const first = await send(zhang, MAIL)
  expect(first).toMatchObject({ code: 200, data: { known: false } })
  const again = await send(zhang, MAIL)
  expect(again.data).toEqual({ ...first.data, known: true })
  const { list } = await zhang.get('mail/email/mailbox/list')
  expect(list.map(({ subject, seen, date }) => [subject, seen, date])).toEqual([
    ['Island', true, Date.parse('2026-11-02T01:00:00Z')],
  ])
  expect(list[0]?.from).toEqual({ name: '李娜', address: 'li@far.example' })
  expect((await zhang.get('mail/email/search', { searchKeyword: 'Hello' })).list).toHaveLength(1)

  const { folderId } = await zhang.post('mail/main/folder/save', { folderName: '岛上' })
  const long = `${MAIL}${' long'.repeat(40_000)}`
  expect((await send(zhang, long, `?mailboxId=${folderId}`)).data).toMatchObject({ mailboxId: folderId })

  for (const [content, code] of [
    ['', Code.fileEmpty],
    ['%PDF-1.7 no mail', Code.fileIsNoMail],
    [' \r\n', Code.fileIsNoMail],
  ] as const) {
    expect((await send(zhang, content)).code).toBe(code)
  }
  await server.context.store.db.updateTable('account').set({ quota_bytes: 1 }).where('id', '=', id).execute()
  expect((await send(zhang, `${MAIL} another`)).code).toBe(Code.storageFull)

  const other = await server.addUser('li.na')
  await setSwitch(server.context, { scope: 'user', id: other }, { name: 'islandPersonnel', value: true, locked: false })
  expect((await send(await server.as(other), MAIL, `?mailboxId=${folderId}`)).code).toBe(Code.folderNotFound)
  expect((await send(server.anybody, MAIL)).code).toBe(Code.tokenInvalid)
  await server.stop()
})
