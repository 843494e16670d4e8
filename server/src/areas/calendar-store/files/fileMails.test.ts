import type { EventInput } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseMail } from '../../../mime/parseMail.ts'
import { sweepStore } from '../../../store/sweep/sweepStore.ts'
import { ANNA, type Inviting, LI, startInviting } from '../../../testing/invitations.ts'
import { DAY, HOUR, MONDAY_TO_COME as MONDAY, meeting, utc } from '../../../testing/meetings.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { engines } from '../../../testing/testDatabase.ts'

const OUTSIDE = ANNA.address

describe.each(engines)('files in invitations, on %s', (engine) => {
  let inviting: Inviting
  let server: Inviting['server']
  let relay: Inviting['relay']
  let zhang: TestClient
  let li: TestClient
  let home: number
  let settle: Inviting['settle']
  beforeEach(async () => {
    inviting = await startInviting(engine)
    ;({ server, relay, zhang, li, home, settle } = inviting)
  })
  afterEach(() => inviting.stop())

  const event = (more: Partial<EventInput>) => meeting(home, { start: MONDAY, attendees: [LI, ANNA], ...more })
  /** The only event of a person, in full. */
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
  /** A request from outside with further parts, by real SMTP. */
  const fromOutside = (lines: readonly string[], parts: readonly string[][] = [], sequence = 0) => {
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
    return inviting.sendFrom(OUTSIDE, LI.address, raw)
  }

  test('files go along as parts that the calendar object names, arrive in a colleague’s calendar, and go when they are taken away', async () => {
    const id = await zhang.uploaded('议程 “终稿”.txt', 'the agenda')
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
    // A change of the files alone is notified, and a person who is invited cannot change them.
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
