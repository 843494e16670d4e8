import { Code, FREE_READING, type LetterReading, READING_SITTING_MS, UNDO_SEND_MS } from '@yanshu/contracts'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sweepStore } from '../../store/sweep/sweepStore.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { headStep } from './headStep.ts'

/** Stands in the text of the letter and in its file, and nowhere else. */
const WORDS = '绝密薪酬'
const PASSWORD = '开门 1234'
const DAY_MS = 86_400_000
const JIM = { name: 'Jim', address: 'Jim@out.example' }
const AMY = { name: '', address: 'amy@out.example' }
const NA = { name: '李娜', address: 'li.na@yanshu.test' }

describe.each(engines)('letters with a reading password for people outside, on %s', (engine) => {
  let relay: SMTPServer
  let relayed: { raw: Buffer; to: string[] }[]
  let server: TestServer
  let wei: number
  let na: number
  let asWei: TestClient

  beforeEach(async () => {
    relayed = []
    relay = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS'], disableReverseLookup: true },
      onData(stream, { envelope }, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          relayed.push({ raw: Buffer.concat(chunks), to: envelope.rcptTo.map(({ address }) => address) })
          callback(null)
        })
      },
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', () => resolve()))
    const address = relay.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    server = await startTestServer({ engine, still: true, relay: `smtp://127.0.0.1:${port}` })
    server.stopClock()
    server.submission.register([headStep])
    wei = await server.addUser('zhang.wei', { name: '张伟' })
    na = await server.addUser('li.na')
    asWei = await server.as(wei)
    await turn('secretModeEnable', true)
    await turn('outsideReadEnable', true)
  })
  afterEach(async () => {
    await server.stop()
    await new Promise<void>((resolve) => relay.close(() => resolve()))
  })

  const turn = (name: 'secretModeEnable' | 'outsideReadEnable' | 'recallReadEnable', value: boolean) =>
    setSwitch(server.context, { scope: 'organisation' }, { name, value, locked: false })
  const letter = (reading: Partial<LetterReading>, more: Parameters<typeof sending>[0] = {}) =>
    sending({
      ...{ to: [NA, JIM], subject: '薪酬调整', html: `<p>${WORDS}</p><form action="//evil.example"><input></form>` },
      options: { 'mail.reading': { ...FREE_READING, password: PASSWORD, ...reading } },
      ...more,
    })
  const leave = async () => {
    server.wait(UNDO_SEND_MS)
    // The parts of a letter leave after it.
    for (let round = 0; round < 3; round++) await server.dispatcher.runDue()
  }
  const send = async (reading: Partial<LetterReading> = {}, more: Parameters<typeof sending>[0] = {}) => {
    const sent = await asWei.post('mail/email/send', letter(reading, more))
    await leave()
    return sent
  }
  const mailTo = async (address: string) => {
    const mail = relayed.find(({ to }) => to.some((one) => one.toLowerCase() === address.toLowerCase()))
    return PostalMime.parse(mail?.raw ?? Buffer.from(''))
  }
  const linkOf = async ({ address }: { address: string }) => {
    const { text = '' } = await mailTo(address)
    return /\/api\/letter\/[\w-]{40,}/.exec(text)?.[0] ?? ''
  }
  const shown = async (link: string, cookie = '') => {
    const answer = await fetch(`${server.url}${link}`, { headers: { cookie, 'accept-language': 'zh-CN' } })
    return { status: answer.status, headers: answer.headers, html: await answer.text() }
  }
  const sendForm = async (path: string, fields: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const init = { method: 'POST', body, redirect: 'manual', headers: { 'accept-language': 'zh-CN' } } as const
    const answer = await fetch(`${server.url}${path}`, init)
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
    return { status: answer.status, cookie, headers: answer.headers, html: await answer.text() }
  }
  const open = (link: string, password = PASSWORD) => sendForm(link, { password })
  const standingOf = async (mailId: number, { address }: { address: string }) => {
    const { recipients } = await asWei.post('mail/email/sent/recipients', { mailId })
    return recipients.find((one) => one.address.toLowerCase() === address.toLowerCase())
  }

  test('given recipients inside and outside, then each outside has a mail with a link of their own, and reads behind the password', async () => {
    const { mailId } = await send({ reads: 2 }, { bcc: [AMY], fileIds: [await asWei.uploaded('表.txt', WORDS)] })
    expect(relayed.map(({ to }) => to.map((one) => one.toLowerCase())).toSorted()).toEqual([
      ['amy@out.example'],
      ['jim@out.example'],
    ])
    const link = await linkOf(JIM)
    expect(await linkOf(AMY)).not.toBe(link)
    for (const { raw } of relayed) {
      const { headers, subject, from, text } = await PostalMime.parse(raw)
      expect([subject, from?.address]).toEqual(['薪酬调整', 'zhang.wei@yanshu.test'])
      expect(JSON.stringify([headers, text])).not.toMatch(/绝密薪酬|amy@out|开门/)
    }
    const [head] = await server.mailsOf(na)
    expect(head?.text).not.toContain('/api/letter/')
    const asNa = await server.as(na)
    const inside = { mailId: head?.mailId ?? 0, password: PASSWORD }
    expect((await asNa.post('mail/email/restricted/open', inside)).html).toContain(WORDS)

    const asked = await shown(link)
    expect(asked.html).not.toMatch(/薪酬|张伟|zhang\.wei|附件|表\.txt/)
    const unknown = `/api/letter/${'x'.repeat(43)}`
    expect((await shown(unknown)).html).toBe(asked.html.replaceAll(link, unknown))
    expect(asked.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-forms .*default-src 'none';.*form-action 'self'$/,
    )
    const wrong = await open(link, 'wrong')
    expect([wrong.status, wrong.cookie]).toEqual([403, ''])
    expect(wrong.html.replaceAll(link, unknown)).toBe((await open(unknown)).html)

    const { status, headers, cookie } = await open(link)
    expect([status, headers.get('location')]).toEqual([303, link])
    expect(headers.get('set-cookie')).toContain(`Path=${link}; HttpOnly; SameSite=Lax`)
    const letterShown = await shown(link, cookie)
    expect(letterShown.html).toContain('<h1>薪酬调整</h1>')
    expect(letterShown.html).toContain(`srcdoc="`)
    expect(letterShown.html).toContain(`&lt;p&gt;${WORDS}&lt;/p&gt;`)
    expect(letterShown.html).toContain('附件 表.txt 不能预览和下载')
    expect(letterShown.html).not.toContain('evil.example')
    // Reloading counts nothing; no other browser and no other link is let in by the sitting.
    expect((await shown(link, cookie)).html).toBe(letterShown.html)
    expect((await shown(link)).html).toBe(asked.html)
    expect((await shown(await linkOf(AMY), cookie)).html).not.toContain(WORDS)
    expect(await standingOf(mailId, JIM)).toMatchObject({ opened: { times: 1, of: 2, isOver: false }, recall: 'read' })
    expect(await standingOf(mailId, AMY)).toMatchObject({ opened: { times: 0, of: 2 }, recall: 'yes' })
    expect((await standingOf(mailId, NA))?.opened).toBeUndefined()

    server.wait(READING_SITTING_MS)
    expect((await shown(link, cookie)).html).toBe(asked.html)
    const last = await open(link)
    expect((await shown(link, last.cookie)).html).toContain('这是最后一次')
    const over = await open(link)
    expect([over.status, over.cookie]).toEqual([200, ''])
    expect(over.html).toContain('已达到阅读次数')
    expect((await shown(link, last.cookie)).html).toContain(WORDS)
    const ticket = /name="ticket" value="([\w-]+)"/.exec((await shown(link, last.cookie)).html)?.[1] ?? ''
    expect((await sendForm(`${link}/close`, { ticket })).html).toContain('已结束阅读')
    expect((await shown(link, last.cookie)).html).not.toContain(WORDS)
  })

  test('given three readings and twenty that open at once, then three open it', async () => {
    const { mailId } = await send({ reads: 3 })
    const link = await linkOf(JIM)
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(link)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(3)
    expect(await standingOf(mailId, JIM)).toMatchObject({ opened: { times: 3, of: 3, isOver: true }, recall: 'gone' })
    const texts = await Promise.all(answers.map(async ({ cookie }) => (await shown(link, cookie)).html))
    expect(texts.filter((html) => html.includes(WORDS))).toHaveLength(3)
  })

  test('given tries without end, then they have to wait, and cost no reading', async () => {
    await send({ reads: 1 })
    const link = await linkOf(JIM)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => open(link, `wrong ${at}`)))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await open(link)).status).toBe(429)
    server.wait(60 * 60_000)
    expect((await open(link)).status).toBe(303)
    const noForm = await fetch(`${server.url}${link}`, { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } }) // biome-ignore format: one call
    expect(noForm.status).toBe(403)
    await noForm.text()
  })

  test('given it is taken back, its days end, or the organisation or its sender is off, then the link shows nothing more', async () => {
    const { mailId } = await send({ days: 2 }, { cc: [AMY] })
    const [jim, amy] = [await linkOf(JIM), await linkOf(AMY)]
    const { cookie } = await open(jim)
    await asWei.post('mail/email/cancels', { mailId, notice: false })
    // Who has opened it keeps it, unless the organisation takes read letters back as well.
    expect((await open(amy)).html).toContain('发件人已撤回')
    expect((await shown(jim, cookie)).html).toContain(WORDS)
    expect(await standingOf(mailId, AMY)).toMatchObject({ gone: 'recalled', recall: 'gone' })
    await turn('outsideReadEnable', false)
    expect((await shown(jim, cookie)).html).toContain('已停止')
    expect((await open(jim)).html).not.toContain(WORDS)
    await turn('outsideReadEnable', true)
    await turn('recallReadEnable', true)
    await asWei.post('mail/email/cancels', { mailId, notice: false })
    expect((await shown(jim, cookie)).html).toContain('发件人已撤回')

    relayed.length = 0
    await send({ days: 2 })
    const next = await linkOf(JIM)
    server.wait(2 * DAY_MS - 60_000)
    const sitting = await open(next)
    expect((await shown(next, sitting.cookie)).html).toContain(WORDS)
    server.wait(60_000)
    expect((await shown(next, sitting.cookie)).html).toContain('已过有效期')
    expect((await open(next)).html).toContain('已过有效期')
    await server.context.store.db.updateTable('account').set({ disabled: 1 }).where('id', '=', wei).execute()
    expect((await open(next)).status).toBe(403)
  })

  test('given no password, secrecy or the switch off, then it is refused with the reason, and a letter taken back has no link', async () => {
    const refused = async (reading: Partial<LetterReading>) => {
      const { code, message } = await asWei.attempt('mail/email/send', letter(reading))
      return [code, message]
    }
    const with_ = (words: string) => [Code.recipientsRefused, expect.stringContaining(words)]
    expect(await refused({ password: null, days: 3 })).toEqual(with_('请设阅读密码'))
    expect(await refused({ secret: true })).toEqual(with_('不能收保密邮件'))
    const { sendId } = await asWei.post('mail/email/send', letter({}))
    await asWei.post('mail/email/cancel', { sendId })
    await turn('outsideReadEnable', false)
    expect(await refused({})).toEqual(with_('不能收限制阅读的邮件'))
    await leave()
    expect(relayed).toEqual([])
    const { db } = server.context.store
    expect(await db.selectFrom('blind_copy').selectAll().execute()).toEqual([])
  })

  test('given all recipients are outside, then its link lasts without the copy of its sender, and nothing stays after its end', async () => {
    const { mailId } = await send({}, { to: [JIM] })
    const link = await linkOf(JIM)
    await asWei.post('mail/email/delete', { mailIds: [mailId] })
    const { db } = server.context.store
    const sweep = async () => {
      await db.updateTable('garbage_message').set({ since: 1 }).execute()
      await db.updateTable('outgoing').set({ created_at: 1 }).execute()
      await sweepStore(server.context)
    }
    for (let round = 0; round < 3; round++) await sweep()
    const { cookie } = await open(link)
    expect((await shown(link, cookie)).html).toContain(WORDS)
    server.wait(60 * DAY_MS + 1)
    for (let round = 0; round < 5; round++) await sweep()
    for (const table of ['outside_reader', 'letter_policy', 'message_hold', 'message'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })
})
