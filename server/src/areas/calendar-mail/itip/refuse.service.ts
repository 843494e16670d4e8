import { EventNotFoundError, EventNotYoursError } from '../../../calendar-model/rows/errors.ts'
import { attendeesOf } from '../../../calendar-model/rows/eventRows.ts'
import type { Context } from '../../../store/context/context.ts'
import { transact } from '../../../store/database/transact.ts'
import { type Asking, isOwn, organizerIn } from '../../calendar-store/index.ts'
import { prepareItipMail } from '../mails/itipMail.ts'
import { queueItip } from '../mails/queueItip.ts'
import { rowsOfUid } from './applyItip.ts'
import { instanceOf, openMail } from './invitation.service.ts'
import { isRefused, noteRefusal } from './refusals.ts'

/**
 * Informs a person that the time they have proposed is not accepted (DECLINECOUNTER, RFC 5546 §3.2.8). The event stays as it
 * is, and other people get no mail; a second call sends no second one. Throws `EventNotFoundError` where the mail proposes
 * nothing or the event is gone, `EventNotYoursError` to all but the organiser, and where its sender is not invited.
 */
export async function refuseProposal(
  context: Context,
  asking: Asking,
  { mailId, comment }: { readonly mailId: number; readonly comment: string },
): Promise<void> {
  const { accountId } = asking
  const opened = await openMail(context, asking, mailId)
  if (opened?.itip.method !== 'COUNTER') throw new EventNotFoundError()
  const { itip, group, owner } = opened
  const at = group.series ? null : (group.instances[0]?.recurrenceAt ?? null)
  const rows = await rowsOfUid(context.store.db, accountId, group.uid)
  const series = rows.find((row) => row.series_id === null)
  const shown =
    at === null ? series : (rows.find((row) => row.recurrence_at === at) ?? (await instanceOf(context, series, at)))
  if (!series || !shown || shown.cancelled === 1) throw new EventNotFoundError()
  const organizer = organizerIn(series)
  const proposer = attendeesOf(shown).find((one) => one.address.toLowerCase() === itip.from)
  if (!organizer || !isOwn(owner, organizer.address) || !proposer) throw new EventNotYoursError()
  const from = { name: owner.name, address: organizer.address }
  const message = await prepareItipMail(context, {
    method: 'DECLINECOUNTER',
    word: 'kept',
    from,
    to: [proposer],
    rows: [{ ...shown, attendees: JSON.stringify([proposer]) }],
    series: at === null ? null : series,
    comment,
    accountId,
  })
  await transact(
    context,
    async (trx) => {
      if (await isRefused(trx, accountId, mailId)) return
      await noteRefusal(trx, context, asking, mailId)
      await queueItip(trx, context, message, { from: from.address, to: [proposer.address], releaseAt: context.now() })
    },
    { grows: true },
  )
}
