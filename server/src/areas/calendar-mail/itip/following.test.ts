import type { EventInput } from '@yanshu/contracts'
import { Code } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ANNA, type Inviting, LI, startInviting } from '../../../testing/invitations.ts'
import { DAY, HOUR, MONDAY_TO_COME as MONDAY, meeting, utc } from '../../../testing/meetings.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { saveRoom } from './rooms.service.ts'

const weeks = (count: number) => MONDAY + count * 7 * DAY
const OUTSIDE = ANNA.address
const ROOM = { name: '302 会议室', address: 'room.302@yanshu.test' }

describe.each(engines)('changes that an organiser sends out, on %s', (engine) => {
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
    await saveRoom(server.context, await server.addUser('room.302', { name: ROOM.name }), { capacity: 8, place: '' })
  })
  afterEach(() => inviting.stop())

  const series = (more: Partial<EventInput> = {}) =>
    meeting(home, {
      title: '周会',
      place: '302',
      start: MONDAY,
      attendees: [LI, ROOM, ANNA],
      repeat: { kind: 'rule', rule: 'FREQ=WEEKLY;COUNT=6' },
      ...more,
    })
  const shown = async (who: TestClient) =>
    (await who.get('calendar/events', { from: MONDAY - DAY, to: weeks(8) })).instances
  /** The calendar objects that have gone outside since the last time. */
  const sent = () => relay.mails.splice(0).map(({ raw }) => icsOf(raw.toString()))
  /** A mail of a person outside, by real SMTP. */
  const fromAnna = (method: string, lines: readonly string[]) => {
    const ics = ['BEGIN:VCALENDAR', 'VERSION:2.0', `METHOD:${method}`, 'BEGIN:VEVENT', `DTSTAMP:${utc(server.context.now())}`, ...lines,
      'ORGANIZER:mailto:zhang.wei@yanshu.test', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n') // biome-ignore format: lines
    const head = [
      `From: Anna <${OUTSIDE}>`,
      'To: <zhang.wei@yanshu.test>',
      'Subject: answer',
      `Message-ID: <${Math.random()}@partner.example>`,
      'MIME-Version: 1.0',
      `Content-Type: text/calendar; charset=utf-8; method=${method}`,
    ]
    return inviting.sendFrom(OUTSIDE, 'zhang.wei@yanshu.test', `${head.join('\r\n')}\r\n\r\n${ics}`)
  }
  const answers = async (eventId: number, at: number) =>
    Object.fromEntries(
      (await zhang.get('calendar/event/get', { eventId, at })).attendees.map(({ address, answer }) => [
        address,
        answer,
      ]),
    )

  test('this and all that follow goes out as a series that ends and a new one, and no program needs RANGE', async () => {
    const { eventId } = await zhang.post('calendar/event/save', { event: series() })
    await settle()
    const [first = ''] = sent()
    const uid = /UID:(\S+)/.exec(first)?.[1] ?? ''
    await fromAnna('REPLY', [
      `UID:${uid}`,
      'SEQUENCE:0',
      `DTSTART:${utc(MONDAY)}`,
      `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${OUTSIDE}`,
    ])
    const [mine] = await shown(li)
    await li.post('calendar/event/answer', { eventId: mine?.eventId ?? 0, answer: 'accepted' })
    await settle()
    const { version } = await zhang.get('calendar/event/get', { eventId })
    expect(await answers(eventId, MONDAY)).toEqual({
      [LI.address]: 'accepted',
      [ROOM.address]: 'accepted',
      [OUTSIDE]: 'accepted',
    })

    const target = { eventId, version, at: weeks(3), scope: 'following' } as const
    const known = await zhang.get('calendar/event/get', { eventId, at: weeks(3) })
    const { calendarId, title, allDay, zone, attendees, repeat } = known
    const changed = await zhang.post('calendar/event/save', {
      target,
      event: { calendarId, title, allDay, zone, attendees, repeat, start: weeks(3), end: weeks(3) + HOUR, place: '9F' },
    })
    await settle()
    const out = sent()
    expect(out).toHaveLength(2)
    const old = out.find((ics) => ics.includes(uid)) ?? ''
    const next = out.find((ics) => !ics.includes(uid)) ?? ''
    for (const ics of out) {
      expect(ics).toContain('METHOD:REQUEST')
      expect(ics).not.toContain('RANGE')
      expect(ics).not.toContain('RECURRENCE-ID')
    }
    // The old one ends with its last time before the one that was changed, in UTC, as its start has a zone (RFC 5545 §3.3.10), and is newer.
    expect(/RRULE:(.*)/.exec(old)?.[1]).toBe(`FREQ=WEEKLY;UNTIL=${utc(weeks(2))}`)
    expect(old).toContain('SEQUENCE:1')
    expect(old).toMatch(/ATTENDEE[^\n]*PARTSTAT=ACCEPTED[^\n]*anna@partner\.example/)
    // The new one has the rest of the count. Who is outside is asked for it: their program does not know it.
    expect(/RRULE:(.*)/.exec(next)?.[1]).toBe('FREQ=WEEKLY;COUNT=3')
    expect(next).toContain('SEQUENCE:0')
    expect(next).toContain('LOCATION:9F')
    expect(next).toMatch(/ATTENDEE[^\n]*PARTSTAT=NEEDS-ACTION;RSVP=TRUE[^\n]*anna@partner\.example/)
    // Colleagues and the room keep what they have answered, at the same hour.
    expect(await answers(changed.eventId, weeks(3))).toEqual({
      [LI.address]: 'accepted',
      [ROOM.address]: 'accepted',
      [OUTSIDE]: '',
    })
    expect((await shown(li)).map(({ start, place, answer }) => [(start - MONDAY) / (7 * DAY), place, answer])).toEqual(
      [0, 1, 2, 3, 4, 5].map((week) => [week, week < 3 ? '302' : '9F', 'accepted']),
    )

    // Undone after the mails: the old one runs on, the new one is cancelled, and the room is as it was.
    await zhang.post('calendar/event/undo', { undo: changed.undo })
    await settle()
    const back = sent()
    expect(back.map((ics) => /METHOD:(\w+)/.exec(ics)?.[1]).toSorted()).toEqual(['CANCEL', 'REQUEST'])
    expect(await answers(eventId, MONDAY)).toMatchObject({ [ROOM.address]: 'accepted' })
  })

  test('whole days end by a day, and deleting all that follow only ends the series', async () => {
    const day = Math.floor(MONDAY / DAY) * DAY
    const { eventId, version } = await zhang.post('calendar/event/save', {
      event: series({ allDay: true, start: day, end: day + DAY, attendees: [ANNA] }),
    })
    await settle()
    sent()
    await zhang.post('calendar/event/delete', { eventId, version, at: day + 14 * DAY, scope: 'following' })
    await settle()
    const out = sent()
    expect(out).toHaveLength(1)
    expect(out[0]).toContain('METHOD:REQUEST')
    expect(/RRULE:(.*)/.exec(out[0] ?? '')?.[1]).toBe(`FREQ=WEEKLY;UNTIL=${utc(day + 7 * DAY).slice(0, 8)}`)
  })

  test('another time that was proposed is refused: only its sender is told, once, and both cards say so', async () => {
    const { eventId } = await zhang.post('calendar/event/save', {
      event: series({ attendees: [LI, ANNA], repeat: null }),
    })
    await settle()
    const uid = /UID:(\S+)/.exec(sent()[0] ?? '')?.[1] ?? ''
    const newest = async (who: TestClient) =>
      (await who.get('mail/email/mailbox/list', { pageSize: 1 })).list[0]?.mailId ?? 0
    const later = { start: MONDAY + 3 * HOUR, end: MONDAY + 4 * HOUR, allDay: false }
    await li.post('calendar/invitation/propose', { mailId: await newest(li), ...later, comment: '下午更好' })
    await settle()
    sent()
    const mailId = await newest(zhang)
    expect((await zhang.get('calendar/invitation', { mailId })).invitation).toMatchObject({ decided: '' })
    // A mail of another person refuses nothing, and the mail that invites proposes nothing.
    expect(await li.refused('POST', 'calendar/invitation/refuse', { mailId, comment: '' })).toBe(Code.mailNotFound)
    expect(await li.refused('POST', 'calendar/invitation/refuse', { mailId: await newest(li), comment: '' })).toBe(
      Code.eventNotFound,
    )
    await zhang.post('calendar/invitation/refuse', { mailId, comment: '客户只有上午' })
    await zhang.post('calendar/invitation/refuse', { mailId, comment: '客户只有上午' })
    await settle()
    expect((await zhang.get('calendar/invitation', { mailId })).invitation).toMatchObject({ decided: 'refused' })
    const { list } = await li.get('mail/email/mailbox/list', { pageSize: 5 })
    expect(list.map(({ subject }) => subject)).toEqual(['未采用建议的时间：周会', '邀请：周会'])
    expect((await li.get('calendar/invitation', { mailId: list[0]?.mailId ?? 0 })).invitation).toMatchObject({
      method: 'DECLINECOUNTER',
      trusted: true,
      start: MONDAY,
      said: { comment: '客户只有上午' },
    })
    expect(sent()).toEqual([])
    expect((await shown(li)).map(({ start }) => start)).toEqual([MONDAY])

    // To a program elsewhere: UID, sequence and one's own name (RFC 5546 §3.2.8).
    await fromAnna('COUNTER', [
      `UID:${uid}`,
      'SEQUENCE:0',
      `DTSTART:${utc(later.start)}`,
      `DTEND:${utc(later.end)}`,
      `ATTENDEE:mailto:${OUTSIDE}`,
    ])
    await zhang.post('calendar/invitation/refuse', { mailId: await newest(zhang), comment: '' })
    await settle()
    const [refusal = ''] = sent()
    expect(refusal).toContain('METHOD:DECLINECOUNTER')
    expect(refusal).toContain(`UID:${uid}`)
    expect(refusal).toContain('SEQUENCE:0')
    expect(refusal.match(/ATTENDEE/g)).toHaveLength(1)
    expect((await zhang.get('calendar/event/get', { eventId })).start).toBe(MONDAY)
  })
})

/** The calendar object of a mail as text, its folded lines joined. */
function icsOf(raw: string): string {
  const found = /text\/calendar[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw)
  return Buffer.from(found?.[1] ?? '', 'base64')
    .toString()
    .replaceAll('\r\n ', '')
    .replaceAll('\r', '')
}
