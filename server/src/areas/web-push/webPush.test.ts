import { spawn } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Code } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isSealed } from '../../platform/secrets/serverKey.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { lockSession } from '../../store/sessions/lockSession.ts'
import { newBrowser, type Received, startPushService } from '../../testing/pushService.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { remindersJob } from '../calendar/reminders/fireReminders.ts'
import { followUpJob } from '../follow-up/index.ts'
import { HELD_MS, PUBLIC_SERVICES, sendNotes } from './sendNotes.ts'
import { webPushStep } from './webPushStep.ts'

/** Whether a note is signed by the key that browsers were sent (RFC 8292). */
function isSigned({ headers }: Received, publicKey: string, audience: string): boolean {
  const [, token = '', shown = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers.authorization)) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  expect({ aud, sub }).toEqual({ aud: audience, sub: 'mailto:postmaster@yanshu.test' })
  expect(exp * 1_000).toBeGreaterThan(Date.now())
  return (
    shown === publicKey &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
}

describe.each(engines)('notes to browsers whose page is closed, on %s', (engine) => {
  let service: Awaited<ReturnType<typeof startPushService>>
  let server: TestServer
  let smtpPort: number
  beforeAll(async () => {
    service = await startPushService()
    server = await startTestServer({ engine, still: true })
    server.steps.register([webPushStep])
    smtpPort = (await server.startSmtp()).port
  })
  afterAll(async () => {
    await server.stop()
    await service.stop()
  })
  beforeEach(() => {
    service.received.length = 0
    server.problems.length = 0
  })

  const send = () => sendNotes(server.context, service.policy)
  /** Lets a mail arrive, and its note be sent. */
  async function arrive(to: string, subject: string) {
    const raw = `From: =?utf-8?B?${Buffer.from('张伟').toString('base64')}?= <wei@out.example>\r\nTo: ${to}@yanshu.test\r\nSubject: ${subject}\r\n\r\n正文`
    const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })
    await transport.sendMail({ envelope: { from: 'wei@out.example', to: `${to}@yanshu.test` }, raw })
    await server.steps.effects.runDue()
    await send()
  }
  const subscribe = (person: TestClient, browser: ReturnType<typeof newBrowser>, withContent: boolean, answer = 201) =>
    person.post('user/push/subscribe', {
      endpoint: `${service.url}/${answer}/${browser.auth}`,
      p256dh: browser.p256dh,
      auth: browser.auth,
      withContent,
    })

  test('a browser that asked is told of new mail, sealed for it and signed by this system; contents only if allowed', async () => {
    const [na, stranger] = [await server.addUser('li.na'), await server.addUser('stranger')]
    const [desk, phone, other] = [await server.as(na), await server.as(na), await server.as(stranger)]
    const [atDesk, onPhone, elsewhere] = [newBrowser(), newBrowser(), newBrowser()]
    expect(await desk.get('user/push/state')).toEqual({ on: false, withContent: false })
    expect(await subscribe(desk, atDesk, true)).toEqual({ on: true, withContent: true })
    await subscribe(phone, onPhone, false)
    await subscribe(other, elsewhere, true)
    const { publicKey } = await desk.get('user/push/key')
    await arrive('li.na', 'Quarterly figures')
    const got = (browser: ReturnType<typeof newBrowser>) =>
      service.received.filter((one) => one.path.endsWith(browser.auth))
    expect([got(atDesk).length, got(onPhone).length, got(elsewhere).length]).toEqual([1, 1, 0])
    const [whole, quietly] = [...got(atDesk), ...got(onPhone)]
    if (!whole || !quietly) throw new Error('nothing came')
    expect(isSigned(whole, publicKey, service.url)).toBe(true)
    expect(whole.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '14400' })
    expect(whole.body.includes('Quarterly')).toBe(false)
    const note = atDesk.read(whole.body)
    const [mail] = await server.mailsOf(na)
    expect(note).toMatchObject({
      account: 'li.na@yanshu.test',
      from: '张伟',
      subject: 'Quarterly figures',
      path: '/inbox',
      mailId: mail?.id,
    })
    expect(onPhone.read(quietly.body)).toEqual({ ...note, from: '', subject: '' })
    expect(() => onPhone.read(whole.body)).toThrow()
    // Once: the next look finds nothing.
    await send()
    expect(service.received).toHaveLength(2)
    const { sealed } = await server.context.store.db.selectFrom('server_key').selectAll().executeTakeFirstOrThrow()
    expect(isSealed(sealed)).toBe(true)
  })

  test('a mail that is to be followed up is told of once, though it was read, and with its note only if allowed', async () => {
    const id = await server.addUser('follower')
    const person = await server.as(id)
    const [open, alone] = [newBrowser(), newBrowser()]
    await subscribe(person, open, true)
    await subscribe(await server.as(id), alone, false)
    const { mailId } = await putMail(server.context, id, { subject: '报价', seen: true })
    const follow = async (note: string) => {
      const when = { kind: 'at', at: server.context.now() + 60_000 } as const
      const body = { mailIds: [mailId], when, note }
      const { followUpIds } = await person.post('mail/pending/saveOrUpdatePendingInfo', body)
      server.wait(60_000)
      await jobsOf(server.context).runDue([followUpJob])
      return followUpIds
    }
    const [followUpId] = await follow('催一下')
    await send()
    await send()
    expect(service.received).toHaveLength(2)
    const readBy = (browser: ReturnType<typeof newBrowser>) =>
      service.received.filter((one) => one.path.endsWith(browser.auth)).map(({ body }) => browser.read(body))
    const note = { account: 'follower@yanshu.test', followUpId, mailId, path: '/inbox', language: 'zh' }
    expect(readBy(open)).toEqual([{ ...note, subject: '报价', note: '催一下' }])
    expect(readBy(alone)).toEqual([{ ...note, subject: '', note: '' }])
    // Ended before the note was sent.
    await person.post('mail/pending/overPending', { followUpIds: await follow('再催') })
    await send()
    expect(service.received).toHaveLength(2)
  })

  test('nothing after the sign-out, at 404 and 410, and no word of a mail at a locked screen', async () => {
    const id = await server.addUser('wei')
    const [here, gone, lost] = [await server.as(id), await server.as(id), await server.as(id)]
    const [browser, leaves, ends] = [newBrowser(), newBrowser(), newBrowser()]
    await subscribe(here, browser, true)
    await subscribe(gone, leaves, true, 410)
    await subscribe(lost, ends, true, 404)
    await arrive('wei', 'one')
    expect(service.received).toHaveLength(3)
    await arrive('wei', 'two')
    expect(service.received).toHaveLength(4)
    expect(await gone.get('user/push/state')).toEqual({ on: false, withContent: false })
    const session = await server.context.store.db
      .selectFrom('push_subscription')
      .select(['session_id', 'account_id'])
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    await lockSession(server.context, { sessionId: session.session_id, accountId: id })
    await arrive('wei', 'three')
    expect(browser.read(service.received.at(-1)?.body ?? Buffer.alloc(0))).toMatchObject({ from: '', subject: '' })
    await here.raw('GET', 'oauth/logout')
    await arrive('wei', 'four')
    expect(service.received).toHaveLength(5)
    const left = await server.context.store.db
      .selectFrom('push_subscription')
      .select('hash')
      .where('account_id', '=', id)
      .execute()
    expect(left).toEqual([])
  })

  test('the next person at the same browser takes it over; spam, the setting and the switch-off keep it quiet', async () => {
    const [first, second] = [await server.addUser('first'), await server.addUser('second')]
    const [one, two] = [await server.as(first), await server.as(second)]
    const browser = newBrowser()
    await subscribe(one, browser, true)
    await subscribe(two, browser, true)
    expect(await one.get('user/push/state')).toEqual({ on: false, withContent: false })
    await arrive('first', 'for the former')
    expect(service.received).toEqual([])
    await two.post('mail/main/generalConfig/save', { notify: false })
    await arrive('second', 'quiet')
    expect(service.received).toEqual([])
    await two.post('mail/main/generalConfig/save', { notify: true })
    await two.post('user/push/unsubscribe', {})
    await arrive('second', 'off')
    expect(service.received).toEqual([])
  })

  test('an address inside is never connected to, and one service that fails holds up no other', async () => {
    const id = await server.addUser('probe')
    const [person, other] = [await server.as(id), await server.as(id)]
    await subscribe(person, newBrowser(), true, 500)
    await subscribe(other, newBrowser(), true)
    await arrive('probe', 'x')
    expect(service.received.map((one) => one.path.slice(0, 5)).sort()).toEqual(['/201/', '/500/'])
    expect(server.problems.join()).toContain('refused a note')
    await server.context.store.db
      .insertInto('push_note')
      .values({ account_id: id, mail_id: (await server.mailsOf(id))[0]?.id ?? 0, created_at: server.context.now() })
      .execute()
    expect(await sendNotes(server.context, { ...service.policy, allowsAddress: PUBLIC_SERVICES.allowsAddress })).toBe(1)
    expect(service.received).toHaveLength(2)
    for (const endpoint of [
      'http://push.example.org/x',
      'file:///etc/passwd',
      'not an address',
      `https://push.example.org/${'x'.repeat(3_000)}`,
    ]) {
      const { p256dh, auth } = newBrowser()
      expect(await person.refused('POST', 'user/push/subscribe', { endpoint, p256dh, auth, withContent: true })).toBe(
        Code.badRequest,
      )
    }
    for (const path of ['subscribe', 'unsubscribe']) {
      expect(await server.anybody.refused('POST', `user/push/${path}`, {})).toBe(Code.tokenInvalid)
    }
  })

  /** An event that begins in an hour, with a reminder half an hour before; answers when it begins. */
  async function remind(person: TestClient, more: { title?: string; place?: string } = {}) {
    const calendarId = (await person.get('calendar/list')).calendars[0]?.calendarId ?? 0
    const start = Math.ceil(server.context.now() / 60_000) * 60_000 + 3_600_000
    const times = { allDay: false, start, end: start + 3_600_000, zone: 'Asia/Shanghai', reminders: [30] }
    await person.post('calendar/event/save', { event: { calendarId, title: '会', ...times, ...more } })
    return start
  }

  test('an event that begins soon is told of in the zone of who is reminded; a late one says so, a closed one is silent', async () => {
    const [id, stranger] = [await server.addUser('reminded'), await server.addUser('someone')]
    const [desk, phone, other] = [await server.as(id), await server.as(id), await server.as(stranger)]
    const [atDesk, onPhone] = [newBrowser(), newBrowser()]
    await subscribe(desk, atDesk, true)
    await subscribe(phone, onPhone, false)
    await subscribe(other, newBrowser(), true)
    const start = await remind(desk, { title: '季度评审', place: '三楼' })
    server.wait(31 * 60_000)
    await jobsOf(server.context).runDue([remindersJob])
    await send()
    expect(service.received.map(({ headers }) => headers.topic)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^reminder\d+$/), expect.stringMatching(/^reminder\d+$/)]),
    )
    expect(service.received).toHaveLength(2)
    const at = (browser: ReturnType<typeof newBrowser>) =>
      browser.read(service.received.find((one) => one.path.endsWith(browser.auth))?.body ?? Buffer.alloc(0))
    const wall = new Date(start + 8 * 3_600_000).toISOString()
    const note = { account: 'reminded@yanshu.test', path: '/calendar', day: wall.slice(0, 10), late: 0 }
    expect(at(atDesk)).toMatchObject({ ...note, title: '季度评审', place: '三楼' })
    expect(at(atDesk)).toMatchObject({
      when: expect.stringMatching(new RegExp(` ${wall.slice(11, 16).replace(/^0/, '')}$`)),
    })
    expect(at(onPhone)).toMatchObject({ ...note, title: '', place: '' })
    // Once; and of what was closed on a page meanwhile nothing is sent.
    await send()
    expect(service.received).toHaveLength(2)
    await remind(desk)
    server.wait(40 * 60_000)
    await jobsOf(server.context).runDue([remindersJob])
    const open = (await desk.get('calendar/reminders')).reminders
    await desk.post('calendar/reminders/close', { ids: open.map(({ id }) => id) })
    await send()
    expect(service.received).toHaveLength(2)
    await remind(desk)
    server.wait(45 * 60_000)
    await jobsOf(server.context).runDue([remindersJob])
    await send()
    expect(at(atDesk)).toBeDefined()
    const last = service.received.findLast((one) => one.path.endsWith(atDesk.auth))
    expect(atDesk.read(last?.body ?? Buffer.alloc(0))).toMatchObject({ late: expect.any(Number) })
    expect(atDesk.read(last?.body ?? Buffer.alloc(0))).not.toMatchObject({ late: 0 })
  })

  test('reminders of a server that is killed between claim and sending come once each', async () => {
    const many = engine === 'sqlite' ? 200 : 60
    const id = await server.addUser('killed')
    const person = await server.as(id)
    await subscribe(person, newBrowser(), true)
    await remind(person)
    server.wait(31 * 60_000)
    await jobsOf(server.context).runDue([remindersJob])
    const { db } = server.context.store
    // As if as many reminders had fired at that moment: they differ by their minutes.
    const { id: _, ...fired } = await db
      .selectFrom('reminder_notice')
      .selectAll()
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    const more = await db
      .insertInto('reminder_notice')
      .values(Array.from({ length: many - 1 }, (_, at) => ({ ...fired, minutes: 100 + at })))
      .returning('id')
      .execute()
    await db
      .insertInto('push_note')
      .values(more.map((one) => ({ account_id: id, mail_id: -one.id, created_at: server.context.now() })))
      .execute()
    const script = fileURLToPath(new URL('../../testing/killedNotes.ts', import.meta.url))
    const { database, dataFolder } = server.context.config
    for (const after of ['5', '3']) {
      const child = spawn(process.execPath, [script, database, dataFolder, `${server.context.now()}`, after])
      const [, signal] = await once(child, 'close')
      expect(signal).toBe('SIGKILL')
    }
    // What the killed ones held is left to others after a while, the rest is sent at once.
    const sendAll = async () => {
      while ((await send()) > 0);
    }
    await sendAll()
    expect(service.received.length).toBeLessThan(many)
    server.wait(HELD_MS)
    await sendAll()
    expect(service.received).toHaveLength(many)
    expect(new Set(service.received.map(({ headers }) => headers.topic)).size).toBe(many)
    expect(await db.selectFrom('push_note').selectAll().execute()).toEqual([])
  })
})
