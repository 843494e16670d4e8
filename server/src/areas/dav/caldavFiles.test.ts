import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBlobStore } from '../../store/blobs/openBlobStore.ts'
import { DAY, MONDAY, meeting } from '../../testing/meetings.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const object = (uid: string, ...lines: string[]) =>
  [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//1//EN', 'BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261120T000000Z',
    'DTSTART:20261123T010000Z', 'DTEND:20261123T020000Z', 'SUMMARY:Meeting', ...lines, 'END:VEVENT', 'END:VCALENDAR', '',
  ].join('\r\n') // biome-ignore format: lines
const inline = (name: string, bytes: Uint8Array) =>
  `ATTACH;FILENAME=${name};FMTTYPE=application/pdf;ENCODING=BASE64;VALUE=BINARY:${Buffer.from(bytes).toString('base64')}`

describe.each(engines)('files of events by CalDAV, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let li: TestClient
  let zhangId: number
  let home: number
  const codes = new Map<string, string>()
  beforeAll(async () => {
    server = await startTestServer({ engine })
    zhangId = await server.addUser('zhang.wei')
    await server.addUser('li.na')
    zhang = await server.login('zhang.wei')
    li = await server.login('li.na')
    home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
    for (const [local, client] of [['zhang.wei', zhang], ['li.na', li]] as const) {
      codes.set(local, (await client.get('user/client/generatePassword', { name: local, scopes: 'caldav' })).code)
    } // biome-ignore format: a list
  })
  afterAll(() => server.stop())

  const call = (
    method: string,
    url: string,
    { body, as = 'zhang.wei', headers = {} }: { body?: string; as?: string; headers?: Record<string, string> } = {},
  ) =>
    fetch(url, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${as}@yanshu.test:${codes.get(as)}`).toString('base64')}`,
        ...(body === undefined ? {} : { 'content-type': 'text/calendar' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
  const member = (name: string, as = 'zhang.wei') => `${server.url}/dav/calendars/${as}%40yanshu.test/${home}/${name}`
  const put = (name: string, body: string, as = 'zhang.wei') => call('PUT', member(name, as), { body, as })
  const textOf = async (name: string) => (await (await call('GET', member(name))).text()).replaceAll('\r\n ', '')
  const attached = (text: string) => text.split('\r\n').filter((one) => one.startsWith('ATTACH'))
  const addressIn = (one = '') => /:(https?:\/\/.*)$/.exec(one)?.[1] ?? ''
  const filesOf = async (uid: string) => {
    const row = await server.context.store.db.selectFrom('event').select('id').where('uid', '=', uid).executeTakeFirst()
    return (await zhang.get('calendar/event/get', { eventId: row?.id ?? 0 })).files
  }

  test('what a client puts into an event is a file of it, byte by byte, large or small, and comes back as an address', async () => {
    const small = Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256))
    const large = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256))
    const google = 'ATTACH;FILENAME=Plan:https://drive.example/open?id=1'
    const body = object('f-1', inline('"small;1.pdf"', small), inline('large.pdf', large), google, 'X-APPLE-TRAVEL:1')
    expect((await put('f-1.ics', body)).status).toBe(201)
    expect((await filesOf('f-1')).map(({ name, size }) => [name, size])).toEqual([
      ['small;1.pdf', 300], ['large.pdf', 300_000], ['Plan', 0],
    ]) // biome-ignore format: a table
    const text = await textOf('f-1.ics')
    // Larger than what is read in place, and still with what only its client understands.
    expect(text).toContain('X-APPLE-TRAVEL:1')
    const [one, two, three] = attached(text)
    expect(one).toMatch(/^ATTACH;MANAGED-ID=[\w-]+;SIZE=300;FMTTYPE=application\/pdf;FILENAME="small;1.pdf":http/)
    expect(three).toBe('ATTACH;FMTTYPE=application/octet-stream;FILENAME="Plan":https://drive.example/open?id=1')
    for (const [line, content] of [[one, small], [two, large]] as const) {
      const answer = await call('GET', addressIn(line))
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    } // biome-ignore format: a list
    // What the client puts back as it read it changes no file; what it leaves out is gone.
    const before = await filesOf('f-1')
    expect((await put('f-1.ics', text)).status).toBe(204)
    expect(await filesOf('f-1')).toEqual(before)
    await put('f-1.ics', object('f-1', two ?? ''))
    expect((await filesOf('f-1')).map(({ name }) => name)).toEqual(['large.pdf'])
    expect((await call('GET', addressIn(one))).status).toBe(404)
  })

  test('what the page added reaches clients, with a new tag, and only those that may read the event', async () => {
    const made = await zhang.post('calendar/event/save', { event: meeting(home) })
    const { uid } = await server.context.store.db
      .selectFrom('event')
      .select('uid')
      .where('id', '=', made.eventId)
      .executeTakeFirstOrThrow()
    const tag = (await call('GET', member(`${uid}.ics`))).headers.get('etag')
    const changed = await zhang.post('calendar/event/save', {
      target: { eventId: made.eventId, version: made.version, scope: 'all' },
      event: meeting(home, { files: [{ fileId: await zhang.uploaded('议程.txt', 'agenda') }] }),
    })
    const answer = await call('GET', member(`${uid}.ics`))
    expect(answer.headers.get('etag')).not.toBe(tag)
    const [line] = attached((await answer.text()).replaceAll('\r\n ', ''))
    const address = addressIn(line)
    expect(await (await call('GET', address)).text()).toBe('agenda')
    expect((await call('HEAD', address)).status).toBe(200)
    const theirs = address.replace('zhang.wei', 'li.na')
    expect([
      (await call('GET', address, { as: 'li.na' })).status,
      (await call('GET', theirs, { as: 'li.na' })).status,
    ]).toEqual([404, 404])
    expect((await fetch(address)).status).toBe(401)
    for (const method of ['PUT', 'DELETE', 'PROPPATCH']) {
      const status = (await call(method, address, method === 'PUT' ? { body: 'x' } : {})).status
      expect([method, [403, 405].includes(status)]).toEqual([method, true])
    }
    // An id of another's file is no key to it.
    expect((await put('stolen.ics', object('stolen', line ?? ''), 'li.na')).status).toBe(404)
    const stolen = await li.get('calendar/list')
    const into = `${server.url}/dav/calendars/li.na%40yanshu.test/${stolen.calendars[0]?.calendarId}/stolen.ics`
    const refused = await call('PUT', into, { as: 'li.na', body: object('stolen', line ?? '') })
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('valid-managed-id')])
    const share = { subject: { kind: 'person', address: 'li.na@yanshu.test' }, level: 'view' } as const
    await zhang.post('calendar/share/save', { calendarId: home, shares: [share] })
    expect(await (await call('GET', theirs, { as: 'li.na' })).text()).toBe('agenda')
    await zhang.post('calendar/event/save', {
      target: { eventId: made.eventId, version: changed.version, scope: 'all' },
      event: meeting(home, { private: true }),
    })
    expect((await call('GET', theirs, { as: 'li.na' })).status).toBe(404)
    await zhang.post('calendar/share/save', { calendarId: home, shares: [] })
  })

  test('a copy that a client makes has the same files; one time of a series has its own', async () => {
    const [first] = attached(await textOf('f-1.ics'))
    expect((await put('f-2.ics', object('f-2', first ?? ''))).status).toBe(201)
    expect(await filesOf('f-2')).toEqual(await filesOf('f-1'))
    const series = object('f-3', 'RRULE:FREQ=DAILY;COUNT=3', inline('all.pdf', Buffer.from('all')))
    const one = object('f-3', 'RECURRENCE-ID:20261124T010000Z', inline('one.pdf', Buffer.from('one')))
    const both = `${series.replace('END:VCALENDAR\r\n', '')}${one.slice(one.indexOf('BEGIN:VEVENT'))}`
    expect((await put('f-3.ics', both)).status).toBe(201)
    const row = await server.context.store.db
      .selectFrom('event')
      .select('id')
      .where('uid', '=', 'f-3')
      .where('series_id', 'is', null)
      .executeTakeFirstOrThrow()
    const at = async (day: number) =>
      (await zhang.get('calendar/event/get', { eventId: row.id, at: MONDAY + day * DAY })).files.map(({ name }) => name)
    expect([await at(0), await at(1), await at(2)]).toEqual([['all.pdf'], ['one.pdf'], ['all.pdf']])
  })

  test('a file of another’s event takes room where it is put, a copy of one’s own takes none; another server’s id is a link', async () => {
    const lists = await li.get('calendar/list')
    const theirs = lists.calendars.find(({ level }) => level === 'own')?.calendarId ?? 0
    const fileId = await li.uploaded('large.bin', new Uint8Array(2_000).fill(9))
    await li.post('calendar/event/save', { event: meeting(theirs, { files: [{ fileId }] }) })
    const share = { subject: { kind: 'person', address: 'zhang.wei@yanshu.test' }, level: 'view' } as const
    await li.post('calendar/share/save', { calendarId: theirs, shares: [share] })
    const named = `ATTACH;MANAGED-ID=${fileId}:cid:x`
    const [own = ''] = attached(await textOf('f-1.ics'))
    const foreign = 'ATTACH;MANAGED-ID=an-id-of-another-server;FILENAME=Plan:https://files.example/1'
    const account = server.context.store.db.updateTable('account').where('id', '=', zhangId)
    await account.set((eb) => ({ quota_bytes: eb('used_bytes', '+', 1_000) })).execute()
    const answers = [
      await put('g-1.ics', object('g-1', named)), await put('g-2.ics', object('g-2', own)),
      await put('g-3.ics', object('g-3', foreign)),
    ] // biome-ignore format: a list
    await account.set({ quota_bytes: 0 }).execute()
    expect(answers.map(({ status }) => status)).toEqual([507, 201, 201])
    expect((await put('g-1.ics', object('g-1', named))).status).toBe(201)
    expect((await filesOf('g-1')).map(({ name }) => name)).toEqual(['large.bin'])
    expect(await filesOf('g-3')).toMatchObject([{ name: 'Plan', link: 'https://files.example/1' }])
    // Who may only look at a calendar puts nothing into it, nor onto the disk.
    const kept = await openBlobStore(server.context.config)
    const blobs = async () => {
      let count = 0
      for await (const _ of kept.list()) count += 1
      return count
    }
    const before = await blobs()
    const into = `${server.url}/dav/calendars/zhang.wei%40yanshu.test/${theirs}/h-1.ics`
    const refused = await call('PUT', into, { body: object('h-1', inline('h.pdf', Buffer.from('of a guest'))) })
    expect([refused.status, await blobs()]).toEqual([403, before])
    await kept.close()
    await li.post('calendar/share/save', { calendarId: theirs, shares: [] })
  })

  test('too large, no room and a name of the folder are refused with their reason', async () => {
    const huge = await put('huge.ics', object('huge', inline('h.pdf', new Uint8Array(5 * 1_048_576))))
    expect(huge.status).toBe(413)
    const account = server.context.store.db.updateTable('account').where('id', '=', zhangId)
    await account.set((eb) => ({ quota_bytes: eb('used_bytes', '+', 10) })).execute()
    const full = await put('full.ics', object('full', inline('f.pdf', Buffer.from('more than ten bytes'))))
    await account.set({ quota_bytes: 0 }).execute()
    expect([full.status, await full.text()]).toEqual([507, expect.stringContaining('quota-not-exceeded')])
    expect((await call('MKCALENDAR', `${server.url}/dav/calendars/zhang.wei%40yanshu.test/.files/`)).status).not.toBe(
      201,
    )
  })
})
