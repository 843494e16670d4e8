import type { Attendee, GetData } from '@yanshu/contracts'
import { instantOf, zoneOfPerson } from '@yanshu/contracts'
import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import type { ReadEvent } from '../../../calendar-model/ics/readIcs.ts'
import {
  CalendarFileRefusedError,
  EventNotFoundError,
  EventNotYoursError,
} from '../../../calendar-model/rows/errors.ts'
import { attendeesOf, type EventRow, repeats, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import { DAY_MS } from '../../../calendar-model/rows/series.ts'
import { isUnproven, readArrival } from '../../../mailflow/arrival/arrival.ts'
import type { MailReader } from '../../../platform/actor/actor.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import { type Trx, transact } from '../../../store/database/transact.ts'
import { openMailbox } from '../../../store/mailbox/index.ts'
import { readSettings } from '../../../store/profile/settings.ts'
import {
  type Asking,
  announceCalendars,
  busyTimes,
  invitedAs,
  isInvitation,
  isOwn,
  type Owner,
  organizerIn,
  ownerOf,
  planReminders,
  takeSnapshot,
} from '../../calendar-store/index.ts'
import { applyItip, rowsOfUid } from './applyItip.ts'
import { groupsOf, type Itip, type ItipGroup, isNewer, TO_PEOPLE, withAnswer } from './itip.ts'
import { partsOfMessage, withMailFiles } from './mailFiles.ts'
import { noteInvitations } from './outbox.ts'
import { calendarPart, readCalendarObject } from './readItip.ts'
import { isRefused } from './refusals.ts'

type Invitation = NonNullable<GetData<'calendar/invitation'>['invitation']>
const CLASHES_SHOWN = 3

interface OpenedMail {
  readonly itip: Itip
  readonly messageId: number
  readonly group: ItipGroup
  readonly owner: Owner
  readonly zone: string
  /** The sender's name for the reader. */
  readonly sender: { readonly name: string; readonly address: string }
}

/** The event of a mail, read from its calendar object; null when it has nothing that can be shown. */
export async function openMail(context: Context, reader: MailReader, mailId: number): Promise<OpenedMail | null> {
  const { accountId } = reader
  const mailbox = openMailbox(context, reader)
  const mail = await mailbox.message(mailId)
  const parts = await mailbox.partsOf(mail)
  const sender = { name: mail.from_name, address: mail.from_address.toLowerCase() }
  const zone = zoneOfPerson(await readSettings(context, accountId))
  const part = calendarPart(
    parts.map(({ kind, content_type, size, blob_hash }) => ({
      kind,
      size,
      contentType: content_type,
      blobHash: blob_hash,
    })),
  )
  if (!part) return null
  const from = mail.claims_own_domain === 1 ? '' : sender.address
  const unproven = isUnproven(readArrival(mail.arrival), sender.address)
  const itip = await readCalendarObject(context, { hash: part.blobHash, from, unproven, local: false, zone }).catch(
    (error: unknown) => {
      if (error instanceof CalendarFileRefusedError) return null
      throw error
    },
  )
  const group = itip && groupsOf(itip.events)[0]
  if (!itip || !group) return null
  return { itip, messageId: mail.message_id, group, owner: await ownerOf(context.store.db, accountId), zone, sender }
}

/** The card of a mail that is about an event: its content, what has become of it, and what else is at that time. */
export async function readInvitation(
  context: Context,
  asking: Asking,
  mailId: number,
): Promise<{ invitation: Invitation | null }> {
  const { accountId } = asking
  const opened = await openMail(context, asking, mailId)
  const mailed = opened?.group.series ?? opened?.group.instances[0]
  if (!opened || !mailed) return { invitation: null }
  const { itip, group, owner, zone, sender } = opened
  const rows = await rowsOfUid(context.store.db, accountId, group.uid)
  const series = rows.find((row) => row.series_id === null)
  const at = group.series ? null : mailed.recurrenceAt
  const there = at === null ? series : (rows.find((row) => row.recurrence_at === at) ?? instanceOf(context, series, at))
  const shown = (await there) ?? null
  const organizer = (shown && organizerIn(shown)) ?? mailed.organizer
  const isOrganizer = organizer !== null && isOwn(owner, organizer.address)
  const me = [...(shown ? attendeesOf(shown) : []), ...mailed.attendees].find(({ address }) => isOwn(owner, address))
  const from = mailed.attendees.find(({ address }) => address === itip.from)
  const confirmed = itip.from !== '' && !(itip.unproven && isUnapplied(itip, mailed, shown))
  const trusted =
    confirmed &&
    (['REPLY', 'COUNTER', 'REFRESH'].includes(itip.method)
      ? shown !== null && attendeesOf(shown).some(({ address }) => address.toLowerCase() === itip.from)
      : organizer?.address.toLowerCase() === itip.from || mailed.sentBy === itip.from)
  const stale = shown !== null && !isOrganizer && isNewer(shown, mailed)
  const when = stale || (isOrganizer && itip.method !== 'COUNTER' && shown) ? (shown ?? mailed) : mailed
  const time =
    'start_at' in when
      ? { start: when.start_at, end: when.end_at, allDay: when.all_day === 1 }
      : { start: when.start, end: when.end, allDay: when.allDay }
  const asks = itip.method === 'REQUEST' && !isOrganizer && !shown?.cancelled
  return {
    invitation: {
      method: METHODS.find((one) => one === itip.method) ?? 'PUBLISH',
      title: mailed.title,
      place: stale ? (shown?.place ?? '') : mailed.place,
      link: mailed.link,
      description: mailed.description.slice(0, 2_000),
      ...time,
      repeat: mailed.repeat,
      instance: mailed.recurrenceAt !== null,
      organizer: organizer ? { name: organizer.name, address: organizer.address } : null,
      attendees: (isOrganizer && shown ? attendeesOf(shown) : mailed.attendees).slice(0, 100),
      people: (isOrganizer && shown ? attendeesOf(shown) : mailed.attendees).length,
      role: isOrganizer ? 'organizer' : me ? 'attendee' : 'guest',
      sender,
      trusted,
      unconfirmed: !confirmed,
      stale,
      answer: (shown && attendeesOf(shown).find(({ address }) => isOwn(owner, address))?.answer) ?? '',
      said: from
        ? { answer: from.answer, comment: mailed.comment }
        : mailed.comment
          ? { answer: '', comment: mailed.comment }
          : null,
      before:
        shown && itip.method === 'COUNTER'
          ? { start: shown.start_at, end: shown.end_at, allDay: shown.all_day === 1 }
          : null,
      decided: itip.method === 'COUNTER' ? await decisionOf(context, accountId, mailId, shown, time) : '',
      cancelled: itip.method === 'CANCEL' || shown?.cancelled === 1 || (mailed.cancelled && itip.method !== 'REPLY'),
      event:
        shown && series
          ? { eventId: series.id, at: shown.recurrence_at ?? shown.start_at, version: series.version }
          : null,
      clashes: asks || itip.method === 'COUNTER' ? await clashesWith(context, accountId, group.uid, time, zone) : [],
    },
  }
}

/** Whether a message of the organiser was more than a first invitation, and the calendar has not taken it over. */
const isUnapplied = ({ method }: Itip, mailed: ReadEvent, shown: EventRow | null): boolean =>
  method === 'REQUEST' ? shown !== null && isNewer(mailed, shown) : TO_PEOPLE.has(method)

/** What the organiser has done with another time that was proposed. */
async function decisionOf(
  context: Context,
  accountId: number,
  mailId: number,
  shown: EventRow | null,
  proposed: { readonly start: number; readonly end: number },
): Promise<Invitation['decided']> {
  if (shown && shown.start_at === proposed.start && shown.end_at === proposed.end) return 'taken'
  return (await isRefused(context.store.db, accountId, mailId)) ? 'refused' : ''
}

const METHODS = ['REQUEST', 'CANCEL', 'REPLY', 'COUNTER', 'REFRESH', 'ADD', 'PUBLISH', 'DECLINECOUNTER'] as const

/** One unchanged time of a series, as a row. */
export async function instanceOf(
  context: TransactionContext,
  series: EventRow | undefined,
  at: number,
): Promise<EventRow | undefined> {
  if (!series || !repeats(series)) return undefined
  const { expandSeries } = await import('../../../calendar-model/recurrence/expand.ts')
  if (!expandSeries(seriesOf(series), holidaysOf(context), at, at).starts.includes(at)) return undefined
  return { ...series, start_at: at, end_at: at + (series.end_at - series.start_at), recurrence_at: at }
}

/** The account's other events at a time. Whole days are days of the account's clock. */
async function clashesWith(
  context: Context,
  accountId: number,
  uid: string,
  { start, end, allDay }: { readonly start: number; readonly end: number; readonly allDay: boolean },
  zone: string,
): Promise<Invitation['clashes']> {
  if (allDay) return []
  const times = await busyTimes(context.store.db, context, [accountId], { from: start - DAY_MS, to: end + DAY_MS })
  return times
    .filter((one) => one.uid !== uid)
    .map((one) => ({
      ...one,
      from: one.allDay ? instantOf(zone, one.start) : one.start,
      to: one.allDay ? instantOf(zone, one.end) : one.end,
    }))
    .filter((one) => one.from < end && one.to > start)
    .slice(0, CLASHES_SHOWN)
    .map(({ title, start: from, end: to, allDay: whole }) => ({ title, start: from, end: to, allDay: whole }))
}

/**
 * Answers an invitation from its mail. The event is added to the calendar first where it is not there yet, also when a
 * colleague has forwarded it. The organiser gets the answer some seconds later.
 */
export async function answerInvitation(
  context: Context,
  asking: Asking,
  { mailId, answer, comment }: { mailId: number; answer: Exclude<Attendee['answer'], ''>; comment: string },
) {
  const opened = await openMail(context, asking, mailId)
  if (opened?.itip.method !== 'REQUEST') throw new EventNotFoundError()
  const { group } = opened
  const itip = await withMailFiles(context, opened.itip, await partsOfMessage(context.store.db, opened.messageId))
  const at = group.series ? undefined : (group.instances[0]?.recurrenceAt ?? undefined)
  return answering(context, asking, { answer, comment }, async (trx) => {
    await applyItip(trx, context, asking.accountId, itip, { asGuest: true })
    const rows = await rowsOfUid(trx, asking.accountId, group.uid)
    const series = rows.find((row) => row.series_id === null)
    if (!series) throw new EventNotFoundError()
    return { eventId: series.id, at: series.recurrence_at === null ? at : undefined }
  })
}

/** Answers an event of one's own calendar to which another person has invited; one time of a series, or all. */
export const answerEvent = (
  context: Context,
  asking: Asking,
  {
    eventId,
    at,
    answer,
    comment,
  }: { eventId: number; at?: number | undefined; answer: Exclude<Attendee['answer'], ''>; comment: string },
) => answering(context, asking, { answer, comment }, async () => ({ eventId, at }))

async function answering(
  context: Context,
  { accountId }: Asking,
  reply: { readonly answer: Exclude<Attendee['answer'], ''>; readonly comment: string },
  find: (trx: Trx) => Promise<{ readonly eventId: number; readonly at: number | undefined }>,
): Promise<{ eventId: number; answer: Attendee['answer'] }> {
  const owner = await ownerOf(context.store.db, accountId)
  const { calendarId, eventId } = await transact(
    context,
    async (trx) => {
      const { eventId, at } = await find(trx)
      const before = await takeSnapshot(trx, [eventId])
      const series = before.find((row) => row.id === eventId)
      const calendar =
        series &&
        (await trx
          .selectFrom('calendar')
          .select('id')
          .where('id', '=', series.calendar_id)
          .where('account_id', '=', accountId)
          .executeTakeFirst())
      if (!series || !calendar || series.series_id !== null) throw new EventNotFoundError()
      if (!isInvitation(series, owner) || series.cancelled === 1) throw new EventNotYoursError()
      const storeAnswer = async (row: EventRow) => {
        const as = invitedAs(row, owner) ?? owner.addresses[0]
        const more = { answeredAt: context.now(), comment: reply.comment }
        const attendees = JSON.stringify(withAnswer(attendeesOf(row), as, reply.answer, more))
        await trx.updateTable('event').set({ attendees }).where('id', '=', row.id).execute()
      }
      if (at !== undefined && repeats(series)) await storeAnswer(await exceptionAt(trx, context, series, before, at))
      else for (const row of before) await storeAnswer(row)
      await trx
        .updateTable('event')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', eventId)
        .execute()
      await noteInvitations(trx, context, before, await takeSnapshot(trx, [eventId]))
      await planReminders(trx, context, [eventId])
      return { calendarId: calendar.id, eventId }
    },
    { grows: true },
  )
  await announceCalendars(context, [calendarId])
  return { eventId, answer: reply.answer }
}

/** One time of a series as a row of its own, made where it is not there yet. */
export async function exceptionAt(
  trx: Trx,
  context: TransactionContext,
  series: EventRow,
  rows: readonly EventRow[],
  at: number,
): Promise<EventRow> {
  const there = rows.find((row) => row.series_id === series.id && row.recurrence_at === at)
  if (there) return there
  const one = await instanceOf(context, series, at)
  if (!one) throw new EventNotFoundError()
  const { id: _id, ...columns } = one
  return trx
    .insertInto('event')
    .values({
      ...columns,
      series_id: series.id,
      first_at: one.start_at,
      last_at: one.end_at,
      repeat: null,
      exdates: '[]',
      rdates: '[]',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
