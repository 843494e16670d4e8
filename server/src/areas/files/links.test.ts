import { Code, FREE_READING, LARGE_ATTACHMENT_VALID_MS, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { enqueue, jobsOf } from '../../store/jobs/index.ts'
import { sweepStore } from '../../store/sweep/sweepStore.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { LINK_KEPT_MS, linksJob } from './linksJob.ts'

const MIB = 1_048_576
const DAY = 86_400_000
const CONTENT = Buffer.alloc(MIB + 1, '雁')
const TO = [
  { name: '李娜', address: 'li.na@yanshu.test' },
  { name: '', address: 'partner@out.example' },
]

describe.each(engines)('large files of letters, on %s', (engine) => {
  let server: TestServer
  let weiId: number
  let naId: number
  let wei: TestClient
  let na: TestClient
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    weiId = await server.addUser('zhang.wei')
    naId = await server.addUser('li.na')
    wei = await server.as(weiId)
    na = await server.as(naId)
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'bigFileSize', value: 1, locked: false })
  })
  afterEach(() => server.stop())

  const send = async (more: Parameters<typeof sending>[0] = {}) => {
    const fileIds = [await wei.uploaded('图纸 & 1.dwg', CONTENT), await wei.uploaded('说明.txt', '说明')]
    return wei.post('mail/email/send', sending({ to: TO, fileIds, ...more }))
  }
  const leave = async () => {
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
  }
  const arrived = async () => (await server.mailsOf(naId))[0]?.mailId ?? 0
  const linkOf = async (client: TestClient, mailId: number) =>
    (await client.post('file/link/ofMail', { mailId })).list[0]
  const page = (token: string, language = 'zh-CN') =>
    fetch(`${server.url}/api/file/link/${token}`, { headers: { 'accept-language': language } })
  /** Reads all of it: a download that is left standing holds up the end of the server. */
  const whole = async (asked: Promise<Response>) => {
    const response = await asked
    const { status, headers } = response
    return { status, headers, content: Buffer.from(await response.arrayBuffer()) }
  }
  const fetched = (token: string, init: RequestInit = {}) =>
    whole(fetch(`${server.url}/api/file/linked/${token}`, init))
  const ask = (token: string) => {
    const form = new FormData()
    form.append('x', '')
    return fetch(`${server.url}/api/file/link/${token}/ask`, { method: 'POST', body: form })
  }
  const runJob = async () => {
    await transact(server.context, (trx) => enqueue(trx, server.context, linksJob.name, [{ key: 'now' }]))
    await jobsOf(server.context).runDue([linksJob])
    await server.dispatcher.runDue()
  }

  test('given the letter is taken back, then its links end for all who have it', async () => {
    const { mailId } = await send()
    await leave()
    const { token = '' } = (await linkOf(wei, mailId)) ?? {}
    expect((await fetched(token)).status).toBe(200)
    await wei.post('mail/email/cancels', { mailId, notice: false })
    expect(await linkOf(wei, mailId)).toMatchObject({ state: 'ended' })
    expect((await fetched(token)).status).toBe(404)
    expect(await (await page(token)).text()).toContain('发件人已停止分享这个文件')
  })

  test('given a file above the size, then it goes as a link that who has it fetches without a login, and its sender sees it', async () => {
    const { mailId } = await send()
    await leave()
    const mail = await na.post('mail/email/detail', { mailId: await arrived() })
    expect(mail.attachments.map(({ name }) => name)).toEqual(['说明.txt'])
    expect(mail.html).toContain('图纸 &amp; 1.dwg (1 MB · ')
    const link = await linkOf(na, mail.mailId)
    expect(link).toMatchObject({ name: '图纸 & 1.dwg', size: CONTENT.length, state: 'normal', own: null })
    const token = link?.token ?? ''
    expect(mail.html).toContain(`/api/file/link/${token}`)

    const shown = await page(token)
    const html = await shown.text()
    expect(shown.headers.get('content-security-policy')).toContain('sandbox allow-downloads allow-forms;')
    expect(html).toContain('<h1>图纸 &amp; 1.dwg</h1><p>1 MB · 还有 15 天')
    expect(await (await page(token, 'en')).text()).toContain('15 days left')
    const file = await fetched(token)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(file.content.equals(CONTENT)).toBe(true)
    await fetched(token, { method: 'HEAD' })
    expect((await fetched(token, { headers: { range: 'bytes=5-9' } })).status).toBe(206)
    expect((await linkOf(wei, mailId))?.own).toEqual({ downloads: 1, recipients: 2, asked: false, readers: [] })
    // Who is logged in is named to its sender, once; not the sender, and not who lets no reading be reported.
    const byLogin = (client: TestClient) => whole(client.file(`file/linked/${token}`))
    for (const client of [na, na, wei]) expect((await byLogin(client)).status).toBe(200)
    const at = expect.any(Number)
    const readers = [{ name: 'li.na', address: 'li.na@yanshu.test', at }]
    expect((await linkOf(wei, mailId))?.own).toEqual({ downloads: 4, recipients: 2, asked: false, readers })
    expect((await linkOf(na, mail.mailId))?.own).toBeNull()
    await na.post('mail/main/generalConfig/single/update', { key: 'receiptAnswer', value: 'never' })
    expect((await linkOf(wei, mailId))?.own?.readers).toEqual([])
  })

  test('given another, a wrong link, or too many tries, then nothing of it is shown or changed', async () => {
    const { mailId } = await send()
    await leave()
    const link = await linkOf(wei, mailId)
    const linkId = link?.linkId ?? 0
    expect(await na.refused('POST', 'file/link/prolong', { linkId })).toBe(Code.notFound)
    expect(await na.refused('POST', 'file/link/end', { linkId })).toBe(Code.notFound)
    expect(await na.refused('POST', 'file/link/ofMail', { mailId })).toBe(Code.mailNotFound)
    const wrong = await page('x'.repeat(43))
    expect([wrong.status, await wrong.text()]).toEqual([404, expect.stringContaining('链接无效')])
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await page('y'.repeat(43))).status))
    expect(statuses).toContain(429)
    await wei.post('file/link/end', { linkId })
    expect(await wei.refused('POST', 'file/link/prolong', { linkId })).toBe(Code.notFound)
    expect((await linkOf(wei, mailId))?.state).toBe('ended')
  })

  test('given a browser, then the page is in a language that it prefers, or the one that was chosen in it', async () => {
    const { mailId } = await send()
    await leave()
    const token = (await linkOf(wei, mailId))?.token ?? ''
    const shown = async (query: string, headers: Record<string, string>) => {
      const answer = await fetch(`${server.url}/api/file/link/${token}${query}`, { headers })
      const language = /<html lang="([\w-]+)"/.exec(await answer.text())?.[1]
      return { language, cookie: answer.headers.get('set-cookie')?.split(';', 1)[0] ?? null }
    }
    const prefer = (value: string) => ({ 'accept-language': value })
    expect(await shown('', prefer('de, zh;q=0.3, en;q=0.8'))).toEqual({ language: 'en', cookie: null })
    expect(await shown('', prefer('fr-FR'))).toEqual({ language: 'en', cookie: null })
    expect(await shown('?language=xx', {})).toEqual({ language: 'zh-CN', cookie: null })
    const chosen = await shown('?language=en', prefer('zh-CN'))
    expect(chosen).toEqual({ language: 'en', cookie: 'yanshu.publicLanguage=en' })
    expect(await shown('', { ...prefer('zh-CN'), cookie: chosen.cookie ?? '' })).toEqual({
      language: 'en',
      cookie: null,
    })
  })

  test('given a letter that is taken back or whose sender is gone, then its link opens nothing', async () => {
    const { sendId, mailId } = await send()
    const token = (await linkOf(wei, mailId))?.token ?? ''
    const draft = await wei.post('mail/email/cancel', { sendId })
    expect((await fetched(token)).status).toBe(404)
    expect(await (await page(token)).text()).toContain('发件人已停止分享')
    const again = await wei.post('mail/email/editAgain', { mailId: draft.mailId })
    expect(again.attachments.map(({ name }) => name)).toEqual(['图纸 & 1.dwg', '说明.txt'])
    expect(again.html).not.toContain('/api/file/link/')
    const second = await send()
    const next = (await linkOf(wei, second.mailId))?.token ?? ''
    expect((await fetched(next)).status).toBe(200)
    await server.context.store.db.updateTable('account').set({ disabled: 1 }).where('id', '=', weiId).execute()
    expect((await fetched(next)).status).toBe(404)
  })

  test('given fifteen days, then its sender is asked before their end, prolongs it by one call, and is asked again by who came late', async () => {
    const { mailId } = await send()
    await leave()
    const subjects = async () =>
      (await server.mailsOf(weiId)).map(({ subject }) => subject).filter((subject) => subject.includes('大附件'))
    const link = await linkOf(wei, mailId)
    const [token, linkId] = [link?.token ?? '', link?.linkId ?? 0]
    await runJob()
    expect(await subjects()).toEqual([])
    server.wait(LARGE_ATTACHMENT_VALID_MS - 2 * DAY)
    await runJob()
    await runJob()
    expect(await subjects()).toEqual(['大附件即将过期：图纸 & 1.dwg'])
    expect(await wei.post('file/link/prolong', { linkId })).toMatchObject({ state: 'normal' })
    server.wait(LARGE_ATTACHMENT_VALID_MS - DAY)
    expect((await fetched(token)).status).toBe(200)
    server.wait(DAY)
    expect((await fetched(token)).status).toBe(404)
    expect(await (await page(token)).text()).toContain('请发件人重新开放')
    expect(await (await ask(token)).text()).toContain('已通知发件人')
    await Promise.all([ask(token), ask(token)])
    await server.dispatcher.runDue()
    expect((await subjects()).filter((subject) => subject.startsWith('有人请求'))).toHaveLength(1)
    expect((await linkOf(wei, mailId))?.own?.asked).toBe(true)
    await wei.post('file/link/prolong', { linkId })
    expect((await fetched(token)).status).toBe(200)
    // Long after its end nothing is left of it.
    server.wait(LARGE_ATTACHMENT_VALID_MS + LINK_KEPT_MS)
    await runJob()
    expect((await page(token)).status).toBe(404)
    expect(await server.context.store.db.selectFrom('blob_hold').selectAll().execute()).toEqual([])
  })

  test('given the uploads are swept, then the link keeps its content; it counts against the quota of its sender', async () => {
    const { mailId } = await send()
    await leave()
    const token = (await linkOf(wei, mailId))?.token ?? ''
    server.wait(3 * DAY)
    await sweepStore(server.context)
    expect((await fetched(token)).status).toBe(200)
    const { db } = server.context.store
    const { used_bytes } = await db
      .selectFrom('account')
      .select('used_bytes')
      .where('id', '=', weiId)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('account')
      .set({ quota_bytes: used_bytes + MIB })
      .where('id', '=', weiId)
      .execute()
    expect((await wei.upload('file/upload', 'a.txt', Buffer.from('a'))).code).toBe(Code.storageFull)
  })

  test('given conditions of reading, then a large file is refused; with the size 0 it is a file of the mail', async () => {
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'secretModeEnable', value: true, locked: false })
    const fileIds = [await wei.uploaded('图纸.dwg', CONTENT)]
    const options = { 'mail.reading': { ...FREE_READING, noForward: true } }
    const letter = sending({ fileIds, options })
    expect(await wei.refused('POST', 'mail/email/send', letter)).toBe(Code.linkRestricted)
    await setSwitch(server.context, { scope: 'user', id: weiId }, { name: 'bigFileSize', value: 0, locked: false })
    expect((await wei.get('mail/email/getWriteParams')).linkedAbove).toBeNull()
    await wei.post('mail/email/send', letter)
    expect((await na.get('mail/email/getWriteParams')).linkedAbove).toBe(MIB)
  })
})
