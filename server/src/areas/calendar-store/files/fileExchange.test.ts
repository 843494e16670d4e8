import { Code, EVENT_FILES_MAX } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '../../../store/sessions/actor.ts'
import { DAY, HOUR, MONDAY, meeting } from '../../../testing/meetings.ts'
import { incompressibleText } from '../../../testing/random.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { calendarPart } from '../../calendar/archivePart.ts'
import { importIcs } from '../../calendar/import/importIcs.ts'
import type { Asking } from '../calendars/access.ts'

const MIB = 1_048_576

describe.each(engines)('files of events in calendar files, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let li: TestClient
  let zhangId: number
  let asking: Asking
  beforeAll(async () => {
    server = await startTestServer({ engine })
    zhangId = await server.addUser('zhang.wei')
    asking = { ...systemActor(zhangId), address: 'zhang.wei@yanshu.test' }
    await server.addUser('li.na')
    zhang = await server.login('zhang.wei')
    li = await server.login('li.na')
  })
  afterAll(() => server.stop())

  const calendar = async (name: string) => (await zhang.post('calendar/save', { name })).calendarId
  const files = async (calendarId: number) => {
    const { instances } = await zhang.get('calendar/events', {
      from: MONDAY - DAY,
      to: MONDAY + 30 * DAY,
      calendarIds: `${calendarId}`,
    })
    const details = await Promise.all(
      instances.map(({ eventId, at }) => zhang.get('calendar/event/get', { eventId, at })),
    )
    return details.map((detail) => detail.files)
  }
  const read = async (fileId = '') => Buffer.from(await (await zhang.file(`file/event/${fileId}`)).arrayBuffer())
  const exported = async (calendarId: number, who = zhang) => (await who.file(`file/calendar/${calendarId}`)).text()

  test('what is exported and imported again has the same files, byte by byte, also of one time; twice changes nothing', async () => {
    const [from, to] = [await calendar('从'), await calendar('到')]
    const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 256))
    const name = `${'很长的文件名'.repeat(12)};,"^.bin`
    const [first, second] = [await zhang.uploaded(name, bytes), await zhang.uploaded('b.txt', Buffer.from('second'))]
    const link = { fileId: '', name: '云端', link: 'https://drive.example/d/1?a=b;c,d', contentType: 'a/b\r\nX-EVIL:1' }
    const made = await zhang.post('calendar/event/save', {
      event: meeting(from, { repeat: { kind: 'rule', rule: 'FREQ=WEEKLY;COUNT=2' }, files: [{ fileId: first }, link] }),
    })
    await zhang.post('calendar/event/save', {
      target: { eventId: made.eventId, version: made.version, at: MONDAY + 7 * DAY, scope: 'this' },
      event: meeting(from, { start: MONDAY + 7 * DAY, end: MONDAY + 7 * DAY + HOUR, files: [{ fileId: second }] }),
    })
    const ics = await exported(from)
    expect(ics.split('\r\n').every((one) => Buffer.byteLength(one) <= 75)).toBe(true)
    expect(await importIcs(server.context, asking, to, ics)).toMatchObject({ added: 1, skipped: 0, filesLeft: 0 })
    expect(ics).not.toMatch(/^X-EVIL/m)
    const [[one, two] = [], [three] = []] = await files(to)
    expect(one?.name).toBe((await files(from))[0]?.[0]?.name)
    expect(await read(one?.fileId)).toEqual(bytes)
    expect(two).toMatchObject({ name: link.name, link: link.link })
    expect([three?.name, (await read(three?.fileId)).toString()]).toEqual(['b.txt', 'second'])
    const before = (await files(to))[0]
    await importIcs(server.context, asking, to, ics)
    expect((await files(to))[0]).toEqual(before)
    // A file without a word on files takes none away.
    const without = ics.replace(/\r\n /g, '').replace(/ATTACH[^\r]*\r\n/g, '')
    await importIcs(server.context, asking, to, without)
    expect((await files(to))[0]).toEqual(before)
    const single = await zhang.post('calendar/event/createIcs', { eventId: made.eventId, at: MONDAY + 7 * DAY })
    expect(single.ics).toContain(Buffer.from('second').toString('base64'))
    expect(single.filesLeft).toBe(0)
  })

  test('files leave with whom the calendar is shared, and not by its secret address; of private events never', async () => {
    const id = await calendar('公开')
    const content = Buffer.from('only for colleagues')
    await zhang.post('calendar/event/save', {
      event: meeting(id, { files: [{ fileId: await zhang.uploaded('a.txt', content) }] }),
    })
    const hidden = Buffer.from('nobody else reads this')
    await zhang.post('calendar/event/save', {
      event: meeting(id, { private: true, files: [{ fileId: await zhang.uploaded('b.txt', hidden) }] }),
    })
    const { secret } = await zhang.post('calendar/publish', { calendarId: id, level: 'view' })
    const published = await (await fetch(`${server.url}/api/calendar/published/${secret}.ics`)).text()
    expect([published.includes('SUMMARY:评审会'), published.includes('ATTACH')]).toEqual([true, false])
    await zhang.post('calendar/share/save', {
      calendarId: id,
      shares: [{ subject: { kind: 'person', address: 'li.na@yanshu.test' }, level: 'view' }],
    })
    const shared = (await exported(id, li)).replaceAll('\r\n ', '')
    expect([shared.includes(content.toString('base64')), shared.includes(hidden.toString('base64'))]).toEqual([
      true,
      false,
    ])
  })

  test('a file of more than can be imported again leaves files out, and the archive of everything has all of them', async () => {
    const id = await calendar('大文件')
    const large = Buffer.from(incompressibleText(7 * MIB)).subarray(0, 7 * MIB)
    const made = await zhang.post('calendar/event/save', {
      event: meeting(id, { files: [{ fileId: await zhang.uploaded('large.txt', large) }] }),
    })
    const { ics, filesLeft } = await zhang.post('calendar/event/createIcs', { eventId: made.eventId })
    expect([ics.includes('ATTACH'), filesLeft]).toEqual([false, 1])
    const lost: boolean[] = []
    const whose = {
      accountId: zhangId,
      openFolders: new Set<number>(),
      onWritten: (isLost = false) => void lost.push(isLost),
    }
    const written = await calendarPart.files(server.context, whose)
    expect(await calendarPart.count(server.context, whose)).toBe(written.length)
    const file = written.find(({ path }) => path === `calendars/大文件/${made.eventId} large.txt`)
    const bytesOf = async (content: AsyncIterable<Uint8Array | string> | undefined) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of content ?? []) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks)
    }
    expect((await bytesOf(file?.content)).equals(large)).toBe(true)
    // A file whose content is gone ends nothing.
    const { hash } = await server.context.blobs.put(Buffer.from('b.txt gone'))
    await zhang.post('calendar/event/save', {
      event: meeting(id, { files: [{ fileId: await zhang.uploaded('gone.txt', 'b.txt gone') }] }),
    })
    await server.context.blobs.remove(hash)
    const again = await calendarPart.files(server.context, whose)
    const gone = again.find(({ path }) => path.endsWith(' gone.txt'))
    expect(await bytesOf(gone?.content)).toHaveLength(0)
    expect(lost).toEqual([false, true])
  })

  const inline = (content: string, more = '') =>
    `ATTACH;ENCODING=BASE64;VALUE=BINARY${more}:${Buffer.from(content).toString('base64')}`
  const calendarOf = (...lines: string[]) =>
    [
      'BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', `UID:hostile-${lines.join().length}`, 'DTSTAMP:20261120T000000Z',
      'DTSTART:20261123T010000Z', 'SUMMARY:外来', ...lines, 'END:VEVENT', 'END:VCALENDAR', '',
    ].join('\r\n') // biome-ignore format: lines

  test.each([
    ['a path as name', [inline('a', ';FILENAME="../../../etc/passwd"')], ['passwd']],
    ['a name that turns the direction of reading', [inline('a', ';FILENAME="a\u202egpj.exe"')], ['agpj.exe']],
    ['no name', [inline('a')], ['attachment']],
    ['base64 without its type', ['ATTACH;ENCODING=BASE64;X-FILENAME=old.txt:YWJj'], ['old.txt']],
    ['what is no base64', ['ATTACH;ENCODING=BASE64;VALUE=BINARY;FILENAME=x.bin:!!!!'], ['x.bin']],
    ['an address of the inside', ['ATTACH:file:///etc/passwd', 'ATTACH:cid:x', 'ATTACH:data:text/html,x'], []],
    ['too many', Array.from({ length: EVENT_FILES_MAX + 5 }, (_, at) => inline(`${at}`, `;FILENAME=${at}.txt`)), Array.from({ length: EVENT_FILES_MAX }, (_, at) => `${at}.txt`)],
  ])('a calendar file with %s is taken in without harm', async (what, lines, expected) => {
    const id = await calendar(what.slice(0, 15))
    await importIcs(server.context, asking, id, calendarOf(...lines))
    expect((await files(id))[0]?.map(({ name }) => name)).toEqual(expected)
  }) // biome-ignore format: a table

  test('files for which there is no room are left out and counted, their event is there', async () => {
    const id = await calendar('没有空间')
    const { db } = server.context.store
    const account = db.updateTable('account').where('id', '=', zhangId)
    await account.set((eb) => ({ quota_bytes: eb('used_bytes', '+', 10) })).execute()
    const done = await importIcs(server.context, asking, id, calendarOf(inline('much more than ten bytes')))
    await account.set({ quota_bytes: 0 }).execute()
    expect(done).toMatchObject({ added: 1, filesLeft: 1 })
    expect(await files(id)).toEqual([[]])
    expect(await li.refused('GET', 'calendar/events', { from: MONDAY, to: MONDAY + DAY, calendarIds: `${id}` })).toBe(
      Code.calendarNotFound,
    )
  })
})
