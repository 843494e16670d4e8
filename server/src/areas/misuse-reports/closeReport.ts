import type { MisuseReport } from '@yanshu/contracts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { prepareNews } from './misuseMail.ts'
import { readReport } from './reports.ts'

interface Closing {
  readonly reportId: number
  /** For other administrators. */
  readonly note: string
  /** For who reported; '' sends nothing. */
  readonly answer: string
}

/**
 * Closes a report and writes to who reported it. Of two administrators who close it at the same moment one does, and the
 * other gets `done: false`. Throws `NotFoundError`.
 */
export async function closeReport(
  context: Context,
  { accountId }: SessionActor,
  { reportId, note, answer }: Closing,
): Promise<{ report: MisuseReport; done: boolean }> {
  const { db } = context.store
  const { reason } = await readReport(db, reportId)
  const reporter = await db
    .selectFrom('misuse_report')
    .innerJoin('account', 'account.id', 'misuse_report.reporter_id')
    .select(['account.id', 'account.address'])
    .where('misuse_report.id', '=', reportId)
    .executeTakeFirst()
  const message =
    reporter && answer !== '' ? await prepareNews(context, reporter, { kind: 'answered', reason, answer }) : null
  const done = await transact(
    context,
    async (trx) => {
      const closed = await trx
        .updateTable('misuse_report')
        .set({ open: 0, at: context.now(), closed_by: accountId, note, answer: message ? answer : '' })
        .where('id', '=', reportId)
        .where('open', '=', 1)
        .returning('id')
        .executeTakeFirst()
      if (closed && message && reporter) await queueAutomatic(trx, context, message, reporter.address)
      return closed !== undefined
    },
    { grows: message !== null },
  )
  if (done && message) mailTransportOf(context).dispatcher.expect(context.now())
  return { report: await readReport(db, reportId), done }
}

/** Opens a report again; its note stays. Throws `NotFoundError`. */
export async function openReport({ store: { db } }: Context, reportId: number): Promise<MisuseReport> {
  await db.updateTable('misuse_report').set({ open: 1, at: null, closed_by: null }).where('id', '=', reportId).execute()
  return readReport(db, reportId)
}
