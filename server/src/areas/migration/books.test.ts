import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { startImapServer } from '../../testing/imapServer.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { migrationJob } from './migrationJob.ts'

const TLS = path.join(import.meta.dirname, '../../testing/test-only-tls')

/** TLS before a server of HTTP, as the front of an old system has it. */
async function withTls(url: string): Promise<number> {
  const [key, cert] = await Promise.all([readFile(path.join(TLS, 'key.pem')), readFile(path.join(TLS, 'cert.pem'))])
  const listener = createServer({ key, cert }, (socket) => {
    const server = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => server.destroy())
    server.on('error', () => socket.destroy())
    socket.pipe(server).pipe(socket)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    listener.close()
  })
  return (listener.address() as AddressInfo).port
}

test.each(engines)(
  'given an old system with CardDAV and CalDAV, then contacts, events and tasks come once, and what changed there comes again, on %s',
  async (engine) => {
    const old = await startTestServer({ engine: 'sqlite' })
    onTestFinished(() => old.stop())
    await old.addUser('zhang.wei', { name: '张伟' })
    const there = await old.login('zhang.wei')
    const { code } = await there.get('user/client/generatePassword', { name: 'old', scopes: 'carddav,caldav' })
    const authorization = `Basic ${Buffer.from(`zhang.wei@yanshu.test:${code}`).toString('base64')}`
    const put = async (at: string, body: string, type: string) => {
      const answer = await fetch(`${old.url}/dav/${at}`, {
        method: 'PUT',
        body,
        headers: { authorization, 'content-type': type },
      })
      expect([201, 204]).toContain(answer.status)
    }
    const BOOK = 'addressbooks/zhang.wei%40yanshu.test/contacts'
    const card = (uid: string, name: string, ...more: string[]) =>
      put(
        `${BOOK}/${uid}.vcf`,
        ['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, `FN:${name}`, ...more, 'END:VCARD', ''].join('\r\n'),
        'text/vcard',
      )
    const [calendar] = (await there.get('calendar/list')).calendars
    const event = (uid: string, title: string) =>
      put(
        `calendars/zhang.wei%40yanshu.test/${calendar?.calendarId}/${uid}.ics`,
        `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261110T010000Z\r\nDTEND:20261110T020000Z\r\nSUMMARY:${title}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
        'text/calendar',
      )
    for (let at = 1; at <= 30; at++) await card(`c${at}`, `Person ${at}`, `EMAIL:p${at}@far.example`)
    await event('e1', 'Review 评审')
    await event('e2', 'Lunch')

    const other = await startImapServer([{ path: 'INBOX', uidValidity: 7, mails: [] }])
    onTestFinished(() => other.stop())
    other.password = code
    const server = await startTestServer({ engine, still: true, migrationHosts: ['127.0.0.1'] })
    const id = await server.addUser('li.na')
    await setSwitch(server.context, { scope: 'user', id }, { name: 'mailMoveEnable', value: true, locked: false })
    const li = await server.as(id)
    const login = {
      ...{ host: '127.0.0.1', port: other.port, security: 'tls' as const, user: 'zhang.wei@yanshu.test' },
      ...{ password: code, certificate: other.certificate },
    }
    const dav = `https://127.0.0.1:${await withTls(old.url)}/dav/`
    const { id: migrationId } = await li.post('mail/mailMig/save', {
      ...{ server: login, paths: ['INBOX'], contacts: true, calendars: true },
      dav,
    })
    const run = async () => {
      await jobsOf(server.context).runDue([migrationJob])
      return (await li.get('mail/mailMig/get')).list[0]
    }
    expect(await run()).toMatchObject({
      state: 'finished',
      books: [
        { kind: 'contacts', state: 'done', total: 30, brought: 30, noted: 0 },
        { kind: 'calendars', name: calendar?.name, state: 'done', total: 2, brought: 2, noted: 0 },
      ],
    })
    const names = async () => {
      const { list } = await li.get('contact/list')
      return list.map(({ name }) => name).toSorted()
    }
    const titles = async () =>
      (await server.context.store.db.selectFrom('event').select('title').orderBy('title').execute()).map(
        ({ title }) => title,
      )
    expect((await names()).length).toBe(30)
    expect(await titles()).toEqual(['Lunch', 'Review 评审'])

    // A later run brings what is new or has changed there, and leaves alone what was changed here alone.
    await server.context.store.db
      .updateTable('event')
      .set({ title: 'Lunch here' })
      .where('title', '=', 'Lunch')
      .execute()
    await card('c31', 'Person 31')
    await event('e1', 'Review moved')
    await li.post('mail/mailMig/update', { id: migrationId, act: 'again', password: code })
    expect(await run()).toMatchObject({
      books: [
        { total: 31, brought: 31 },
        { total: 2, brought: 2, noted: 0 },
      ],
    })
    expect((await names()).length).toBe(31)
    expect(await titles()).toEqual(['Lunch here', 'Review moved'])

    // A wrong address and a refused password stop nothing else, and each has its reason.
    await li.post('mail/mailMig/save', {
      ...{ server: login, paths: ['INBOX'], contacts: true, calendars: true },
      dav: 'https://127.0.0.1:1/',
    })
    const failed = (reason: string) => ({
      state: 'finished',
      books: [
        { kind: 'contacts', name: '', state: 'failed', reason },
        { kind: 'calendars', name: '', state: 'failed', reason },
      ],
    })
    expect(await run()).toMatchObject(failed('unreachable'))
    other.password = 'another'
    await li.post('mail/mailMig/save', {
      ...{ server: { ...login, password: 'another' }, paths: ['INBOX'], contacts: true, calendars: true, dav },
    })
    expect(await run()).toMatchObject(failed('login'))
    await server.stop()
  },
)
