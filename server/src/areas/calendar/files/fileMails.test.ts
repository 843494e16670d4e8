import type { EventInput } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailTransportOf } from '../../../mailflow/mailTransport.ts'
import { rawClient } from '../../../mailflow/smtp/rawClient.ts'
import { parseMail } from '../../../mime/parseMail.ts'
import { sweepStore } from '../../../store/sweep/sweepStore.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { openTestRelay } from '../../../testing/testRelay.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { runCalendarWork } from '../calendarWork.ts'
import { TELL_AFTER_MS } from '../itip/outbox.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday to come, 10:00 in Shanghai. */
const MONDAY = (() => {
  const today = Math.floor(Date.now() / DAY)
  return (today + 7 - ((today + 3) % 7)) * DAY + 2 * HOUR
})()
const OUTSIDE = 'anna@partner.example'
const LI = { name: '李娜', address: 'li.na@yanshu.test' }
const ANNA = { name: 'Anna', address: OUTSIDE }

describe.each(engines)('files in invitations, on %s', (engine) => {
  let server: TestServer
  let relay: Awaited<ReturnType<typeof openTestRelay>>
  let zhang: TestClient
  let li: TestClient
  let home: number
  beforeEach(async () => {
    relay = await openTestRelay()
    server = await startTestServer({ engine, relay: relay.url })
    await server.addUser('zhang.wei', { name: '张伟' })
    await server.addUser('li.na', { name: '李娜' })
    zhang = await server.login('zhang.wei')
    li = await server.login('li.na')
    home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
    await li.get('calendar/list')
  })
  afterEach(async () => {
    await server.stop()
    await relay.close()
  })

  /** Runs everything that is due after a change. */
  const settle = async () => {
    const { dispatcher, steps } = mailTransportOf(server.context)
    for (let round = 0; round < 3; round++) {
      server.wait(TELL_AFTER_MS + 1_000)
      await runCalendarWork(server.context)
      await dispatcher.runDue()
      await steps.effects.runDue()
      await runCalendarWork(server.context)
    }
  }
  const upload = async (name: string, content: string) =>
    (await zhang.upload('file/upload', name, Buffer.from(content))).data?.fileId ?? ''
  const event = (more: Partial<EventInput>): EventInput => ({
    calendarId: home,
    title: '评审会',
    allDay: false,
    start: MONDAY,
    end: MONDAY + HOUR,
    zone: 'Asia/Shanghai',
    attendees: [LI, ANNA],
    ...more,
  })
  /** The only event of somebody, in full. */
  const only = async (who: TestClient) => {
    const { instances } = await who.get('calendar/events', { from: MONDAY - DAY, to: MONDAY + DAY })
    return who.get('calendar/event/get', { eventId: instances[0]?.eventId ?? 0 })
  }
  const contentsOf = async (who: TestClient) => {
    const { files } = await only(who)
    const read = ({ fileId, link }: (typeof files)[number]) =>
      link || who.file(`file/event/${fileId}`).then((response) => response.text())
    return Promise.all(files.map(async (file) => `${file.name}: ${await read(file)}`))
  }
  const utc = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
  /** A request from outside with further parts, by real SMTP. */
  const fromOutside = async (lines: readonly string[], parts: readonly string[][] = [], sequence = 0) => {
    const ics = [
      'BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:x-1@partner.example',
      `DTSTAMP:${utc(server.context.now())}`, `SEQUENCE:${sequence}`, `DTSTART:${utc(MONDAY)}`, `DTEND:${utc(MONDAY + HOUR)}`,
      'SUMMARY:Kick-off', `ORGANIZER;CN=Anna:mailto:${OUTSIDE}`, `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${LI.address}`,
      ...lines, 'END:VEVENT', 'END:VCALENDAR', '',
    ] // biome-ignore format: lines
    const raw = [
      `From: Anna <${OUTSIDE}>`, `To: <${LI.address}>`, 'Subject: Kick-off', `Message-ID: <m${sequence}@partner.example>`,
      'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=m', '', '--m',
      'Content-Type: text/calendar; charset=utf-8; method=REQUEST', '', ...ics,
      ...parts.flatMap((part) => ['--m', ...part]), '--m--', '',
    ].join('\r\n') // biome-ignore format: lines
    const client = await rawClient(server.smtpPort)
    await client.say('EHLO partner.example')
    await client.send(OUTSIDE, [LI.address], raw)
    client.close()
    await settle()
  }

  test('files go along as parts that the calendar object names, arrive in a colleague’s calendar, and go when they are taken away', async () => {
    const id = await upload('议程 “终稿”.txt', 'the agenda')
    const files = [{ fileId: id }, { fileId: '', name: '云端', link: 'https://drive.example/d/1' }]
    const made = await zhang.post('calendar/event/save', { event: event({ files }) })
    await settle()
    expect(await contentsOf(li)).toEqual(['议程 “终稿”.txt: the agenda', '云端: https://drive.example/d/1'])
    const mail = await parseMail(relay.mails[0]?.raw ?? Buffer.alloc(0))
    const object = mail.attachments.find(({ kind }) => kind === 'calendar')
    const file = mail.attachments.find(({ kind }) => kind !== 'calendar')
    expect(file).toMatchObject({ filename: '议程 “终稿”.txt' })
    expect(Buffer.from(file?.content ?? []).toString()).toBe('the agenda')
    const text = Buffer.from(object?.content ?? [])
      .toString()
      .replaceAll('\r\n ', '')
    expect(text).toContain(`:cid:${id}@yanshu.test\r\n`)
    // One more copy of the same content is none: the part of the mail is the file of the event.
    const kept = await server.context.store.db.selectFrom('event_file').select('blob_hash').distinct().execute()
    expect(kept).toHaveLength(1)
    // A change of the files alone is told, and a person who is invited cannot change them.
    const theirs = await only(li)
    const { level: _level, ...own } = theirs
    const refused = await li.attempt('calendar/event/save', {
      target: { eventId: theirs.eventId, version: theirs.version, scope: 'all' },
      event: { ...own, files: [] },
    })
    expect(refused.code).toBe(403_201)
    await zhang.post('calendar/event/save', {
      target: { eventId: made.eventId, version: made.version, scope: 'all' },
      event: event({ files: [] }),
    })
    await settle()
    expect(await contentsOf(li)).toEqual([])
    expect(relay.mails).toHaveLength(2)
  })

  const file = (name: string, content: string, ...headers: string[]) => [
    `Content-Type: text/plain; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    ...headers,
    '',
    content,
  ]

  test.each([
    ['a part that is named by its Content-ID', ['ATTACH:CID:a1@partner.example'], [file('a.txt', 'one', 'Content-ID: <a1@partner.example>'), file('b.txt', 'two')], ['a.txt: one']],
    ['parts beside the object, as Outlook sends them', [], [file('a.txt', 'one'), file('b.txt', 'two')], ['a.txt: one', 'b.txt: two']],
    ['the content itself', ['ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY;X-FILENAME=c.txt:dGhyZWU='], [], ['c.txt: three']],
    ['a link, as Google writes it', ['ATTACH;FILENAME=Plan;FMTTYPE=application/vnd.google-apps.document:https://drive.example/open?id=1'], [], ['Plan: https://drive.example/open?id=1']],
    ['a picture of the text and a part that is not there', ['ATTACH:CID:nowhere'], [['Content-Type: text/html', '', '<p>Hi<img src="cid:logo"></p>'], ['Content-Type: image/png; name=l.png', 'Content-Disposition: inline', 'Content-ID: <logo>', '', 'x']], []],
    ['addresses that nobody should follow', ['ATTACH:file:///etc/passwd', 'ATTACH:javascript:alert(1)'], [], []],
    ['a hostile name', ['ATTACH;ENCODING=BASE64;VALUE=BINARY;FILENAME="../../a\u202egnp.exe":dGhyZWU='], [], ['agnp.exe: three']],
  ])('of a mail with %s the event has what belongs to it', async (_name, lines, parts, expected) => {
    await fromOutside(lines, parts)
    expect(await contentsOf(li)).toEqual(expected)
    // The files stay for as long as the event does, also when its mail is gone.
    const context = { ...server.context, now: () => server.context.now() + 2 * DAY }
    await server.context.store.db.deleteFrom('mail').execute()
    await server.context.store.db.deleteFrom('message').execute()
    await sweepStore(context)
    expect(await contentsOf(li)).toEqual(expected)
  }) // biome-ignore format: a table

  test('an update without its files takes them away, and a message that is older brings nothing', async () => {
    const inline = (text: string) =>
      `ATTACH;ENCODING=BASE64;VALUE=BINARY;FILENAME=n.txt:${Buffer.from(text).toString('base64')}`
    await fromOutside([inline('first')], [], 1)
    const [before] = (await only(li)).files
    await fromOutside([inline('first')], [], 2)
    // The same file keeps its address.
    expect((await only(li)).files).toEqual([before])
    await fromOutside([inline('stale')], [], 1)
    expect(await contentsOf(li)).toEqual(['n.txt: first'])
    await fromOutside([], [], 3)
    expect(await contentsOf(li)).toEqual([])
  })
})
