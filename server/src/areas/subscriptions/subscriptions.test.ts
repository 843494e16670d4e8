import { Code } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

const DAY = 86_400_000
const NEWS = 'News@list.example'
const LIST = { 'List-Id': '<news.list.example>' }

describe.each(engines)('subscriptions, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let weiId: number
  const arrive = async (
    mails: readonly { from: string; subject: string; headers: Record<string, string> }[],
    port = server.smtpPort,
  ) => {
    const smtp = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, pool: true })
    for (const mail of mails) await smtp.sendMail({ to: `zhang.wei@${TEST_DOMAIN}`, text: 'x', ...mail })
    smtp.close()
  }
  const idOf = async (subject: string) =>
    (await wei.get('mail/email/mailbox/list')).list.find((one) => one.subject === subject)?.mailId ?? 0

  beforeAll(async () => {
    server = await startTestServer({ engine })
    weiId = await server.addUser('zhang.wei')
    await server.addUser('li.na')
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
    await arrive([
      { from: `"新闻" <${NEWS}>`, subject: '一', headers: LIST },
      { from: `"新闻" <${NEWS.toLowerCase()}>`, subject: '二', headers: LIST },
      { from: 'shop@list.example', subject: '三', headers: { 'Auto-Submitted': 'auto-generated' } },
      { from: 'friend@out.example', subject: '四', headers: {} },
      // It claims to be of the organisation, and is not: it stays on the list.
      { from: `robot@${TEST_DOMAIN}`, subject: '五', headers: { 'Auto-Submitted': 'auto-generated' } },
    ])
  })
  afterAll(() => server.stop())

  test('given mail of lists and of people, then lists stand by sender, the most mails first', async () => {
    await wei.post('mail/email/seen/update', { mailIds: [await idOf('一')], seen: true })
    const { list, more } = await wei.get('mail/email/subscription/list')
    expect(more).toBe(false)
    expect(list).toMatchObject([
      { address: NEWS.toLowerCase(), name: '新闻', count: 2, unread: 1, mailId: await idOf('二') },
      { address: `robot@${TEST_DOMAIN}`, count: 1 },
      { address: 'shop@list.example', count: 1, unread: 1 },
    ])
    const { db } = server.context.store
    const own = () => wei.get('mail/email/subscription/list').then((page) => page.list.map(({ address }) => address))
    await db.updateTable('message').set({ claims_own_domain: 0 }).where('subject', '=', '五').execute()
    expect(await own()).not.toContain(`robot@${TEST_DOMAIN}`)
    expect((await na.get('mail/email/subscription/list')).list).toEqual([])
  })

  test('given mail of a list, then it names the list and where answers to all go, and mail of people does not', async () => {
    const toAll = { 'List-Post': '<mailto:dev@list.example>' }
    await arrive([
      {
        from: 'one@list.example',
        subject: '讨论',
        headers: { 'List-Id': '=?utf-8?B?56CU5Y+R?= <dev.list.example>', ...toAll },
      },
      { from: 'one@out.example', subject: '冒充', headers: toAll },
    ])
    const listOf = async (subject: string) =>
      (await wei.post('mail/email/detail', { mailId: await idOf(subject) })).mailingList
    expect(await listOf('讨论')).toEqual({ name: '研发', address: 'dev@list.example' })
    expect(await listOf('一')).toEqual({ name: 'news.list.example', address: null })
    for (const subject of ['四', '三', '冒充']) expect(await listOf(subject)).toBeUndefined()
    expect(await na.refused('POST', 'mail/email/detail', { mailId: await idOf('讨论') })).toBe(Code.mailNotFound)
    await wei.post('mail/email/delete', { mailIds: [await idOf('讨论'), await idOf('冒充')] })
  })

  test('given mails in spam, in the recycle bin and in a folder with a password, then they do not count', async () => {
    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '上锁' })
    await arrive([{ from: NEWS, subject: '锁', headers: LIST }])
    const { list } = await wei.get('mail/email/mailbox/list', { role: 'inbox' })
    const mail = list.find(({ subject }) => subject === '锁')
    await wei.post('mail/email/move', {
      mailboxId: mail?.mailboxId ?? 0,
      targetMailboxId: folderId,
      mailUids: [mail?.mailUid ?? 0],
    })
    await wei.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
    const mailIds = [await idOf('一')]
    await wei.post('mail/email/recoverableDelete', { mailIds })
    expect((await wei.get('mail/email/subscription/list')).list[0]).toMatchObject({ count: 1 })
    const older = { address: NEWS, before: server.context.now() + DAY }
    expect((await wei.get('mail/email/subscription/older', older)).mailIds).toEqual([await idOf('二')])
    await wei.post('mail/email/recoverEmail', { mailIds })
  })

  test('given old and new mails of a sender, then those before a moment are named, of this mailbox alone', async () => {
    const from = { name: '', address: 'Old@list.example' }
    const now = server.context.now()
    const old = await putMail(server.context, weiId, { from, receivedAt: now - 40 * DAY })
    await putMail(server.context, weiId, { from, receivedAt: now - DAY })
    const asked = { address: 'old@LIST.example', before: now - 30 * DAY }
    expect(await wei.get('mail/email/subscription/older', asked)).toEqual({ mailIds: [old.mailId], more: false })
    expect((await na.get('mail/email/subscription/older', asked)).mailIds).toEqual([])
  })

  test('given a list, then it is left by the way that it offers, and never by an address inside', async () => {
    const click = {
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'DKIM-Signature': 'v=1; d=list.example; s=k; h=from:list-unsubscribe:list-unsubscribe-post; bh=x; b=AbCd',
    }
    const checked = { ...click, 'Authentication-Results': 'mail.yanshu.test; dkim=pass header.d=list.example' }
    await arrive(
      [
        { from: NEWS, subject: '内', headers: { 'List-Unsubscribe': '<https://127.0.0.1/u>', ...checked } },
        { from: NEWS, subject: '口', headers: { 'List-Unsubscribe': '<https://93.184.216.34:8443/u>', ...checked } },
      ],
      (await server.startSmtp({ trustAuthentication: true })).port,
    )
    await arrive([
      { from: NEWS, subject: '信', headers: { 'List-Unsubscribe': '<mailto:leave@list.example?subject=u>' } },
      { from: NEWS, subject: '页', headers: { 'List-Unsubscribe': '<https://list.example/u>' } },
      // No server that is trusted has checked its signature: what it asks for is left to the person.
      { from: NEWS, subject: '疑', headers: { 'List-Unsubscribe': '<https://127.0.0.1/u>', ...checked } },
    ])
    const leave = async (subject: string) => wei.post('mail/email/subscription/leave', { mailId: await idOf(subject) })
    expect(await leave('信')).toEqual({ way: 'mail', mailto: 'mailto:leave@list.example?subject=u' })
    expect(await leave('页')).toEqual({ way: 'page', url: 'https://list.example/u' })
    expect(await leave('四')).toEqual({ way: 'none' })
    expect(await leave('疑')).toEqual({ way: 'page', url: 'https://127.0.0.1/u' })
    for (const subject of ['内', '口']) {
      const mailId = await idOf(subject)
      expect(await wei.refused('POST', 'mail/email/subscription/leave', { mailId })).toBe(Code.upstreamFailed)
    }
    const mailId = await idOf('信')
    expect(await na.refused('POST', 'mail/email/subscription/leave', { mailId })).toBe(Code.mailNotFound)
  })

  test('given many lists left at once, then the server stops sending, because mails name where it sends to', async () => {
    const mailId = await idOf('内')
    const codes = await Promise.all(
      Array.from({ length: 45 }, () => wei.refused('POST', 'mail/email/subscription/leave', { mailId })),
    )
    expect(codes.filter((code) => code === Code.tooManyRequests).length).toBeGreaterThan(0)
    expect(codes.filter((code) => code === Code.upstreamFailed).length).toBeLessThanOrEqual(40)
  })
})
