import { Code } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps } from '../../deliverySteps.ts'
import { rawClient } from '../../mailflow/smtp/rawClient.ts'
import { sending } from '../../testing/letters.ts'
import { newBrowser } from '../../testing/pushService.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { openTestRelay } from '../../testing/testRelay.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const WEI = 'zhang.wei@yanshu.test'
const NEW = 'new@partner.example'

describe.each(engines)('the screener, on %s', (engine) => {
  let server: TestServer
  let relay: Awaited<ReturnType<typeof openTestRelay>>
  let weiId: number
  let naId: number
  let wei: TestClient
  let na: TestClient
  let port: number

  beforeEach(async () => {
    relay = await openTestRelay()
    server = await startTestServer({ engine, still: true, relay: relay.url })
    weiId = await server.addUser('zhang.wei', { name: '张伟' })
    naId = await server.addUser('li.na', { name: '李娜' })
    server.steps.register(deliverySteps)
    wei = await server.as(weiId)
    na = await server.as(naId)
    port = (await server.startSmtp()).port
  })
  afterEach(async () => {
    await server.stop()
    await relay.close()
  })

  const settle = async () => {
    for (let round = 0; round < 2; round++) {
      await server.dispatcher.runDue()
      await server.steps.effects.runDue()
    }
  }
  const arrive = async (subject: string, { from = NEW, head = '', text = 'hello', to = [WEI], runs = true } = {}) => {
    const client = await rawClient(port)
    await client.say('EHLO client.example')
    const top = `From: ${from}\r\nTo: ${to.join(', ')}\r\nSubject: ${subject}\r\n${head}`
    await client.send(from, to, `${top}\r\n${text}`)
    client.close()
    if (runs) await settle()
  }
  const turn = (on: boolean, who = wei) => who.post('mail/screener/switch', { on })
  const held = (who = wei) => who.get('mail/screener/list')
  const subjectsIn = async (role: 'inbox' | 'spam') => (await server.mailsOf(weiId, role)).map(({ subject }) => subject)
  const waiting = async () => {
    const { folderId } = await held()
    const { list } = await wei.get('mail/email/mailbox/list', { mailboxId: folderId ?? 0 })
    return list.map(({ subject }) => subject).toSorted()
  }

  test('given that it is off, then first mail goes to the inbox; once it is on, it waits for its own recipient alone', async () => {
    await arrive('before', { from: 'known@partner.example' })
    expect(await held()).toEqual({ on: false, folderId: null, list: [], total: 0 })
    await turn(true)
    await turn(true)
    await arrive('first', { to: [WEI, 'li.na@yanshu.test'] })
    await arrive('known again', { from: 'known@partner.example' })
    expect(await subjectsIn('inbox')).toEqual(['before', 'known again'])
    expect(await held()).toMatchObject({ on: true, total: 1, list: [{ address: NEW, count: 1 }] })
    expect((await server.mailsOf(naId)).map(({ subject }) => subject)).toEqual(['first'])
    const { customList } = await wei.get('mail/main/folder/list')
    expect(customList.filter(({ screens }) => screens)).toMatchObject([{ folderName: '首次来信', mail: 1 }])
    expect((await na.get('mail/main/folder/list')).customList).toEqual([])
  })

  test('given several mails of one sender, also at once and after deletion, then all wait until the sender is let in', async () => {
    await turn(true)
    // What is noted after a delivery has not been when the second comes.
    await arrive('one', { runs: false })
    await arrive('two', { from: 'New@Partner.example' })
    expect(await waiting()).toEqual(['one', 'two'])
    const { folderId } = await held()
    const { list } = await wei.get('mail/email/mailbox/list', { mailboxId: folderId ?? 0 })
    await wei.post('mail/email/recoverableDelete', { mailIds: list.map(({ mailId }) => mailId) })
    await arrive('three')
    expect(await waiting()).toEqual(['three'])
    expect(await wei.post('mail/screener/decide', { decision: 'in', addresses: ['NEW@partner.example'] })).toEqual({
      moved: 1,
    })
    await arrive('four')
    expect(await subjectsIn('inbox')).toEqual(['three', 'four'])
    expect(await held()).toMatchObject({ on: true, list: [] })
    expect((await wei.get('mail/mailClassify/senders')).list).toMatchObject([{ pattern: NEW, kind: 'allowed' }])
  })

  test('given that it is turned off while a mail is on its way, then that is let in; an own folder of that name is left', async () => {
    const { folderId: ownId } = await wei.post('mail/main/folder/save', { folderName: '首次来信' })
    await putMail(server.context, weiId, { subject: 'own', folderId: ownId })
    await turn(true)
    await arrive('late', { runs: false })
    const { folderId } = await held()
    expect(folderId).not.toBe(ownId)
    // As if the delivery had been planned before, and done after.
    await server.context.store.db.updateTable('folder').set({ screens: 0 }).where('id', '=', folderId).execute()
    await settle()
    expect(await subjectsIn('inbox')).toEqual(['late'])
    const { list } = await wei.get('mail/email/mailbox/list', { mailboxId: ownId })
    expect(list.map(({ subject }) => subject)).toEqual(['own'])
  })

  test('given a sender who is kept out, then what waits and what comes later goes to spam', async () => {
    await turn(true)
    await arrive('offer')
    await arrive('other', { from: 'other@partner.example' })
    await wei.post('mail/screener/decide', { decision: 'out', addresses: [NEW] })
    await arrive('offer again')
    expect(await subjectsIn('spam')).toEqual(['offer', 'offer again'])
    expect(await waiting()).toEqual(['other'])
  })

  test('given that it is turned off, then all that waits is let in, and nothing waits any more', async () => {
    await turn(true)
    await arrive('one')
    await arrive('two', { from: 'two@partner.example' })
    expect(await turn(false)).toEqual({ on: false, letIn: 2 })
    await arrive('three', { from: 'three@partner.example' })
    expect(await subjectsIn('inbox')).toEqual(['one', 'two', 'three'])
    expect(await held()).toMatchObject({ on: false })
    // On again, in the same folder; who was let in by this stays in.
    await turn(true)
    await arrive('one again')
    expect(await waiting()).toEqual([])
    expect((await wei.get('mail/main/folder/list')).customList).toHaveLength(1)
  })

  test('colleagues, contacts, answers to letters of the house and codes never wait; rules and spam come first', async () => {
    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '报价' })
    await wei.post('mail/mailClassify/save', {
      ruleName: '报价',
      conditions: [{ field: 'subject', not: false, value: 'quote' }],
      actions: { folderId },
    })
    await wei.post('contact/save', { name: '远方', emails: [{ kind: 'work', value: 'far@partner.example' }] })
    await wei.post('mail/mailClassify/senders/save', { kind: 'allowed', patterns: ['@allowed.example'] })
    await turn(true)
    const own = { name: '张伟', address: WEI }
    await putMail(server.context, weiId, { from: own, messageId: '<asked@yanshu.test>' })
    await putMail(server.context, weiId, { from: { name: '', address: NEW }, messageId: '<theirs@partner.example>' })
    await na.post('mail/email/send', sending({ subject: 'colleague', to: [own] }))
    server.wait(60_000)
    await settle()
    await arrive('contact', { from: 'far@partner.example' })
    await arrive('allowed', { from: 'any@sub.allowed.example' })
    await arrive('Re: asked', { from: 'b@x.example', head: 'In-Reply-To: <asked@yanshu.test>\r\n' })
    await arrive('Your verification code', { from: 'no-reply@y.example', text: '482913' })
    await arrive('quote', { from: 'c@x.example' })
    expect(await waiting()).toEqual([])
    // Neither what only pretends to answer, nor what answers a mail of a stranger.
    await arrive('Re: pretended', { from: 'd@x.example', head: 'In-Reply-To: <none@yanshu.test>\r\n' })
    await arrive('Re: theirs', { from: 'e@x.example', head: 'In-Reply-To: <theirs@partner.example>\r\n' })
    expect(await waiting()).toEqual(['Re: pretended', 'Re: theirs'])
    const inbox = await subjectsIn('inbox')
    for (const one of ['colleague', 'contact', 'allowed', 'Re: asked', 'Your verification code']) {
      expect(inbox).toContain(one)
    }
  })

  test('a closed browser is told of no mail that waits', async () => {
    await arrive('before', { from: 'known@partner.example' })
    await turn(true)
    const { p256dh, auth } = newBrowser()
    await wei.post('user/push/subscribe', { endpoint: 'https://push.example.org/x', p256dh, auth, withContent: true })
    const notes = async () => (await server.context.store.db.selectFrom('push_note').select('mail_id').execute()).length
    await arrive('first')
    expect(await notes()).toBe(0)
    await arrive('again', { from: 'known@partner.example' })
    expect(await notes()).toBe(1)
  })

  test('a folder with a password refuses to be emptied by who has not entered it', async () => {
    await turn(true)
    await arrive('first')
    const { folderId } = await held()
    await wei.post('mail/main/folder/setPwd', { folderId: folderId ?? 0, password: '开门 1234' })
    const other = await server.as(weiId)
    expect(await other.refused('GET', 'mail/screener/list')).toBe(Code.folderClosed)
    expect(await other.refused('POST', 'mail/screener/switch', { on: false })).toBe(Code.folderClosed)
    const decision = { decision: 'in' as const, addresses: [NEW] }
    expect(await other.refused('POST', 'mail/screener/decide', decision)).toBe(Code.folderClosed)
    expect((await other.post('mail/home/today', {})).held).toBeNull()
    expect(await subjectsIn('inbox')).toEqual([])
  })

  test('a colleague sees and decides nothing of it, and settings as a file carry it', async () => {
    await turn(true)
    await arrive('first')
    await turn(true, na)
    expect((await held(na)).list).toEqual([])
    expect(await na.post('mail/screener/decide', { decision: 'in', addresses: [NEW] })).toEqual({ moved: 0 })
    expect(await waiting()).toEqual(['first'])
    await turn(false, na)
    const { parts } = await wei.get('mail/main/settings/file')
    expect(parts.screener).toEqual({ on: true })
    expect(await wei.post('mail/home/today', {})).toMatchObject({ held: 1, people: 0 })
    expect((await wei.post('mail/home/index', {})).unread).toMatchObject({ total: 1, people: [] })
    expect((await na.post('mail/home/today', {})).held).toBeNull()
  })
})
