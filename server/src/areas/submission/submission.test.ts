import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { Code } from '@yanshu/contracts'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { startSmtp } from '../../mailflow/smtp/smtpServer.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'
import { startSubmission } from './submissionServer.ts'

const folder = fileURLToPath(new URL('../../testing/test-only-tls/', import.meta.url))
const WEI = `zhang.wei@${TEST_DOMAIN}`
const NA = `li.na@${TEST_DOMAIN}`

describe.each(engines)('what mail programs send, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let weiId: number
  let naId: number
  let code: string
  let ports: { tls: number; starttls: number }

  beforeAll(async () => {
    const tls = { key: `${folder}key.pem`, cert: `${folder}cert.pem` }
    server = await startTestServer({ engine, tls, submissionPort: 0, submissionsPort: 0, maxMessageSize: 200_000 })
    weiId = await server.addUser('zhang.wei', { name: '张伟' })
    naId = await server.addUser('li.na', { name: '李娜' })
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
    const made = await wei.get('user/client/generatePassword', { name: 'Foxmail', scopes: 'smtp' })
    code = made.code
    const { servers } = made.detail.protocols.find(({ scope }) => scope === 'smtp') ?? { servers: [] }
    const portOf = (security: string) => servers.find((one) => one.security === security)?.port ?? 0
    expect(servers.map(({ host }) => host)).toEqual(['mail.yanshu.test', 'mail.yanshu.test'])
    ports = { tls: portOf('tls'), starttls: portOf('starttls') }
  })
  afterAll(() => server.stop())

  interface Login {
    readonly user?: string
    readonly pass?: string
    readonly way?: 'tls' | 'starttls'
    readonly method?: 'PLAIN' | 'LOGIN'
  }
  const send = async (mail: SendMailOptions, { user = WEI, pass = code, way = 'starttls', method }: Login = {}) => {
    const transport = createTransport({
      host: '127.0.0.1',
      port: ports[way],
      secure: way === 'tls',
      requireTLS: way === 'starttls',
      tls: { rejectUnauthorized: false },
      auth: { user, pass },
      ...(method ? { authMethod: method } : {}),
    })
    return transport.sendMail(mail)
  }
  const inboxOf = async (accountId: number) => (await server.mailsOf(accountId)).map(({ subject }) => subject)
  const rawOf = async (hash: string | null | undefined) =>
    Buffer.from(await server.context.blobs.readAll(hash ?? '')).toString('latin1')

  test('given a code, then a mail goes out by either port, is filed among the sent ones, and names no blind copy', async () => {
    const info = await send(
      {
        from: `张伟 <${WEI}>`,
        to: NA,
        bcc: WEI,
        subject: '周报',
        text: '请查收',
        attachments: [{ filename: '表.txt', content: 'x' }],
      },
      { way: 'starttls', method: 'PLAIN' },
    )
    expect(info.response).toMatch(/^250 2\.\d\.\d .*accepted/)
    await send({ from: WEI, to: NA, subject: '又一封', text: 'x' }, { user: 'zhang.wei', way: 'tls', method: 'LOGIN' })
    await expect.poll(() => inboxOf(naId)).toEqual(['周报', '又一封'])
    await expect.poll(() => inboxOf(weiId)).toEqual(['周报'])
    const [mail] = await server.mailsOf(naId)
    expect(mail).toMatchObject({ from_name: '张伟', has_attachment: 1 })
    const raw = await rawOf(mail?.raw_hash)
    expect(raw).toMatch(/^Received: by mail\.yanshu\.test with ESMTPSA id /m)
    expect(raw).not.toMatch(/^bcc:/im)
    expect(raw).not.toContain('127.0.0.1')
    const sent = (await server.mailsOf(weiId, 'sent')).map(({ subject, seen }) => [subject, seen])
    expect(sent).toEqual([
      ['周报', 1],
      ['又一封', 1],
    ])
    const [detail] = (await wei.get('user/client/detail')).codes
    expect(detail).toMatchObject({ scopes: ['smtp'], lastUsedAt: expect.any(Number) })
  })

  test('given a mail that is handed in again after a lost answer, then it is sent once', async () => {
    const before = (await server.mailsOf(naId)).length
    const raw = `From: ${WEI}\r\nTo: ${NA}\r\nSubject: once\r\nMessage-ID: <once@x>\r\n\r\nx`
    await send({ envelope: { from: WEI, to: NA }, raw })
    await send({ envelope: { from: WEI, to: NA }, raw })
    await expect.poll(() => inboxOf(naId)).toHaveLength(before + 1)
    expect((await server.mailsOf(weiId, 'sent')).filter(({ subject }) => subject === 'once')).toHaveLength(1)
  })

  test('given a mail of nothing but text, then From, Date and Message-ID are added', async () => {
    await send({ envelope: { from: WEI, to: NA }, raw: 'Subject: bare\r\n\r\nx' })
    await expect.poll(() => inboxOf(naId)).toContain('bare')
    const mail = (await server.mailsOf(naId)).find(({ subject }) => subject === 'bare')
    expect(mail?.from_address).toBe(WEI)
    expect(await rawOf(mail?.raw_hash)).toMatch(/^Message-ID: <[\w-]+@yanshu\.test>\r\nDate: /m)
  })

  test('given an alias, then it may stand in From; an address of somebody else may not, in header or envelope', async () => {
    const alias = `wei@${TEST_DOMAIN}`
    await wei.post('mail/main/nicknameAndAlias/saveAlias', { emailAddr: alias })
    await send({ from: alias, to: NA, subject: 'by alias', text: 'x' })
    await expect.poll(() => inboxOf(naId)).toContain('by alias')
    const refused = expect.objectContaining({ responseCode: 553 })
    await expect(send({ from: NA, to: WEI, subject: 'forged', text: 'x' })).rejects.toEqual(refused)
    const envelope = { from: WEI, to: NA }
    await expect(send({ envelope, from: `boss@${TEST_DOMAIN}`, subject: 'forged', text: 'x' })).rejects.toEqual(refused)
    await expect(send({ envelope, from: WEI, sender: NA, subject: 'forged', text: 'x' })).rejects.toEqual(refused)
    const two = `From: ${WEI}\r\nFrom: ${WEI}\r\nSubject: forged\r\n\r\nx`
    await expect(send({ envelope, raw: two })).rejects.toMatchObject({ responseCode: 554 })
    expect(await inboxOf(naId)).not.toContain('forged')
  })

  test('given somebody who is not there, a message too large, and a blocked file, then each is refused in words', async () => {
    const to = (address: string) => send({ from: WEI, to: address, subject: 'x', text: 'x' })
    await expect(to(`nobody@${TEST_DOMAIN}`)).rejects.toMatchObject({
      response: expect.stringMatching(/550 5\.1\.1 .*does not exist/),
    })
    const large = { from: WEI, to: NA, subject: 'large', text: 'x'.repeat(16_000_000) }
    await expect(send(large)).rejects.toMatchObject({ responseCode: 552 })
    const file = { from: WEI, to: NA, subject: 'file', text: 'x', attachments: [{ filename: 'a.exe', content: 'MZ' }] }
    await expect(send(file)).rejects.toMatchObject({ responseCode: 554 })
    expect(await inboxOf(naId)).not.toContain('file')
    const people = Array.from({ length: 501 }, (_, at) => `p${at}@elsewhere.example`)
    const crowd = { envelope: { from: WEI, to: people }, raw: 'Subject: crowd\r\n\r\nx' }
    const { accepted, rejected } = await send(crowd).catch((error: { rejected?: string[] }) => ({
      accepted: [],
      rejected: error.rejected ?? [],
    }))
    expect([accepted.length <= 500, rejected.length >= 1]).toEqual([true, true])
  })

  test('given the password of the account, a foreign code, or no encryption, then nobody gets in', async () => {
    const mail = { from: WEI, to: NA, subject: 'intruder', text: 'x' }
    const wrong = { code: 'EAUTH', responseCode: 535 }
    await expect(send(mail, { pass: TEST_PASSWORD })).rejects.toMatchObject(wrong)
    await expect(send(mail, { user: NA })).rejects.toMatchObject(wrong)
    await expect(send(mail, { user: `x\0${WEI}`, method: 'LOGIN' })).rejects.toMatchObject({ code: 'EAUTH' })
    const plain = createTransport({
      host: '127.0.0.1',
      port: ports.starttls,
      ignoreTLS: true,
      auth: { user: WEI, pass: code },
    })
    await expect(plain.sendMail(mail)).rejects.toThrow()
    const stranger = createTransport({
      host: '127.0.0.1',
      port: ports.tls,
      secure: true,
      tls: { rejectUnauthorized: false },
    })
    await expect(stranger.sendMail(mail)).rejects.toMatchObject({ responseCode: 530 })
    const dav = await na.get('user/client/generatePassword', { name: 'phone', scopes: 'carddav' })
    await expect(send({ ...mail, from: NA }, { user: NA, pass: dav.code })).rejects.toMatchObject(wrong)
    const { list } = await wei.get('mail/log/userLog')
    expect(list.some(({ way, result }) => way === 'client' && result === 'wrong')).toBe(true)
    expect(await inboxOf(naId)).not.toContain('intruder')
  })

  test('given wrong codes, then even the right one waits, for this account and place alone', async () => {
    const fang = `wang.fang@${TEST_DOMAIN}`
    await server.addUser('wang.fang')
    const made = await (await server.login('wang.fang')).get('user/client/generatePassword', {
      name: '',
      scopes: 'smtp',
    })
    const mail = { from: fang, to: NA, subject: 'patient', text: 'x' }
    for (let tries = 0; tries < 5; tries++) {
      await expect(send(mail, { user: fang, pass: 'wrong-wrong-wrong' })).rejects.toMatchObject({ responseCode: 535 })
    }
    await expect(send(mail, { user: fang, pass: made.code })).rejects.toMatchObject({ responseCode: 454 })
    await send({ from: WEI, to: NA, subject: 'not concerned', text: 'x' })
    server.wait(16 * 60_000)
    await send(mail, { user: fang, pass: made.code })
  })

  test('given three hundred mails within the hour, then programs wait', async () => {
    const { db } = server.context.store
    const one = await db
      .selectFrom('outgoing')
      .selectAll()
      .where('account_id', '=', weiId)
      .limit(1)
      .executeTakeFirstOrThrow()
    const now = server.context.now()
    const rows = Array.from({ length: 300 }, (_, at) => ({
      ...one,
      id: `rate-${at}`,
      request_id: `rate-${at}`,
      created_at: now,
    }))
    for (let at = 0; at < rows.length; at += 50)
      await db
        .insertInto('outgoing')
        .values(rows.slice(at, at + 50))
        .execute()
    const mail = { from: WEI, to: NA, subject: 'one too many', text: 'x' }
    await expect(send(mail)).rejects.toMatchObject({ responseCode: 450 })
    server.wait(61 * 60_000)
    await send(mail)
  })

  test('given two that are left of the hour and five mails at the same moment, then two are taken', async () => {
    const { db } = server.context.store
    const now = server.context.now()
    await db.updateTable('outgoing').set({ created_at: 0 }).where('account_id', '=', weiId).execute()
    const counted = db.selectFrom('outgoing').select('id').where('account_id', '=', weiId).orderBy('id').limit(298)
    await db.updateTable('outgoing').set({ created_at: now }).where('id', 'in', counted).execute()
    const mails = Array.from({ length: 5 }, (_, at) => send({ from: WEI, to: NA, subject: `at once ${at}`, text: 'x' }))
    const results = await Promise.allSettled(mails)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.responseCode] : []))
    expect(refused).toEqual([450, 450, 450])
    server.wait(61 * 60_000)
  })

  test('given switched-off programs, a switched-off protocol, a switched-off or a revoked code, then the code opens nothing', async () => {
    const again = await server.as(weiId)
    const mail = { from: WEI, to: NA, subject: 'late', text: 'x' }
    const closed = () => expect(send(mail)).rejects.toMatchObject({ responseCode: 535 })
    await again.post('user/client/stateByUser', { enabled: false })
    await closed()
    await again.post('user/client/stateByUser', { enabled: true })
    await again.post('user/client/protocol', { scope: 'smtp', enabled: false })
    await closed()
    await again.post('user/client/protocol', { scope: 'smtp', enabled: true })
    await send(mail)
    const [{ codeId = 0 } = {}] = (await again.get('user/client/detail')).codes
    const other = await server.as(naId)
    expect(await other.refused('GET', 'user/client/cancelPassword', { codeId })).toBe(Code.notFound)
    expect(await other.refused('POST', 'mail/client/updateStatus', { codeId, enabled: false })).toBe(Code.notFound)
    await again.post('mail/client/updateStatus', { codeId, enabled: false })
    await closed()
    await again.post('mail/client/updateStatus', { codeId, enabled: true })
    await send(mail)
    await again.get('user/client/cancelPassword', { codeId })
    await closed()
  })
})

