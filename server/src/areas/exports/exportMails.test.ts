import { EventEmitter } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Code, EXPORT_HEADERS, EXPORTS_AT_ONCE } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import yauzl from 'yauzl'
import { readMbox } from '../../mailflow/import/mboxReader.ts'
import { putMail } from '../../testing/putMail.ts'
import { temporaryRoot } from '../../testing/temporaryRoot.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'
import { asExport, ExportsRunningError } from './exportPlaces.ts'

interface ZipEntry {
  readonly name: string
  readonly text: string
}

async function unzipped(bytes: Buffer): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  const zip = await yauzl.fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) {
    entries.push({ name: entry.fileName, text: await text(await zip.openReadStreamPromise(entry)) })
  }
  return entries
}

describe.each(engines)('some mails as one file, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let weiId: number
  let naId: number
  /** Mails that came by SMTP, the oldest first. */
  let mailIds: number[]
  const MAILS = 12
  const rawOf = (at: number) => `Subject: a/b ${at % 2}\r\n\r\nFrom here on\r\nnumber ${at}\r\n`

  beforeAll(async () => {
    server = await startTestServer({ engine })
    weiId = await server.addUser('zhang.wei')
    naId = await server.addUser('li.na')
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
    const smtp = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true, pool: true })
    const envelope = { from: 'a@out.example', to: `zhang.wei@${TEST_DOMAIN}` }
    for (let at = 0; at < MAILS; at++) await smtp.sendMail({ envelope, raw: rawOf(at) })
    smtp.close()
    mailIds = (await wei.get('mail/email/mailbox/list')).list.map(({ mailId }) => mailId).reverse()
    expect(mailIds).toHaveLength(MAILS)
  })
  afterAll(() => server.stop())

  const ask = (client: TestClient, body: unknown) =>
    fetch(`${server.url}/api/mail/email/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.login?.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
  const restrict = (mailId: number, restricted: 0 | 1) =>
    server.context.store.db
      .updateTable('message')
      .set({ restricted })
      .where('id', '=', (eb) => eb.selectFrom('mail').select('message_id').where('mail.id', '=', mailId))
      .execute()

  test('given mails with the same subject, then the ZIP file has each as it came, under a name of its own', async () => {
    const answer = await ask(wei, { mailIds: [...mailIds].reverse(), form: 'zip' })
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get(EXPORT_HEADERS.mails)).toBe(`${MAILS}`)
    expect(Number(answer.headers.get(EXPORT_HEADERS.bytes))).toBeGreaterThan(MAILS * rawOf(0).length)
    const entries = await unzipped(await bytesOf(answer))
    expect(entries.map(({ name }) => name).slice(0, 3)).toEqual(['a_b 0.eml', 'a_b 1.eml', 'a_b 0 (2).eml'])
    for (const [at, entry] of entries.entries()) expect(entry.text).toContain(rawOf(at))
    expect(entries).toHaveLength(MAILS)
  })

  test('given the same as mbox, then a reader of mbox finds each', async () => {
    const file = path.join(temporaryRoot(), `chosen-${engine}.mbox`)
    await writeFile(file, await bytesOf(await ask(wei, { mailIds, form: 'mbox' })))
    const mails: string[] = []
    for await (const mail of readMbox(file)) if ('raw' in mail) mails.push(Buffer.from(mail.raw).toString())
    expect(mails).toHaveLength(MAILS)
    for (const [at, mail] of mails.entries()) expect(mail).toContain(rawOf(at).trimEnd())
  })

  test('given a restricted letter and one whose file is lost, then they stay out and stand on the list at the end', async () => {
    const [restricted = 0, lost = 0, whole = 0] = mailIds
    const { db } = server.context.store
    await restrict(restricted, 1)
    const { raw_hash } = await db
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .select('message.raw_hash')
      .where('mail.id', '=', lost)
      .executeTakeFirstOrThrow()
    const kept = await server.context.blobs.readAll(raw_hash ?? '')
    await server.context.blobs.remove(raw_hash ?? '')
    const named = { mailIds: [restricted, lost, whole] }
    const answer = await ask(wei, { ...named, form: 'zip' })
    expect(answer.headers.get(EXPORT_HEADERS.leftOut)).toBe('1')
    const entries = await unzipped(await bytesOf(answer))
    expect(entries.map(({ name }) => name)).toEqual(['a_b 0.eml', '未导出的邮件.txt'])
    expect(entries[0]?.text).toContain('number 2')
    expect(entries[1]?.text).toMatch(/a\/b 0 {2}发件人限制了阅读方式[\s\S]*a\/b 1 {2}服务器上的原文已丢失或损坏/)
    const mbox = (await bytesOf(await ask(wei, { ...named, form: 'mbox' }))).toString()
    expect(mbox.match(/^From /gm)).toHaveLength(2)
    expect(mbox).toMatch(/^From MAILER-DAEMON [\s\S]*Content-Transfer-Encoding: base64/m)
    expect(await wei.refused('POST', 'mail/email/export', { mailIds: [restricted], form: 'zip' })).toBe(
      Code.letterRestricted,
    )
    await server.context.blobs.put(kept)
    await restrict(restricted, 0)
  })

  test('given thirty exports at once, then two begin, for this mailbox alone, until one is done or its server is gone', async () => {
    const answers = Array.from({ length: 30 }, () => Object.assign(new EventEmitter(), { closed: false }))
    const begun = await Promise.allSettled(
      answers.map((answer) => asExport(server.context, weiId, answer, async () => answer)),
    )
    const going = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(going).toHaveLength(EXPORTS_AT_ONCE)
    for (const one of begun) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ExportsRunningError)
    const named = { mailIds, form: 'zip' }
    expect(await wei.refused('POST', 'mail/email/export', named)).toBe(Code.exportsRunning)
    const { mailId: own } = await putMail(server.context, naId, { subject: '另一个人的' })
    expect(await unzipped(await bytesOf(await ask(na, { mailIds: [own], form: 'zip' })))).toHaveLength(1)
    going[0]?.emit('close')
    await vi.waitFor(async () => {
      const answer = await ask(wei, named)
      await answer.body?.cancel()
      expect(answer.status).toBe(200)
    })
    // What the other one has taken ends by itself.
    server.wait(10 * 60_000)
    expect(await unzipped(await bytesOf(await ask(wei, named)))).toHaveLength(MAILS)
    going[1]?.emit('close')
  })

  test('given a draft, then it is written as what it would become', async () => {
    const { mailId } = await putMail(server.context, weiId, { subject: '草稿', text: '内容' })
    const [entry] = await unzipped(await bytesOf(await ask(wei, { mailIds: [mailId], form: 'zip' })))
    expect(entry?.name).toBe('草稿.eml')
    expect(entry?.text).toMatch(/^(?:.*\r\n)*Subject: =\?/)
  })

  test('given mails of another person or of a closed folder, then nothing of them comes', async () => {
    expect(await na.refused('POST', 'mail/email/export', { mailIds, form: 'zip' })).toBe(Code.mailNotFound)
    const { mailId: own } = await putMail(server.context, naId, { subject: '自己的' })
    const entries = await unzipped(await bytesOf(await ask(na, { mailIds: [...mailIds, own], form: 'zip' })))
    expect(entries.map(({ name }) => name)).toEqual(['自己的.eml'])
    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '工资' })
    const { mailId } = await putMail(server.context, weiId, { subject: '绝密', folderId })
    await wei.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
    const other = await server.login('zhang.wei')
    const named = { mailIds: [mailId, ...mailIds], form: 'mbox' }
    expect(await other.refused('POST', 'mail/email/export', named)).toBe(Code.folderClosed)
    await other.post('mail/main/folder/validPwd', { folderId, password: '开门 1234' })
    expect((await bytesOf(await ask(other, named))).toString().match(/^From /gm)).toHaveLength(MAILS + 1)
    expect(await wei.refused('POST', 'mail/email/export', { mailIds: [], form: 'zip' })).toBe(Code.badRequest)
    expect(await wei.refused('POST', 'mail/email/export', { mailIds: [1], form: 'eml' })).toBe(Code.badRequest)
  })
})
