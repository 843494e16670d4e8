import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Code } from '@yanshu/contracts'
import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMbox } from '../../mailflow/import/mboxReader.ts'
import { temporaryRoot } from '../../testing/temporaryRoot.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'
import { fromLine, quoted } from './mbox.ts'

async function quotedText(text: string, cuts: readonly number[]): Promise<string> {
  const bytes = Buffer.from(text)
  const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  async function* pieces() {
    for (const [index, start] of [0, ...at].entries())
      yield bytes.subarray(start, [0, ...at][index + 1] ?? bytes.length)
  }
  const parts: Uint8Array[] = []
  for await (const part of quoted(pieces())) parts.push(part)
  return Buffer.concat(parts).toString()
}

test('given any text, cut anywhere, then its lines are quoted as mboxrd has it', async () => {
  const line = fc.stringMatching(/^>{0,3}(From |Fro|From|x)?[ a-z]{0,5}$/)
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.array(fc.nat(200), { maxLength: 6 }), async (lines, cuts) => {
      const text = lines.join('\n')
      const expected = lines.map((one) => one.replace(/^(>*From )/, '>$1')).join('\n')
      const end = text === '' || text.endsWith('\n') ? '\n' : '\n\n'
      expect(await quotedText(text, cuts)).toBe(expected + end)
    }),
    { numRuns: 300, seed: 1 },
  )
})

test('the line that begins a mail has a sender without spaces and the moment in UTC', () => {
  expect(fromLine('a b@x.example', Date.UTC(2026, 10, 2, 3, 4, 5))).toBe('From ab@x.example Mon Nov  2 03:04:05 2026\n')
  expect(fromLine('', 0)).toBe('From MAILER-DAEMON Thu Jan  1 00:00:00 1970\n')
})

describe.each(engines)('a folder as a file, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei')
    await server.addUser('li.na')
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
    const smtp = createTransport({
      host: '127.0.0.1',
      port: server.smtpPort,
      ignoreTLS: true,
      pool: true,
      maxConnections: 1,
      maxMessages: 1_000,
    })
    const envelope = { from: 'a@out.example', to: `zhang.wei@${TEST_DOMAIN}` }
    for (let at = 0; at < 205; at++) {
      const raw = `Subject: mail ${at}\r\n\r\nFrom here on\r\n>From there\r\nnumber ${at}`
      await smtp.sendMail({ envelope, raw })
    }
    smtp.close()
  })
  afterAll(() => server.stop())
  const inboxOf = async (client: TestClient) => (await client.get('mail/main/folder/list')).folderList[0]?.folderId ?? 0

  test('given more mails than are read at once, then a reader of mbox finds each, as it came', async () => {
    const answer = await wei.file(`file/folder/${await inboxOf(wei)}`)
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''%E6%94%B6")
    const file = path.join(temporaryRoot(), `folder-${engine}.mbox`)
    await writeFile(file, Buffer.from(await answer.arrayBuffer()))
    const mails: string[] = []
    for await (const mail of readMbox(file)) if ('raw' in mail) mails.push(Buffer.from(mail.raw).toString())
    expect(mails).toHaveLength(205)
    for (const [at, mail] of mails.entries()) {
      expect(mail).toContain(`Subject: mail ${at}\r\n\r\nFrom here on\r\n>From there\r\nnumber ${at}`)
    }
    expect(await na.refused('GET', `file/folder/${await inboxOf(wei)}`)).toBe(Code.folderNotFound)
    expect(await na.refused('GET', 'file/folder/x')).toBe(Code.folderNotFound)
  })

  test('given a draft, then it is written as what it would become', async () => {
    const { fileId } = (await wei.upload('file/upload', '表.txt', Buffer.from('行'))).data ?? { fileId: '' }
    await wei.post('mail/email/drafts', {
      ...{ kind: 'new', sourceMailId: null, mailId: null, revision: null, clientId: 'a-client-id' },
      ...{
        to: [{ name: '李娜', address: `li.na@${TEST_DOMAIN}` }],
        cc: [],
        bcc: [],
        subject: '草稿',
        html: '<p>内容</p>',
        fileIds: [fileId],
      },
    })
    const drafts = (await wei.get('mail/main/folder/list')).folderList.find(({ role }) => role === 'drafts')
    const text = await (await wei.file(`file/folder/${drafts?.folderId}`)).text()
    expect(text).toMatch(/^From zhang\.wei@yanshu\.test /)
    expect(text).toContain(`<li.na@${TEST_DOMAIN}>`)
    expect(text).toMatch(/Content-Disposition: attachment/i)
  })

  test('given own folders and labels, then they are put in order, and a folder that was emptied is filled again', async () => {
    const made: number[] = []
    for (const folderName of ['甲', '乙', '丙'])
      made.push((await wei.post('mail/main/folder/save', { folderName })).folderId)
    const order = [made[2] ?? 0, made[0] ?? 0]
    await wei.post('mail/main/folder/sort', { order })
    const names = async (client: TestClient) =>
      (await client.get('mail/main/folder/list')).customList.map(({ folderName }) => folderName)
    expect(await names(wei)).toEqual(['丙', '甲', '乙'])
    await na.post('mail/main/folder/sort', { order: [made[1] ?? 0] })
    expect(await names(wei)).toEqual(['丙', '甲', '乙'])
    const labels: number[] = []
    for (const labelName of ['一', '二']) labels.push((await wei.post('mail/main/label/save', { labelName })).labelId)
    await wei.post('mail/main/label/sort', { order: labels.toReversed() })
    expect((await wei.get('mail/main/label/list')).labelList.map(({ labelName }) => labelName)).toEqual(['二', '一'])

    const folderId = await inboxOf(wei)
    const { count, mailIds } = await wei.post('mail/main/folder/recoverableClear', { folderId })
    expect([count, mailIds.length]).toEqual([205, 205])
    expect((await wei.get('mail/email/mailbox/list', { mailboxId: folderId })).total).toBe(0)
    await wei.post('mail/email/recoverEmail', { mailIds })
    expect((await wei.get('mail/email/mailbox/list', { mailboxId: folderId })).total).toBe(205)
  })
})
