import { eventProblem } from '@yanshu/contracts'
import { EventNotFoundError, EventNotYoursError } from '../../../calendar-model/rows/errors.ts'
import { attendeesOf, type EventRow } from '../../../calendar-model/rows/eventRows.ts'
import { BadRequestError } from '../../../platform/http/errors.ts'
import type { Context } from '../../../store/context/context.ts'
import { transact } from '../../../store/database/transact.ts'
import {
  type Asking,
  announceCalendars,
  invitedAs,
  isInvitation,
  organizerIn,
  ownerOf,
} from '../../calendar-store/index.ts'
import { prepareItipMail } from '../mails/itipMail.ts'
import { queueItip } from '../mails/queueItip.ts'
import { applyItip, rowsOfUid } from './applyItip.ts'
import { instanceOf, openMail } from './invitation.service.ts'

interface Proposal {
  readonly mailId: number
  readonly start: number
  readonly end: number
  readonly allDay: boolean
  readonly comment: string
}

/**
 * Proposes another time to the organiser (COUNTER, RFC 5546 §3.2.7). Nothing changes before the organiser moves the event.
 * Throws `EventNotFoundError` where the mail asks nothing, `EventNotYoursError` to the organiser.
 */
export async function proposeTime(context: Context, asking: Asking, proposal: Proposal): Promise<void> {
  const { accountId } = asking
  const opened = await openMail(context, asking, proposal.mailId)
  if (opened?.itip.method !== 'REQUEST') throw new EventNotFoundError()
  const { itip, group } = opened
  const at = group.series ? null : (group.instances[0]?.recurrenceAt ?? null)
  // An invitation that a colleague has passed on is added to the calendar first, as when it is answered.
  const calendarIds = await transact(context, async (trx) => {
    return (await applyItip(trx, context, accountId, itip, { asGuest: true })).calendarIds
  })
  if (calendarIds.length > 0) await announceCalendars(context, calendarIds)
  const rows = await rowsOfUid(context.store.db, accountId, group.uid)
  const series = rows.find((row) => row.series_id === null)
  const shown =
    at === null ? series : (rows.find((row) => row.recurrence_at === at) ?? (await instanceOf(context, series, at)))
  if (!shown || shown.cancelled === 1) throw new EventNotFoundError()
  const { start, end, allDay } = proposal
  if (eventProblem({ title: shown.title, start, end, allDay })) throw new BadRequestError(['end'])
  if (start === shown.start_at && end === shown.end_at) throw new BadRequestError(['start'])
  await sendProposal(context, accountId, { shown, series: series ?? null, at, proposal })
}

interface Sending {
  readonly shown: EventRow
  readonly series: EventRow | null
  /** The time of a series that is meant; null for an event of its own, or all of a series. */
  readonly at: number | null
  readonly proposal: Proposal
}

async function sendProposal(
  context: Context,
  accountId: number,
  { shown, series, at, proposal }: Sending,
): Promise<void> {
  const owner = await ownerOf(context.store.db, accountId)
  const organizer = organizerIn(shown)
  const as = invitedAs(shown, owner)
  const me = attendeesOf(shown).find(({ address }) => address === as)
  if (!organizer || !as || !me || !isInvitation(shown, owner)) throw new EventNotYoursError()
  const row: EventRow = {
    ...shown,
    recurrence_at: at,
    start_at: proposal.start,
    end_at: proposal.end,
    all_day: proposal.allDay ? 1 : 0,
    attendees: JSON.stringify([{ ...me, answer: me.answer || 'tentative' }]),
  }
  const message = await prepareItipMail(context, {
    method: 'COUNTER',
    word: 'proposed',
    from: { name: owner.name, address: as },
    to: [organizer],
    rows: [row],
    series: at === null ? null : series,
    comment: proposal.comment,
    accountId,
  })
  await transact(
    context,
    (trx) => queueItip(trx, context, message, { from: as, to: [organizer.address], releaseAt: context.now() }),
    { grows: true },
  )
}
