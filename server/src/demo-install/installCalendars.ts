import type { Attendee, CalendarShare } from '@yanshu/contracts'
import { eventFields } from '@yanshu/contracts/schemas'
import { DEMO_DOMAIN, DEMO_ROOMS, demoCalendars, demoOrganisation } from '@yanshu/demo'
import { createEvent, deleteEvent, listInstances, moveEvent } from '../areas/calendar/index.ts'
import { saveRoom } from '../areas/calendar-mail/index.ts'
import { listCalendars, saveCalendar, saveShares, viewCalendars } from '../areas/calendar-store/index.ts'
import { insertAccount } from '../store/accounts/accounts.ts'
import type { Context } from '../store/context/context.ts'
import { transact } from '../store/database/transact.ts'
import { operatorActor } from '../store/sessions/actor.ts'

const DAY = 86_400_000
/** No hash fits it, so no login succeeds. */
const NO_PASSWORD = '!'

/** Puts the calendars of the demonstration in, with what was moved and called off, as their owners would have done it. */
export async function installCalendars(context: Context): Promise<void> {
  const { db } = context.store
  await installRooms(context)
  const accounts = new Map(
    (await db.selectFrom('account').select(['id', 'address']).execute()).map(({ id, address }) => [address, id]),
  )
  const departments = new Map(
    (await db.selectFrom('department').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
  )
  const shared: { readonly calendarId: number; readonly everyone: boolean; readonly people: readonly string[] }[] = []
  for (const { owner, name, color, shares, events } of demoCalendars(context.now())) {
    const address = `${owner}@${DEMO_DOMAIN}`
    const accountId = accounts.get(address)
    if (accountId === undefined) continue
    const asking = { ...operatorActor(accountId), address }
    const [first] = await listCalendars(context, accountId)
    const calendarId = name
      ? (await saveCalendar(context, accountId, { name, color })).calendarId
      : (first?.calendarId ?? 0)
    for (const { moved, dropped, rooms = {}, ...event } of events) {
      const attendees = [...(event.attendees ?? []), ...Object.keys(rooms).map(roomAsGuest)]
      const made = await createEvent(context, asking, eventFields.parse({ ...event, attendees, calendarId }))
      await book(context, made.eventId, rooms)
      let { version } = made
      const window = { from: context.now(), to: context.now() + 90 * DAY, calendarIds: [calendarId] }
      const { instances } = await listInstances(context, asking, window)
      const times = instances.filter(({ eventId }) => eventId === made.eventId)
      const away = moved && times[moved.which]
      if (away) {
        const { at, start, end } = away
        const by = moved.minutes * 60_000
        const target = { eventId: made.eventId, version, at, scope: 'this' } as const
        version = (await moveEvent(context, asking, target, { start: start + by, end: end + by })).version
      }
      const gone = dropped === undefined ? undefined : times[dropped]
      if (gone) await deleteEvent(context, asking, { eventId: made.eventId, version, at: gone.at, scope: 'this' })
    }
    const list = shares.flatMap(({ subject, level }): CalendarShare[] => {
      if (subject.kind === 'everyone') return [{ subject, level }]
      if (subject.kind === 'person') {
        return [{ subject: { kind: 'person', address: `${subject.account}@${DEMO_DOMAIN}`, name: '' }, level }]
      }
      const departmentId = departments.get(subject.name)
      return departmentId === undefined
        ? []
        : [{ subject: { kind: 'department', departmentId, name: subject.name }, level }]
    })
    await saveShares(context, accountId, calendarId, list)
    shared.push({
      calendarId,
      everyone: shares.some(({ subject }) => subject.kind === 'everyone'),
      people: shares.flatMap(({ subject }) => (subject.kind === 'person' ? [subject.account] : [])),
    })
  }
  // The people whose mailboxes are full have switched on the calendars that are shared with them.
  for (const owner of ['li.na', 'zhang.wei', 'wang.fang', 'chen.jie', 'admin']) {
    const accountId = accounts.get(`${owner}@${DEMO_DOMAIN}`)
    const seen = shared.filter(({ everyone }) => everyone).map(({ calendarId }) => ({ calendarId, shown: true }))
    if (accountId !== undefined) await viewCalendars(context, accountId, seen)
  }
  await beQuiet(context)
}

const addressOf = (account: string) => `${account}@${DEMO_DOMAIN}`

const roomAsGuest = (account: string) => ({
  name: DEMO_ROOMS.find((room) => room.account === account)?.name ?? account,
  address: addressOf(account),
})

/** Rooms are accounts in no department, without a login. */
async function installRooms(context: Context): Promise<void> {
  for (const { account, name, capacity, place } of DEMO_ROOMS) {
    const room = { address: addressOf(account), name, password: '', company: demoOrganisation().name, deptId: null }
    const id = await transact(context, (trx) => insertAccount(trx, context, room, NO_PASSWORD))
    await saveRoom(context, id, { capacity, place })
  }
}

/** What rooms have answered long ago: it stands with the event, and those that accepted have it in their calendar. */
async function book(
  context: Context,
  eventId: number,
  rooms: Readonly<Record<string, 'accepted' | 'declined'>>,
): Promise<void> {
  if (Object.keys(rooms).length === 0) return
  const answers = new Map(Object.entries(rooms).map(([account, answer]) => [addressOf(account), answer]))
  const { db } = context.store
  const { id, ...event } = await db.selectFrom('event').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow()
  const attendees = JSON.stringify(
    (JSON.parse(event.attendees) as Attendee[]).map((one) => ({
      ...one,
      answer: answers.get(one.address) ?? one.answer,
    })),
  )
  await db.updateTable('event').set({ attendees }).where('id', '=', id).execute()
  const accepted = [...answers].flatMap(([address, answer]) => (answer === 'accepted' ? [address] : []))
  if (accepted.length === 0) return
  const booked = await db.selectFrom('account').select('id').where('address', 'in', accepted).execute()
  for (const room of booked) {
    const [calendar] = await listCalendars(context, room.id)
    if (!calendar) continue
    await db
      .insertInto('event')
      .values({ ...event, attendees, calendar_id: calendar.calendarId })
      .execute()
  }
}

/** What the demonstration's people have planned long ago is not mailed anew, and nothing rings when it is first opened. */
async function beQuiet({ store, now }: Context): Promise<void> {
  await store.db.deleteFrom('invitation_due').execute()
  await store.db
    .deleteFrom('reminder')
    .where('due_at', '<', now() + DAY / 4)
    .execute()
}
