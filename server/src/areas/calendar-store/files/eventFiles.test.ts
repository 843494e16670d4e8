import { Code, EVENT_FILES_MAX, type EventInput } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEEP_UNREFERENCED_MS, sweepStore } from '../../../store/sweep/sweepStore.ts'
import { setSwitch } from '../../../store/switches/switches.ts'
import { DAY, HOUR, MONDAY, meeting } from '../../../testing/meetings.ts'
import { putMail } from '../../../testing/putMail.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'

const MIB = 1_048_576

describe.each(engines)('files of events, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let li: TestClient
  let wang: TestClient
  let home: number
  let zhangId: number
  beforeAll(async () => {
    server = await startTestServer({ engine, maxMessageSize: 4 * MIB })
    zhangId = await server.addUser('zhang.wei')
    await server.addUser('li.na')
    await server.addUser('wang.fang')
    zhang = await server.login('zhang.wei')
    li = await server.login('li.na')
    wang = await server.login('wang.fang')
    home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
    await li.get('calendar/list')
  })
  afterAll(() => server.stop())

  const upload = (name: string, content: string | Uint8Array<ArrayBuffer>, who = zhang) => who.uploaded(name, content)
  const event = (more: Partial<EventInput> = {}) => meeting(home, more)
  const ids = (...fileIds: string[]) => ({ files: fileIds.map((fileId) => ({ fileId })) })
  const create = (more: Partial<EventInput>, who = zhang) => who.post('calendar/event/save', { event: event(more) })
  const get = (eventId: number, at?: number, who = zhang) =>
    who.get('calendar/event/get', { eventId, ...(at === undefined ? {} : { at }) })
  const names = async (eventId: number, at?: number) => (await get(eventId, at)).files.map(({ name }) => name)
  const weekly = { kind: 'rule', rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4' } as const
  const status = async (fileId: string, who = zhang) => (await who.file(`file/event/${fileId}`)).status
  const calendar = async (name: string) => (await zhang.post('calendar/save', { name })).calendarId
  const share = (calendarId: number, level: 'busy' | 'view' | 'edit' | null) =>
    zhang.post('calendar/share/save', {
      calendarId,
      shares: level ? [{ subject: { kind: 'person', address: 'li.na@yanshu.test' }, level }] : [],
    })
  /** The sweep, as it would run after so long: a day, after which everything goes that nothing refers to. */
  const sweep = (after = KEEP_UNREFERENCED_MS + HOUR) =>
    sweepStore({ ...server.context, now: () => server.context.now() + after })

  test('an upload becomes a file of the event, read back whole and in part', async () => {
    const id = await upload('议程 终稿.txt', '0123456789')
    const { eventId } = await create(ids(id))
    expect((await get(eventId)).files).toEqual([
      { fileId: id, name: '议程 终稿.txt', contentType: 'application/octet-stream', size: 10, link: '' },
    ])
    const whole = await zhang.file(`file/event/${id}`)
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(whole.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await (await zhang.file(`file/event/${id}`, { range: 'bytes=2-4' })).text()).toBe('234')
    // It is no upload any more: forgetting uploads does not take it from the event.
    expect((await zhang.file(`file/download/${id}`)).status).toBe(404)
    await zhang.post('file/uploaddel', { fileId: id })
    await sweep()
    expect(await status(id)).toBe(200)
  })

  test('whoever reads the event in full reads its files, and nobody else', async () => {
    const calendarId = await calendar('分享文件')
    const [id, hidden] = [await upload('a.txt', 'shared'), await upload('b.txt', 'private')]
    await create({ calendarId, ...ids(id) })
    await create({ calendarId, private: true, ...ids(hidden) })
    for (const [level, open] of [[null, 404], ['busy', 404], ['view', 200], ['edit', 200], [null, 404]] as const) {
      await share(calendarId, level)
      expect([level, await status(id, li)]).toEqual([level, open])
      expect(await status(hidden, li)).toBe(404)
      expect(await status(id, wang)).toBe(404)
    } // biome-ignore format: a table
    expect([await status(id), await status(hidden)]).toEqual([200, 200])
    expect((await fetch(`${server.url}/api/file/event/${id}`)).status).toBe(401)
    expect(await status("x' or 1=1 --")).toBe(404)
  })

  test('nobody attaches what they may not read', async () => {
    const theirs = await upload('theirs.txt', 'of Li Na', li)
    const { files } = ids(theirs)
    expect(await zhang.refused('POST', 'calendar/event/save', { event: event({ files }) })).toBe(Code.fileNotFound)
    const { eventId } = await create(
      { calendarId: (await li.get('calendar/list')).calendars[0]?.calendarId ?? 0, files },
      li,
    )
    expect(await zhang.refused('POST', 'calendar/event/save', { event: event({ files }) })).toBe(Code.fileNotFound)
    expect(await zhang.refused('GET', 'calendar/event/get', { eventId })).toBe(Code.eventNotFound)
  })

  test.each([
    ['a path as id', { fileId: '../../../../etc/passwd' }],
    ['a link that runs code', { fileId: '', link: 'javascript:alert(1)' }],
    ['a link of two lines', { fileId: '', link: 'https://a.example/\r\nATTENDEE:mailto:x@y.example' }],
    ['neither id nor link', { fileId: '' }],
    ['a number as id', { fileId: 5 }],
    ['a name of 10 MB', { fileId: '', link: 'https://a.example/', name: 'x'.repeat(10 * MIB) }],
  ])('%s is refused', async (_name, file) => {
    const code = await zhang.refused('POST', 'calendar/event/save', { event: { ...event(), files: [file] } })
    expect([Code.badRequest, Code.tooLarge]).toContain(code)
  })

  test('more files, or larger ones, than an event may have are refused with the limit', async () => {
    const many = Array.from({ length: EVENT_FILES_MAX + 1 }, (_, at) => ({
      fileId: '',
      link: `https://a.example/${at}`,
    }))
    expect(await zhang.refused('POST', 'calendar/event/save', { event: event({ files: many }) })).toBe(Code.badRequest)
    const [a, b] = [await upload('a.bin', new Uint8Array(3 * MIB)), await upload('b.bin', new Uint8Array(2 * MIB))]
    const answer = await zhang.attempt('calendar/event/save', { event: event(ids(a, b)) })
    expect([answer.code, answer.message]).toEqual([Code.tooLarge, expect.stringContaining('4 MB')])
    // Nothing was taken from the uploads.
    expect((await zhang.file(`file/download/${a}`)).status).toBe(200)
    expect(await names((await create(ids(a))).eventId)).toEqual(['a.bin'])
  })

  test('a file of a mail and a link stand beside an upload', async () => {
    const { mailId } = await putMail(server.context, zhangId, {})
    const { message_id: messageId } = await server.context.store.db
      .selectFrom('mail')
      .select('message_id')
      .where('id', '=', mailId)
      .executeTakeFirstOrThrow()
    const { hash, size } = await server.context.blobs.put(Buffer.from('of a mail'))
    const mailFile = 'file-of-a-mail-123456789'
    await server.context.store.db.insertInto('blob').values({ hash, size, created_at: 0 }).execute()
    await server.context.store.db
      .insertInto('attachment')
      .values({
        id: mailFile, message_id: messageId, position: 0, name: '合同.pdf', content_type: 'application/pdf', size,
        blob_hash: hash, content_id: null, disposition: 'attachment', kind: 'file',
      }) // biome-ignore format: one row
      .execute()
    const link = 'https://drive.example/d/1'
    const files = [{ fileId: mailFile }, { fileId: '', name: '云端文档', link }]
    const { eventId } = await create({ files })
    expect(await names(eventId)).toEqual(['合同.pdf', '云端文档'])
    expect(await (await zhang.file(`file/event/${mailFile}`)).text()).toBe('of a mail')
    expect(await status(mailFile, li)).toBe(404)
  })

  test('a file of an event is kept in the document center by who sees the event, and by no one else', async () => {
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
    const id = await upload('议程.txt', 'agenda')
    await create(ids(id))
    const { documentIds } = await zhang.post('documents/keep', { fileIds: [id], parentId: 0 })
    expect(await (await zhang.file(`file/document/${documentIds[0]}`)).text()).toBe('agenda')
    expect(await li.refused('POST', 'documents/keep', { fileIds: [id], parentId: 0 })).toBe(Code.fileNotFound)
  })

  test('files stay where a client knows nothing of them, and go when they are taken away; undo brings them back', async () => {
    const id = await upload('议程.txt', 'agenda')
    const { eventId, version } = await create(ids(id))
    const renamed = await zhang.post('calendar/event/save', {
      target: { eventId, version, scope: 'all' },
      event: event({ title: '改名' }),
    })
    expect(await names(eventId)).toEqual(['议程.txt'])
    const { undo } = await zhang.post('calendar/event/save', {
      target: { eventId, version: renamed.version, scope: 'all' },
      event: event({ files: [] }),
    })
    expect([await names(eventId), await status(id)]).toEqual([[], 404])
    await sweep(23 * HOUR)
    await zhang.post('calendar/event/undo', { undo })
    await sweep()
    expect([await names(eventId), await (await zhang.file(`file/event/${id}`)).text()]).toEqual([
      ['议程.txt'],
      'agenda',
    ])
  })

  test('a deleted event takes its files along, one that shares the content keeps it, and undo comes too late after a day', async () => {
    const [id, other] = [await upload('a.txt', 'same content'), await upload('b.txt', 'same content')]
    const { eventId, version } = await create(ids(id))
    const kept = await create(ids(other))
    const { undo } = await zhang.post('calendar/event/delete', { eventId, version, scope: 'all' })
    await sweep()
    expect([await status(id), await (await zhang.file(`file/event/${other}`)).text()]).toEqual([404, 'same content'])
    const tooLate = server.context.now() - KEEP_UNREFERENCED_MS
    await server.context.store.db.updateTable('event_undo').set({ at: tooLate }).where('id', '=', undo).execute()
    expect(await zhang.refused('POST', 'calendar/event/undo', { undo })).toBe(Code.eventNotFound)
    await zhang.post('calendar/event/delete', { eventId: kept.eventId, version: kept.version, scope: 'all' })
    expect(await sweep()).toMatchObject({ blobs: 1, bytes: 12 })
  })

  test('a deleted calendar leaves no file behind', async () => {
    const calendarId = await calendar('会删的')
    const id = await upload('gone.txt', 'with the calendar')
    await create({ calendarId, ...ids(id) })
    await zhang.post('calendar/delete', { calendarId })
    expect(await status(id)).toBe(404)
    expect(await sweep()).toMatchObject({ blobs: 1 })
  })

  test('a copy has the same files, and keeps them when the event is gone', async () => {
    const id = await upload('copied.txt', 'to be copied')
    const first = await create(ids(id))
    const copy = await create({ title: '副本', files: (await get(first.eventId)).files })
    await zhang.post('calendar/event/delete', { eventId: first.eventId, version: first.version, scope: 'all' })
    await sweep()
    expect([await names(copy.eventId), await status(id)]).toEqual([['copied.txt'], 200])
  })

  test('one time of a series has files of its own; a series that is split takes its files along', async () => {
    const [agenda, minutes] = [await upload('agenda.txt', 'agenda'), await upload('minutes.txt', 'minutes')]
    const { eventId, version } = await create({ repeat: weekly, ...ids(agenda) })
    const at = MONDAY + 7 * DAY
    const one = await zhang.post('calendar/event/save', {
      target: { eventId, version, at, scope: 'this' },
      event: event({ start: at, end: at + HOUR, repeat: weekly, ...ids(agenda, minutes) }),
    })
    expect([await names(eventId), await names(eventId, at)]).toEqual([['agenda.txt'], ['agenda.txt', 'minutes.txt']])
    const third = MONDAY + 14 * DAY
    const moved = await zhang.post('calendar/event/move', {
      eventId, version: one.version, at: third, scope: 'following', start: third + HOUR, end: third + 2 * HOUR,
    }) // biome-ignore format: one call
    expect(await names(moved.eventId)).toEqual(['agenda.txt'])
    // Deleting the time takes its own file away, and nothing that others have.
    const now = await get(eventId, at)
    await zhang.post('calendar/event/delete', { eventId, version: now.version, at, scope: 'this' })
    await sweep()
    expect([await status(agenda), await status(minutes)]).toEqual([200, 404])
  })

  test('files count for whoever’s calendar it is, each content once', async () => {
    const calendarId = await calendar('配额')
    await share(calendarId, 'edit')
    const quota = (bytes: number) =>
      server.context.store.db
        .updateTable('account')
        .set((eb) => ({ quota_bytes: eb('used_bytes', '+', bytes) }))
        .where('id', '=', zhangId)
        .execute()
    await quota(20 * MIB)
    const first = await upload('a.bin', new Uint8Array(MIB).fill(7))
    const { eventId } = await create({ calendarId, ...ids(first) })
    const loose = await upload('b.bin', new Uint8Array(MIB).fill(7))
    await create({ calendarId, ...ids(loose) })
    const used = await server.context.store.db
      .selectFrom('event_file')
      .select(['blob_hash', 'size'])
      .distinct()
      .execute()
    await quota(used.reduce((sum, { size }) => sum + size, 0) + 100)
    const theirs = await upload('c.bin', new Uint8Array(MIB).fill(8), li)
    const added = { event: { ...event({ calendarId, ...ids(theirs) }) } }
    expect(await li.refused('POST', 'calendar/event/save', added)).toBe(Code.storageFull)
    // Nor is an event with files put into the calendar of a person who has no room for them.
    const own = (await li.get('calendar/list')).calendars.find(({ level }) => level === 'own')?.calendarId ?? 0
    const made = await create({ calendarId: own, ...ids(theirs) }, li)
    const target = { eventId: made.eventId, version: made.version, scope: 'all' }
    const moved = { target, event: event({ calendarId }) }
    expect(await li.refused('POST', 'calendar/event/save', moved)).toBe(Code.storageFull)
    expect((await zhang.upload('file/upload', 'd.bin', Buffer.alloc(1_000))).code).toBe(Code.storageFull)
    await server.context.store.db.updateTable('account').set({ quota_bytes: 0 }).where('id', '=', zhangId).execute()
    expect(await names(eventId)).toEqual(['a.bin'])
  })
})
