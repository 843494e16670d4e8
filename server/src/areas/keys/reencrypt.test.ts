import { createHash } from 'node:crypto'
import {
  encryptPart,
  fromText,
  generateKey,
  type HeldKey,
  issueCertificate,
  readProtected,
  reencrypt,
  signPart,
  writeName,
} from '@yanshu/cms'
import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import { transact } from '../../store/database/transact.ts'
import { addMail, folderOfRole } from '../../store/mailbox/index.ts'
import { sweepStore } from '../../store/sweep/sweepStore.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const DAY_MS = 86_400_000

async function keyOf(address: string) {
  const { privateKey, publicKey } = await generateKey('p-256')
  const dates = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) }
  const content = { subject: writeName({ commonName: address }), publicKey, addresses: [address], ...dates }
  const certificate = await issueCertificate({ ...content, use: 'mail' }, { key: privateKey, certificate: null })
  return { privateKey, certificate, held: { privateKey, certificates: [certificate] } satisfies HeldKey }
}
type Key = Awaited<ReturnType<typeof keyOf>>

const sealed = (part: Uint8Array<ArrayBuffer>, ...keys: Key[]) =>
  encryptPart(part, {
    recipients: keys.map(({ certificate }) => certificate),
    cipher: 'AES-256-CBC',
    rsa: 'PKCS1-v1_5',
  })
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Puts one message into the inboxes of people, as its delivery does. */
async function put({ context, preparer }: TestServer, accountIds: readonly number[], raw: Buffer): Promise<void> {
  const message = await preparer.receive(raw)
  await transact(context, async (trx) => {
    const messageId = await storeMessage(trx, context, message)
    for (const accountId of accountIds) {
      const folderId = await folderOfRole(trx, accountId, 'inbox')
      const { size } = message.columns
      await addMail(trx, context, { accountId, folderId, messageId, receivedAt: context.now(), size, seen: true })
    }
  })
}

/** The mails of a person, and what they are counted as. */
async function rowsOf({ context: { store } }: TestServer, accountId: number) {
  const { db } = store
  const columns = ['id', 'folder_id', 'uid', 'sort_key', 'received_at', 'size', 'seen', 'color', 'thread_id'] as const
  const mails = await db.selectFrom('mail').select(columns).where('account_id', '=', accountId).orderBy('id').execute()
  const { used_bytes: used } = await db
    .selectFrom('account')
    .select('used_bytes')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { size: folder } = await db
    .selectFrom('folder')
    .select('size')
    .where('account_id', '=', accountId)
    .where('role', '=', 'inbox')
    .executeTakeFirstOrThrow()
  return { mails, used, folder }
}

