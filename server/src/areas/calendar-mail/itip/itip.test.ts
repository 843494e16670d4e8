import { Code, type EventInput } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findVerdicts } from '../../../mailflow/steps/verdicts.ts'
import { setSwitch } from '../../../store/switches/switches.ts'
import { ANNA, type Inviting, LI, startInviting } from '../../../testing/invitations.ts'
import { DAY, HOUR, MONDAY_TO_COME as MONDAY, meeting, utc } from '../../../testing/meetings.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { saveRoom } from './rooms.service.ts'

const OUTSIDE = ANNA.address

describe.each(engines)('invitations, on %s', (engine) => {
  let inviting: Inviting
  let server: Inviting['server']
  let relay: Inviting['relay']
  let zhang: TestClient
  let li: TestClient
  let home: number
  let ids: Inviting['ids']
  let settle: Inviting['settle']

  beforeEach(async () => {
    inviting = await startInviting(engine)
    ;({ server, relay, zhang, li, home, ids, settle } = inviting)
  })
  afterEach(() => inviting.stop())

  const event = (more: Partial<EventInput> = {}): EventInput =>
    meeting(home, { place: '302', start: MONDAY, attendees: [LI], ...more })
  const weekly = { kind: 'rule', rule: 'FREQ=WEEKLY;COUNT=4' } as const
  const create = async (more: Partial<EventInput> = {}) => {
    const made = await zhang.post('calendar/event/save', { event: event(more) })
    await settle()
    return made
  }
  const shown = async (who: TestClient) =>
    (await who.get('calendar/events', { from: MONDAY - 7 * DAY, to: MONDAY + 60 * DAY })).instances
  const inbox = async (accountId: number) => {
    const rows = await server.context.store.db
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .innerJoin('folder', 'folder.id', 'mail.folder_id')
      .select(['mail.id', 'message.subject'])
      .where('mail.account_id', '=', accountId)
      .where('folder.role', '=', 'inbox')
      .orderBy('mail.id')
      .execute()
    return rows
  }
  const subjects = async (accountId: number) => (await inbox(accountId)).map(({ subject }) => subject)
  /** A mail from outside with a calendar object, by real SMTP. */
  const fromOutside = (
    ics: string,
    {
      from = OUTSIDE,
      envelope,
      to = LI.address,
      method = 'REQUEST',
    }: Partial<Record<'from' | 'envelope' | 'to' | 'method', string>> = {},
  ) => {
    const raw = [
      `From: Anna <${from}>`,
      `To: <${to}>`,
      'Subject: =?utf-8?B?6YKA6K+3?=',
      `Message-ID: <${Math.random()}@partner.example>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'invitation',
      '--b',
      `Content-Type: text/calendar; charset=utf-8; method=${method}`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(ics)
        .toString('base64')
        .replace(/(.{76})/g, '$1\r\n'),
      '--b--',
      '',
    ].join('\r\n')
    return inviting.sendFrom(envelope ?? from, to, raw)
  }
  const invitation = (lines: readonly string[] = [], { method = 'REQUEST', sequence = 0, start = MONDAY, uid = 'x-1@partner.example' } = {}) =>
    [
      'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Partner//EN', `METHOD:${method}`, 'BEGIN:VEVENT', `UID:${uid}`,
      `DTSTAMP:${utc(Date.now() + sequence * 1_000)}`, `SEQUENCE:${sequence}`, `DTSTART:${utc(start)}`, `DTEND:${utc(start + HOUR)}`,
      'SUMMARY:Kick-off', `ORGANIZER;CN=Anna:mailto:${OUTSIDE}`,
      `ATTENDEE;CN=Li Na;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${LI.address}`, ...lines, 'END:VEVENT', 'END:VCALENDAR', '',
    ].join('\r\n') // biome-ignore format: lines
  const outcomes = async () =>
    (await findVerdicts(server.context.store.db, ids.li, { step: 'invitations' })).map(({ outcome }) => outcome)
  const relayed = () => relay.mails.map(({ raw }) => decodedIcs(raw.toString()))

  test('given an event with people, then it is in their calendars to be answered, and the organiser gets the answer', async () => {
    const { eventId } = await create({ attendees: [LI, ANNA] })
    expect(await shown(li)).toMatchObject([{ title: '评审会', answer: '', start: MONDAY, place: '302' }])
    const [mail] = await inbox(ids.li)
    expect(mail?.subject).toBe('邀请：评审会')
    const { invitation: card } = await li.get('calendar/invitation', { mailId: mail?.id ?? 0 })
    expect(card).toMatchObject({
      method: 'REQUEST',
      role: 'attendee',
      trusted: true,
      stale: false,
      organizer: { name: '张伟' },
    })
    expect(relayed()[0]).toContain('METHOD:REQUEST')
    await li.post('calendar/invitation/answer', { mailId: mail?.id ?? 0, answer: 'accepted', comment: '一定到' })
    await settle()
    const detail = await zhang.get('calendar/event/get', { eventId })
    expect(detail.attendees).toMatchObject([
      { ...LI, answer: 'accepted', comment: '一定到' },
      { ...ANNA, answer: '' },
    ])
    expect(await subjects(ids.zhang)).toEqual(['已接受：评审会'])
    const [reply] = await inbox(ids.zhang)
    const { invitation: read } = await zhang.get('calendar/invitation', { mailId: reply?.id ?? 0 })
    expect(read).toMatchObject({ method: 'REPLY', role: 'organizer', said: { answer: 'accepted', comment: '一定到' } })
    // A second user cannot read the card, nor answer by it.
    expect(await zhang.refused('GET', 'calendar/invitation', { mailId: mail?.id })).toBe(Code.mailNotFound)
    expect(await zhang.refused('POST', 'calendar/event/answer', { eventId, answer: 'declined' })).toBe(
      Code.eventNotYours,
    )
    expect(await li.refused('POST', 'calendar/event/answer', { eventId, answer: 'declined' })).toBe(Code.eventNotFound)
  })

  test('only those concerned get a mail: new people, removed people, and all when the time is another', async () => {
    const { eventId, version } = await create({ attendees: [ANNA] })
    relay.mails.length = 0
    const added = await zhang.post('calendar/event/save', {
      target: { eventId, version },
      event: event({ attendees: [ANNA, LI], color: 3 }),
    })
    await settle()
    expect(relay.mails).toHaveLength(0)
    expect(await subjects(ids.li)).toEqual(['邀请：评审会'])
    const moved = await zhang.post('calendar/event/move', {
      eventId,
      version: added.version,
      start: MONDAY + HOUR,
      end: MONDAY + 2 * HOUR,
    })
    await settle()
    expect(relayed()).toEqual([expect.stringContaining('METHOD:REQUEST')])
    expect(await subjects(ids.li)).toEqual(['邀请：评审会', '日程变更：评审会'])
    expect(await shown(li)).toMatchObject([{ start: MONDAY + HOUR }])
    const gone = await zhang.post('calendar/event/save', {
      target: { eventId, version: moved.version },
      event: event({ attendees: [LI], start: MONDAY + HOUR, end: MONDAY + 2 * HOUR }),
    })
    await settle()
    expect(relayed().slice(1)).toEqual([expect.stringContaining('METHOD:CANCEL')])
    await zhang.post('calendar/event/delete', { eventId, version: gone.version })
    await settle()
    expect((await subjects(ids.li)).at(-1)).toBe('已取消：评审会')
    expect(await shown(li)).toMatchObject([{ cancelled: true }])
  })

  test('a change that is undone within seconds is reported to nobody', async () => {
    const { eventId, version } = await create()
    const before = (await subjects(ids.li)).length
    const { undo } = await zhang.post('calendar/event/delete', { eventId, version })
    await zhang.post('calendar/event/undo', { undo })
    await settle()
    expect(await subjects(ids.li)).toHaveLength(before)
    expect(await shown(li)).toMatchObject([{ cancelled: false }])
  })

  test('an answer stays for a new place, and has to be given again for a new time', async () => {
    const { eventId, version } = await create()
    const [own] = await shown(li)
    await li.post('calendar/event/answer', { eventId: own?.eventId ?? 0, answer: 'accepted' })
    await settle()
    const placed = await zhang.post('calendar/event/save', {
      target: { eventId, version },
      event: event({ place: '401' }),
    })
    await settle()
    expect(await shown(li)).toMatchObject([{ place: '401', answer: 'accepted' }])
    await zhang.post('calendar/event/move', {
      eventId,
      version: placed.version,
      start: MONDAY + DAY,
      end: MONDAY + DAY + HOUR,
    })
    await settle()
    expect(await shown(li)).toMatchObject([{ start: MONDAY + DAY, answer: '' }])
    expect((await zhang.get('calendar/event/get', { eventId })).attendees).toMatchObject([{ answer: '' }])
  })

  test('one time of a series is moved, cancelled and answered alone', async () => {
    const { eventId, version } = await create({ repeat: weekly })
    expect(await shown(li)).toHaveLength(4)
    const second = MONDAY + 7 * DAY
    const moved = await zhang.post('calendar/event/move', {
      eventId,
      version,
      at: second,
      scope: 'this',
      start: second + HOUR,
      end: second + 2 * HOUR,
    })
    await settle()
    expect((await shown(li)).map(({ start }) => start)).toContain(second + HOUR)
    const third = MONDAY + 14 * DAY
    await zhang.post('calendar/event/delete', { eventId, version: moved.version, at: third, scope: 'this' })
    await settle()
    expect((await shown(li)).find(({ at }) => at === third)).toMatchObject({ cancelled: true })
    const [own] = await shown(li)
    const last = MONDAY + 21 * DAY
    await li.post('calendar/event/answer', { eventId: own?.eventId ?? 0, at: last, answer: 'declined' })
    await settle()
    const answers = async (at: number) => (await zhang.get('calendar/event/get', { eventId, at })).attendees[0]?.answer
    expect(await answers(last)).toBe('declined')
    expect(await answers(MONDAY)).toBe('')
  })

  test('the invited change their own things alone; deleting declines', async () => {
    const { eventId } = await create()
    const [own] = await shown(li)
    const target = { eventId: own?.eventId ?? 0, version: own?.version ?? 0 }
    const detail = await li.get('calendar/event/get', { eventId: target.eventId })
    expect(detail).toMatchObject({ invited: true, organizer: { address: 'zhang.wei@yanshu.test' } })
    const { calendarId, title, place, allDay, start, end, zone, attendees } = detail
    const same = { calendarId, title, place, allDay, start, end, zone, attendees }
    expect(await li.refused('POST', 'calendar/event/save', { target, event: { ...same, title: '别的' } })).toBe(
      Code.eventNotYours,
    )
    expect(await li.refused('POST', 'calendar/event/move', { ...target, start: start + HOUR, end: end + HOUR })).toBe(
      Code.eventNotYours,
    )
    const saved = await li.post('calendar/event/save', { target, event: { ...same, color: 4, reminders: [5] } })
    await li.post('calendar/event/delete', { eventId: target.eventId, version: saved.version })
    await settle()
    expect((await zhang.get('calendar/event/get', { eventId })).attendees).toMatchObject([{ answer: 'declined' }])
    expect(await subjects(ids.zhang)).toEqual(['已谢绝：评审会'])
  })

  test('an answer to an invitation from outside is sent outside; a newer invitation replaces it, an older one does not', async () => {
    await fromOutside(invitation([], { sequence: 1 }))
    expect(await shown(li)).toMatchObject([{ title: 'Kick-off', answer: '' }])
    const [mail] = await inbox(ids.li)
    await li.post('calendar/invitation/answer', { mailId: mail?.id ?? 0, answer: 'tentative' })
    await settle()
    expect(relay.mails.at(-1)?.to).toEqual([OUTSIDE])
    expect(relayed().at(-1)).toMatch(/METHOD:REPLY[\s\S]*PARTSTAT=TENTATIVE/)
    await fromOutside(invitation([], { sequence: 2, start: MONDAY + 2 * HOUR }))
    await fromOutside(invitation([], { sequence: 0, start: MONDAY + 9 * HOUR }))
    expect(await shown(li)).toMatchObject([{ start: MONDAY + 2 * HOUR, answer: '' }])
    const mails = await inbox(ids.li)
    expect((await li.get('calendar/invitation', { mailId: mails[0]?.id ?? 0 })).invitation).toMatchObject({
      stale: true,
      start: MONDAY + 2 * HOUR,
    })
    await fromOutside(invitation([], { method: 'CANCEL', sequence: 3 }), { method: 'CANCEL' })
    expect(await shown(li)).toMatchObject([{ cancelled: true }])
  })

  test('nobody but the organiser changes an event, and nobody answers for others', async () => {
    await fromOutside(invitation())
    await fromOutside(invitation([], { sequence: 5, start: MONDAY + 5 * HOUR }), { from: 'mallory@evil.example' })
    await fromOutside(invitation([], { sequence: 6, method: 'CANCEL' }), {
      from: 'mallory@evil.example',
      method: 'CANCEL',
    })
    expect(await shown(li)).toMatchObject([{ start: MONDAY, cancelled: false }])
    expect(await outcomes()).toEqual(expect.arrayContaining(['stored', 'not-theirs', 'not-theirs']))
    const { eventId } = await create({ attendees: [ANNA, LI] })
    const uid =
      relayed()
        .map((text) => /UID:(\S+@yanshu)/.exec(text)?.[1])
        .find(Boolean) ?? ''
    const reply = (address: string) =>
      ['BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:REPLY', 'BEGIN:VEVENT', `UID:${uid}`, 'SEQUENCE:0', `DTSTAMP:${utc(Date.now())}`,
        `DTSTART:${utc(MONDAY)}`, 'ORGANIZER:mailto:zhang.wei@yanshu.test', `ATTENDEE;PARTSTAT=DECLINED:mailto:${address}`,
        'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n') // biome-ignore format: lines
    await fromOutside(reply(LI.address), { to: 'zhang.wei@yanshu.test', method: 'REPLY' })
    await fromOutside(reply('mallory@evil.example'), {
      from: 'mallory@evil.example',
      to: 'zhang.wei@yanshu.test',
      method: 'REPLY',
    })
    expect((await zhang.get('calendar/event/get', { eventId })).attendees.map(({ answer }) => answer)).toEqual(['', ''])
    await fromOutside(reply(OUTSIDE), { to: 'zhang.wei@yanshu.test', method: 'REPLY' })
    expect((await zhang.get('calendar/event/get', { eventId })).attendees.map(({ answer }) => answer)).toEqual([
      'declined',
      '',
    ])
  })

  test('nothing is changed by a mail whose sender nothing confirms, and the card names that', async () => {
    const card = async () => {
      const mailId = (await inbox(ids.li)).at(-1)?.id ?? 0
      return { mailId, invitation: (await li.get('calendar/invitation', { mailId })).invitation }
    }
    const elsewhere = { envelope: 'bulk@evil.example' }
    await fromOutside(invitation(), elsewhere)
    // Many calendars send first invitations by way of another domain, and those only ask.
    expect(await card()).toMatchObject({ invitation: { trusted: true, unconfirmed: false } })
    await fromOutside(invitation([], { sequence: 1, start: MONDAY + 5 * HOUR }), elsewhere)
    expect(await shown(li)).toMatchObject([{ start: MONDAY }])
    const moved = await card()
    expect(moved).toMatchObject({ invitation: { trusted: false, unconfirmed: true } })
    for (const envelope of ['bulk@evil.example', 'x@notpartner.example', 'x@example', '']) {
      await fromOutside(invitation([], { sequence: 2, method: 'CANCEL' }), { envelope, method: 'CANCEL' })
      expect(await shown(li), envelope).toMatchObject([{ start: MONDAY, cancelled: false }])
      expect(await card()).toMatchObject({ invitation: { trusted: false, unconfirmed: true } })
    }
    expect((await outcomes()).filter((outcome) => outcome === 'unproven')).toHaveLength(5)
    // An answer by the mail applies it.
    await li.post('calendar/invitation/answer', { mailId: moved.mailId, answer: 'accepted', comment: '' })
    expect(await shown(li)).toMatchObject([{ start: MONDAY + 5 * HOUR, answer: 'accepted' }])
    await fromOutside(invitation([], { sequence: 3, method: 'CANCEL' }), {
      envelope: 'bounces@mail.partner.example',
      method: 'CANCEL',
    })
    expect(await shown(li)).toMatchObject([{ cancelled: true }])
    // A mail from outside in the name of a colleague puts nothing into the calendar.
    await fromOutside(invitation([], { uid: 'forged' }).replaceAll(OUTSIDE, 'zhang.wei@yanshu.test'), {
      from: 'zhang.wei@yanshu.test',
    })
    expect(await shown(li)).toHaveLength(1)
    expect(await card()).toMatchObject({ invitation: { trusted: false, unconfirmed: true } })
  })

  test('a forwarded invitation is not in the calendar until it is accepted', async () => {
    await fromOutside(invitation([], {}).replace(LI.address, 'someone.else@partner.example'), {
      from: 'colleague@partner.example',
    })
    expect(await shown(li)).toEqual([])
    const [mail] = await inbox(ids.li)
    expect((await li.get('calendar/invitation', { mailId: mail?.id ?? 0 })).invitation).toMatchObject({
      role: 'guest',
      trusted: false,
    })
    await li.post('calendar/invitation/answer', { mailId: mail?.id ?? 0, answer: 'accepted' })
    await settle()
    expect(await shown(li)).toMatchObject([{ title: 'Kick-off', answer: 'accepted' }])
    expect(relay.mails.at(-1)?.to).toEqual([OUTSIDE])
  })

  test('one bad calendar object stops no mail and no other', async () => {
    const nested = 'BEGIN:VEVENT\r\n'.repeat(20_000)
    for (const bad of [
      '',
      'hello',
      'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\n',
      nested,
      invitation(['RRULE:FREQ=SECONDLY']),
      invitation(['RRULE:FREQ=NEVER']),
      'x'.repeat(2_000_000),
    ]) {
      expect(await fromOutside(bad)).toMatch(/^250 /)
    }
    expect(await shown(li)).toEqual([])
    expect(await inbox(ids.li)).toHaveLength(7)
    for (const { id } of await inbox(ids.li)) await li.get('calendar/invitation', { mailId: id })
    await fromOutside(invitation())
    expect(await shown(li)).toHaveLength(1)
  })

  test('with the calendar switched off a mail is a mail with a file', async () => {
    await setSwitch(
      server.context,
      { scope: 'user', id: ids.li },
      { name: 'calendarEnable', value: false, locked: false },
    )
    await fromOutside(invitation())
    expect(await server.context.store.db.selectFrom('event').select('id').execute()).toEqual([])
    const [mail] = await inbox(ids.li)
    const { attachments } = await li.post('mail/email/detail', { mailId: mail?.id ?? 0 })
    expect(attachments.map(({ kind }) => kind)).toEqual(['calendar'])
    expect(await li.refused('GET', 'calendar/invitation', { mailId: mail?.id })).toBe(Code.forbidden)
  })

  test('a time is added, an update is asked for, and another time is proposed', async () => {
    await fromOutside(invitation(['RRULE:FREQ=WEEKLY;COUNT=2']))
    await fromOutside(invitation([], { method: 'ADD', sequence: 1, start: MONDAY + 3 * DAY }), { method: 'ADD' })
    expect((await shown(li)).map(({ start }) => (start - MONDAY) / DAY)).toEqual([0, 3, 7])
    const { eventId } = await create({ attendees: [ANNA] })
    const uid =
      relayed()
        .map((text) => /UID:(\S+@yanshu)/.exec(text)?.[1])
        .find(Boolean) ?? ''
    relay.mails.length = 0
    const from = (method: string, start: number) =>
      ['BEGIN:VCALENDAR', 'VERSION:2.0', `METHOD:${method}`, 'BEGIN:VEVENT', `UID:${uid}`, 'SEQUENCE:0', `DTSTAMP:${utc(Date.now())}`,
        `DTSTART:${utc(start)}`, `DTEND:${utc(start + HOUR)}`, 'SUMMARY:评审会', 'ORGANIZER:mailto:zhang.wei@yanshu.test', `ATTENDEE:mailto:${OUTSIDE}`,
        'COMMENT:晚一点行吗', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n') // biome-ignore format: lines
    await fromOutside(from('REFRESH', MONDAY), { to: 'zhang.wei@yanshu.test', method: 'REFRESH' })
    expect(relayed()).toEqual([expect.stringContaining('METHOD:REQUEST')])
    await fromOutside(from('COUNTER', MONDAY + 3 * HOUR), { to: 'zhang.wei@yanshu.test', method: 'COUNTER' })
    expect((await zhang.get('calendar/event/get', { eventId })).start).toBe(MONDAY)
    const mail = (await inbox(ids.zhang)).at(-1)
    expect((await zhang.get('calendar/invitation', { mailId: mail?.id ?? 0 })).invitation).toMatchObject({
      method: 'COUNTER', trusted: true, start: MONDAY + 3 * HOUR, before: { start: MONDAY }, said: { comment: '晚一点行吗' }, event: { eventId },
    }) // biome-ignore format: one line
  })

  test('a room accepts where it is free and declines where it is not; the card shows the clash', async () => {
    const room = await server.addUser('room.302', { name: '302 会议室' })
    await saveRoom(server.context, room, { capacity: 8, place: '三楼' })
    const ROOM = { name: '302 会议室', address: 'room.302@yanshu.test' }
    const first = await create({ attendees: [LI, ROOM] })
    const second = await create({
      title: '另一个会',
      attendees: [ROOM, LI],
      start: MONDAY + HOUR / 2,
      end: MONDAY + 2 * HOUR,
    })
    const answers = async (eventId: number) =>
      (await zhang.get('calendar/event/get', { eventId })).attendees.find(({ address }) => address === ROOM.address)
        ?.answer
    expect(await answers(first.eventId)).toBe('accepted')
    expect(await answers(second.eventId)).toBe('declined')
    const mail = (await inbox(ids.li)).at(-1)
    expect((await li.get('calendar/invitation', { mailId: mail?.id ?? 0 })).invitation?.clashes).toMatchObject([
      { title: '评审会' },
    ])
    expect(await inbox(room)).toEqual([])
  })

  test('what is said of one time and all that follow holds for each of them, until a CANCEL ends them', async () => {
    const weeks = (count: number) => MONDAY + count * 7 * DAY
    await fromOutside(invitation(['RRULE:FREQ=WEEKLY']))
    const range = (count: number) => [`RECURRENCE-ID;RANGE=THISANDFUTURE:${utc(weeks(count))}`]
    await fromOutside(invitation(range(2), { sequence: 1, start: weeks(2) + 3 * HOUR }))
    const starts = async () => (await shown(li)).map(({ start }) => start)
    expect((await starts()).slice(0, 5)).toEqual([
      weeks(0),
      weeks(1),
      ...[2, 3, 4].map((count) => weeks(count) + 3 * HOUR),
    ])
    await fromOutside(invitation(range(3), { method: 'CANCEL', sequence: 2, start: weeks(3) }), { method: 'CANCEL' })
    expect(await starts()).toEqual([weeks(0), weeks(1), weeks(2) + 3 * HOUR])
    // The organiser's next change is still a newer one.
    await fromOutside(invitation(['RRULE:FREQ=WEEKLY;COUNT=2', 'LOCATION:9F'], { sequence: 3 }))
    expect((await shown(li)).map(({ start, place }) => [start, place])).toEqual([
      [weeks(0), '9F'],
      [weeks(1), '9F'],
    ])
  })

  test('an invitation is marked on its row, and another time that is proposed from it can be taken by the organiser', async () => {
    await create()
    const rowOf = async (who: TestClient) => (await who.get('mail/email/mailbox/list', { pageSize: 1 })).list[0]
    const row = await rowOf(li)
    expect(row).toMatchObject({ invites: true })
    const propose = { mailId: row?.mailId ?? 0, start: MONDAY + 2 * HOUR, end: MONDAY + 3 * HOUR, allDay: false }
    expect(await zhang.refused('POST', 'calendar/invitation/propose', { ...propose, comment: '' })).toBe(
      Code.mailNotFound,
    )
    for (const wrong of [{ start: MONDAY, end: MONDAY + HOUR }, { end: MONDAY }]) {
      expect(await li.refused('POST', 'calendar/invitation/propose', { ...propose, ...wrong, comment: '' })).toBe(
        Code.badRequest,
      )
    }
    await li.post('calendar/invitation/propose', { ...propose, comment: '下午更好' })
    await settle()
    const proposal = await rowOf(zhang)
    expect(proposal).toMatchObject({ invites: false, subject: '建议新时间：评审会' })
    const { invitation } = await zhang.get('calendar/invitation', { mailId: proposal?.mailId ?? 0 })
    expect(invitation).toMatchObject({
      method: 'COUNTER',
      trusted: true,
      start: propose.start,
      before: { start: MONDAY },
      said: { comment: '下午更好' },
    })
    // Nothing has moved yet.
    expect((await shown(zhang)).map(({ start }) => start)).toEqual([MONDAY])
    const event = invitation?.event ?? { eventId: 0, version: 0, at: 0 }
    await zhang.post('calendar/event/move', { ...event, scope: 'all', start: propose.start, end: propose.end })
    await settle()
    expect((await shown(li)).map(({ start }) => start)).toEqual([propose.start])
  })
})

/** The calendar object of a mail as text, its folded lines joined. */
function decodedIcs(raw: string): string {
  const found = /text\/calendar[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw)
  return Buffer.from(found?.[1] ?? '', 'base64')
    .toString()
    .replaceAll('\r\n ', '')
}