test('given no port for mail programs, then the page does not name them', async () => {
  const server = await startTestServer({ engine: 'sqlite' })
  await server.addUser('li.na')
  const { protocols } = await (await server.login('li.na')).get('user/client/detail')
  expect(protocols.map(({ scope }) => scope)).not.toContain('smtp')
  await server.stop()
})

test('given a certificate that is renewed, then all ports show it without a restart, and a half written one changes nothing', async () => {
  const there = await mkdtemp(path.join(tmpdir(), 'yanshu-renewed-'))
  const tls = { key: path.join(there, 'key.pem'), cert: path.join(there, 'cert.pem') }
  const copy = (kind: 'key' | 'cert', from: string) => copyFile(`${folder}${from}${kind}.pem`, tls[kind])
  await copy('key', '')
  await copy('cert', '')
  const server = await startTestServer({ engine: 'sqlite', still: true, tls, submissionPort: 0, submissionsPort: 0 })
  const { context } = server
  const often = { certificateEveryMs: 20 }
  const submission = await startSubmission(context, often)
  const smtp = await startSmtp({ context, ...mailTransportOf(context) }, { port: 0, ...often })
  const shown = async () => {
    const peers = [
      await peerOf(submission.submissionsPort ?? 0, 'tls'),
      await peerOf(submission.submissionPort ?? 0, 'starttls'),
      await peerOf(smtp.port, 'starttls'),
    ]
    return peers.map((organisation) => organisation.includes('renewed'))
  }
  try {
    expect(await shown()).toEqual([false, false, false])
    await copy('cert', 'renewed-')
    await expect.poll(() => server.problems.join()).toContain('the former certificate stays in use')
    expect(await shown()).toEqual([false, false, false])
    await copy('key', 'renewed-')
    await expect.poll(shown).toEqual([true, true, true])
    await rm(tls.cert)
    await expect.poll(() => server.problems.length).toBeGreaterThan(3)
    expect(await shown()).toEqual([true, true, true])
  } finally {
    await submission.stop()
    await smtp.stop()
    await server.stop()
    await rm(there, { recursive: true })
  }
})

/** The organisation of the certificate that a port shows. */
function peerOf(port: number, way: 'tls' | 'starttls'): Promise<string> {
  return new Promise((resolve, reject) => {
    const secure = (socket?: Socket) => {
      const peer = connectTls(
        { ...(socket ? { socket } : { port, host: '127.0.0.1' }), rejectUnauthorized: false },
        () => {
          resolve(String(peer.getPeerCertificate().subject.O))
          peer.destroy()
        },
      )
      peer.once('error', reject)
    }
    if (way === 'tls') return secure()
    const plain = connect(port, '127.0.0.1')
    let greeting = ''
    const next = ['EHLO test\r\n', 'STARTTLS\r\n']
    plain.once('error', reject)
    const onData = (data: Buffer) => {
      greeting += data
      if (!/^\d{3} .*\r\n$/m.test(greeting)) return
      greeting = ''
      const line = next.shift()
      if (line) return void plain.write(line)
      plain.off('data', onData)
      secure(plain)
    }
    plain.on('data', onData)
  })
}