describe.each(engines)('mails that a page encrypts to another key, on %s', (engine) => {
  let server: TestServer
  let wei: number
  let na: number
  let asWei: TestClient
  let asNa: TestClient
  let old: Key
  let fresh: Key
  let colleague: Key
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    const on = { name: 'smimeEnable', value: true, locked: false } as const
    await setSwitch(server.context, { scope: 'organisation' }, on)
    wei = await server.addUser('zhang.wei')
    na = await server.addUser('li.na')
    asWei = await server.as(wei)
    asNa = await server.as(na)
    old = await keyOf('zhang.wei@y.test')
    fresh = await keyOf('zhang.wei@y.test')
    colleague = await keyOf('li.na@y.test')
  })
  afterAll(() => server.stop())

  const inboxOf = async (client: TestClient) =>
    (await client.get('mail/main/folder/list')).folderList.find(({ role }) => role === 'inbox')?.folderId ?? 0
  /** A mail from outside with fields of its own, which both have. */
  const deliver = async (subject: string, part: string) => {
    const head = `Received: from far.example; Thu, 5 Nov 2026 10:00:00 +0800\r\nFrom: Far <far@far.example>\r\nTo: zhang.wei@yanshu.test\r\nSubject: ${subject}\r\nX-Odd: \xe9\r\n folded\r\nMessage-ID: <${subject}@far.example>\r\nMIME-Version: 1.0\r\n`
    await put(server, [wei, na], Buffer.from(head + part, 'latin1'))
    const [mail] = (await server.mailsOf(wei)).slice(-1)
    if (!mail) throw new Error('no mail')
    return mail
  }
  const sourceOf = async (client: TestClient, mailId: number) =>
    new Uint8Array(await (await client.file(`file/mail/${mailId}`)).arrayBuffer())
  const encryptAnew = async (mailId: number) => {
    const mail = await sourceOf(asWei, mailId)
    const again = await reencrypt(mail, { keys: [old.held], target: fresh.held, certificate: fresh.certificate })
    if (again.kind !== 'encrypted') throw new Error(again.kind)
    return {
      mail,
      part: again.part,
      body: { mailId, hash: sha256(mail), part: await asWei.uploaded('smime.p7m', again.part) },
    }
  }
  const contentOf = async (mail: Uint8Array<ArrayBuffer>, key: Key) =>
    (await readProtected(mail, { keys: [key.held], certificates: [] }))?.content

  test('given mails to an old key, then they are found, put back with all their fields, and open with the new key alone', async () => {
    const letter = fromText('Content-Type: text/plain\r\n\r\nSecret words\nwith a bare line end\r\n')
    const signing = { key: colleague.privateKey, certificate: colleague.certificate, chain: [], at: new Date() }
    const { mailId } = await deliver('first', text(await sealed(await signPart(letter, signing), old, colleague)))
    await deliver('plain', 'Content-Type: text/plain\r\n\r\nHello\r\n')
    await asWei.post('mail/email/color/update', { mailIds: [mailId], color: 2 })
    const mailboxId = await inboxOf(asWei)
    const { list, next } = await asWei.get('keymanagement/key/encrypted', { mailboxId, after: 0 })
    expect([list.map((one) => [one.mailId, one.subject]), next]).toEqual([[[mailId, 'first']], null])
    const before = await rowsOf(server, wei)
    const { mail, part, body } = await encryptAnew(mailId)
    const { hash } = await asWei.post('keymanagement/key/reencrypt', body)
    const after = await sourceOf(asWei, mailId)
    expect(sha256(after)).toBe(hash)
    const [oldHead = ''] = text(mail).split('Content-Type:')
    expect(text(after)).toBe(`${oldHead}${text(part)}`)
    expect(await contentOf(after, fresh)).toEqual(await contentOf(mail, old))
    expect(await contentOf(after, old)).toBeNull()

    // Its place, marks and date stay; the counters have its new size; the other person's mail is as it was.
    const rows = await rowsOf(server, wei)
    const growth = after.length - mail.length
    expect(rows).toEqual({
      ...before,
      used: before.used + growth,
      folder: before.folder + growth,
      mails: before.mails.map((one) => (one.id === mailId ? { ...one, size: after.length } : one)),
    })
    const [his] = await server.mailsOf(na)
    expect(text(await sourceOf(asNa, his?.mailId ?? 0))).toBe(text(mail))
    expect((await asWei.post('mail/email/detail', { mailId })).attachments[0]?.contentType).toBe(
      'application/pkcs7-mime',
    )

    // Once more: it is another mail by now, and encrypted to this key alone.
    expect(await asWei.refused('POST', 'keymanagement/key/reencrypt', body)).toBe(Code.mailChanged)
    const options = { keys: [old.held, fresh.held], target: fresh.held, certificate: fresh.certificate }
    expect(await reencrypt(after, options)).toEqual({ kind: 'already' })
    await sweepStore(server.context)
    expect(text(await sourceOf(asWei, mailId))).toBe(text(after))
  })

  test('given thirty windows at once, then one of them puts the mail back', async () => {
    const { mailId } = await deliver(
      'raced',
      text(await sealed(fromText('Content-Type: text/plain\r\n\r\nx\r\n'), old)),
    )
    const tries = await Promise.all(Array.from({ length: 30 }, () => encryptAnew(mailId)))
    const codes = await Promise.all(
      tries.map(async ({ body }) => (await asWei.attempt('keymanagement/key/reencrypt', body)).code),
    )
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === Code.mailChanged)).toHaveLength(29)
    const mail = await sourceOf(asWei, mailId)
    expect(await contentOf(mail, fresh)).not.toBeNull()
  })

  test('given another person, another content, or fields of a letter in the part, then nothing is changed', async () => {
    const { mailId } = await deliver('kept', text(await sealed(fromText('Content-Type: text/plain\r\n\r\nx\r\n'), old)))
    const { mail, part, body } = await encryptAnew(mailId)
    expect(await asNa.refused('POST', 'keymanagement/key/reencrypt', body)).toBe(Code.mailNotFound)
    const foreign = { mailboxId: await inboxOf(asWei), after: 0 }
    expect(await asNa.refused('GET', 'keymanagement/key/encrypted', foreign)).toBe(Code.folderNotFound)
    const refused = [
      'Content-Type: text/plain\r\n\r\nHello\r\n',
      `From: boss@yanshu.test\r\n${text(part)}`,
      text(part).replace('\r\n\r\n', '\r\nSubject: other\r\n\r\n'),
      `${text(part)}--x\r\nContent-Type: text/html\r\n\r\n<p>\r\n`,
      text(
        await signPart(fromText('Content-Type: text/plain\r\n\r\nx\r\n'), {
          ...{ key: old.privateKey, certificate: old.certificate, chain: [], at: new Date() },
        }),
      ),
    ]
    for (const content of refused) {
      const other = { ...body, part: await asWei.uploaded('smime.p7m', Buffer.from(content, 'latin1')) }
      expect(await asWei.refused('POST', 'keymanagement/key/reencrypt', other)).toBe(Code.keyRefused)
    }
    const theirs = { ...body, part: await asNa.uploaded('smime.p7m', part) }
    expect(await asWei.refused('POST', 'keymanagement/key/reencrypt', theirs)).toBe(Code.keyRefused)
    const elsewhere = { ...body, hash: sha256(part) }
    expect(await asWei.refused('POST', 'keymanagement/key/reencrypt', elsewhere)).toBe(Code.mailChanged)
    expect(text(await sourceOf(asWei, mailId))).toBe(text(mail))
  })
})
