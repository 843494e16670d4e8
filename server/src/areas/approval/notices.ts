import { type ApprovalNotice, NOTIFICATION_SUBJECT_LENGTH, visibleText } from '@yanshu/contracts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { policyOfLetter } from '../../store/mailbox/index.ts'
import type { RecordRow } from './lockedRecord.ts'
import { requireRecord } from './requireRecord.ts'

/** Whether a letter is confidential, or has a reading password: notices then have nothing of it. */
export async function isConfidential({ store }: Pick<Context, 'store'>, messageId: number): Promise<boolean> {
  const policy = await policyOfLetter(store.db, messageId)
  return policy !== undefined && (policy.secret === 1 || policy.password_hash !== null)
}

/**
 * What a notice has about a record: for who decides, that it waits for them; for its sender, how it was decided. null when
 * there is nothing of that any more. Throws `NotFoundError` for a record that does not concern the account.
 */
export async function readNotice(
  context: Pick<Context, 'store'>,
  accountId: number,
  recordId: number,
): Promise<ApprovalNotice | null> {
  const { row, isApplicant, mayDecide } = await requireRecord(context, accountId, recordId)
  const kind = mayDecide ? 'waits' : isApplicant ? endOf(row.state) : null
  if (kind === null) return null
  const isHidden = await isConfidential(context, row.message_id)
  const name = kind === 'waits' ? applicantOf(row) : await deciderOf(context, recordId)
  return {
    kind,
    path: `/appreply/0/${recordId}/${row.created_at}/all/${row.state}`,
    name: isHidden ? '' : visibleText(name),
    subject: isHidden ? '' : visibleText(row.subject).slice(0, NOTIFICATION_SUBJECT_LENGTH),
  }
}

/** Its sender has withdrawn it themselves. */
const endOf = (state: RecordRow['state']) => (state === 'pending' || state === 'withdrawn' ? null : state)

function applicantOf({ applicant }: Pick<RecordRow, 'applicant'>): string {
  const { name, address } = JSON.parse(applicant) as { readonly name: string; readonly address: string }
  return name || address
}

/** Who decided last; '' where its time ran out. */
async function deciderOf({ store }: Pick<Context, 'store'>, recordId: number): Promise<string> {
  const last = await store.db
    .selectFrom('approval_event')
    .select('by_name')
    .where('record_id', '=', recordId)
    .where('kind', 'in', ['passed', 'rejected', 'timed-out-sent', 'timed-out-refused'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.by_name ?? ''
}

/** Notes a record for the browsers of an account whose page is closed, where it has some. */
export async function noteForBrowsers(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  accountId: number,
  recordId: number,
): Promise<void> {
  const listens = await trx
    .selectFrom('push_subscription')
    .select('account_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  if (!listens) return
  await trx
    .insertInto('push_note')
    .values({ account_id: accountId, mail_id: 0, approval_id: recordId, created_at: now() })
    .execute()
}

/** After the commit: open pages of an account read the notice of a record. */
export function announceNotice({ events }: Pick<Context, 'events'>, accountId: number, recordId: number): void {
  events.publish(accountId, { optType: 'event', name: 'mail.approval', data: { recordId } })
}
