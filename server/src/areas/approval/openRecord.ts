import type { ApprovalPerson, ApprovalState } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import type { OutgoingLetter } from '../../mailflow/steps/submissionStep.ts'
import type { TransactionContext } from '../../store/context/context.ts'
import type { ApprovalRecordTable } from '../../store/database/approval.schema.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import type { Trx } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { holdMessage, readAddresses, removeMails } from '../../store/mailbox/index.ts'
import { awaitCopy } from '../../store/queue/moveMail.ts'
import { deciders, type Machine, type Replaced, reached } from './approvalMachine.ts'
import { NOTICE_JOB, TIMEOUT_JOB } from './approvalNames.ts'
import type { Needed } from './planApproval.ts'

interface Opened {
  readonly letter: OutgoingLetter
  readonly needed: Needed & { readonly machine: Machine }
  readonly messageId: number
  /** Whom its sender has chosen to decide; null for none. */
  readonly wanted: number | null
  readonly dueAt: number | null
  readonly people: readonly ApprovalPerson[]
  /** Whether those who decide are written to. */
  readonly notify: boolean
}

/**
 * The record of a mail that is held, in the transaction that holds it. The sender's copy leaves the sent folder, and comes
 * back when the mail has left; that of a letter with a sending time stays, where it stands as one that leaves later.
 */
export async function openRecord(trx: Trx, context: TransactionContext, opened: Opened): Promise<void> {
  const { letter, needed, messageId, dueAt, notify } = opened
  const { accountId, rule, why, facts, machine } = needed
  const now = context.now()
  const account = await trx
    .selectFrom('account')
    .select(['name', 'address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const message = await trx
    .selectFrom('message')
    .select(['to_list', 'cc_list', 'raw_hash', 'subject', 'rfc_message_id', 'refs'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
  const outgoing = await trx
    .selectFrom('outgoing')
    .select(['mail_id', 'writing'])
    .where('id', '=', letter.id)
    .executeTakeFirstOrThrow()
  // A letter that leaves later stays where its sender finds it, with its time.
  const sendAt = letter.releaseAt > now ? letter.releaseAt : null
  const names = new Map(
    [...readAddresses(message.to_list), ...readAddresses(message.cc_list)].map((one) => [
      one.address.toLowerCase(),
      one.name,
    ]),
  )
  const recipients = facts.recipients.map((one) => ({ name: names.get(one.address.toLowerCase()) ?? '', ...one }))
  const isThere = await trx.selectFrom('approval_rule').select('id').where('id', '=', rule.ruleId).executeTakeFirst()
  const record = await trx
    .insertInto('approval_record')
    .values({
      outgoing_id: letter.id,
      account_id: accountId,
      applicant: JSON.stringify(account),
      rule_id: isThere ? rule.ruleId : null,
      rule_name: rule.name,
      comment_required: rule.commentRequired ? 1 : 0,
      message_id: messageId,
      raw_hash: message.raw_hash ?? '',
      subject: message.subject,
      recipients: JSON.stringify(recipients),
      recipient_count: recipients.length,
      outside_count: recipients.filter(({ outside }) => outside).length,
      has_attachment: facts.hasAttachment ? 1 : 0,
      size: letter.size,
      why: JSON.stringify(why),
      state: machine.state,
      level: machine.level,
      levels: JSON.stringify({ levels: machine.levels, barred: machine.barred }),
      writing: outgoing.writing,
      created_at: now,
      due_at: dueAt,
      decided_at: null,
      reminded_at: null,
      send_at: sendAt,
      previous_id: await versionBefore(trx, accountId, outgoing.writing),
      draft_id: null,
      conversation: message.refs.split(' ')[0] || message.rfc_message_id,
    })
    // Judged by two servers at once: the other one was first.
    .onConflict((conflict) => conflict.column('outgoing_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!record) return
  await holdMessage(trx, messageId, 'approval_record', [record.id])
  await trx
    .insertInto('approval_event')
    .values({
      record_id: record.id,
      at: now,
      kind: 'submitted',
      by_id: accountId,
      by_name: account.name || account.address,
      comment: '',
      raw_hash: message.raw_hash ?? '',
    })
    .execute()
  const made = { id: record.id, raw_hash: message.raw_hash ?? '' }
  if (opened.wanted !== null) await noteChoice(trx, context, made, opened)
  await noteStandIns(trx, context, made, needed.replaced)
  await writePeople(trx, context, record.id, machine, notify)
  // The page of its sender counts it, and lists it.
  noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
  if (dueAt !== null) await enqueue(trx, context, TIMEOUT_JOB, [{ key: `${record.id}`, at: dueAt }])
  if (sendAt === null && letter.accountId !== null && outgoing.mail_id !== null) {
    const copy = await trx
      .selectFrom('mail')
      .select('bcc_list')
      .where('id', '=', outgoing.mail_id)
      .where('account_id', '=', letter.accountId)
      .executeTakeFirst()
    if (copy) {
      await awaitCopy(trx, letter.id, copy.bcc_list)
      await removeMails(trx, context, letter.accountId, [outgoing.mail_id])
    }
  }
}

/** Whom the sender has chosen, in the history of a record, or that this person may not decide about it any more. */
async function noteChoice(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  { id, raw_hash }: Pick<Selectable<ApprovalRecordTable>, 'id' | 'raw_hash'>,
  { needed: { accountId, chosen }, wanted }: Opened,
): Promise<void> {
  const nameOf = async (account: number | null) => {
    const row = await trx
      .selectFrom('account')
      .select(['name', 'address'])
      .where('id', '=', account ?? 0)
      .executeTakeFirst()
    return row ? row.name || row.address : ''
  }
  const by = chosen ? { by_id: accountId, by_name: await nameOf(accountId) } : { by_id: null, by_name: '' }
  const kind = chosen ? ('chosen' as const) : ('choice-void' as const)
  const comment = `→ ${await nameOf(wanted)}`
  await trx
    .insertInto('approval_event')
    .values({ record_id: id, at: now(), kind, ...by, comment, raw_hash })
    .execute()
}

/** Who stands in for whom, in the history of a record. */
export async function noteStandIns(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  { id, raw_hash }: Pick<Selectable<ApprovalRecordTable>, 'id' | 'raw_hash'>,
  replaced: readonly Replaced[],
): Promise<void> {
  for (const { away, standIn } of replaced) {
    const by = { by_id: null, by_name: '', comment: `${away} → ${standIn}` }
    await trx
      .insertInto('approval_event')
      .values({ record_id: id, at: now(), kind: 'stand-in', ...by, raw_hash })
      .execute()
  }
}

/** The record of what a letter was before its sender wrote it anew; null for the first version. */
async function versionBefore(trx: Trx, accountId: number, writing: string | null): Promise<number | null> {
  const { from_draft: draftId = null } = JSON.parse(writing ?? '{}') as { readonly from_draft?: number | null }
  if (draftId === null) return null
  const ended = await trx
    .selectFrom('approval_record')
    .select('id')
    .where('account_id', '=', accountId)
    .where('draft_id', '=', draftId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (ended) return ended.id
  const takenBack = await trx
    .selectFrom('outgoing')
    .innerJoin('approval_record', 'approval_record.outgoing_id', 'outgoing.id')
    .select('approval_record.id')
    .where('outgoing.mail_id', '=', draftId)
    .where('outgoing.state', '=', 'taken-back')
    .where('approval_record.account_id', '=', accountId)
    .executeTakeFirst()
  return takenBack?.id ?? null
}

/** Whom a record has reached, for their lists; those for whom it begins to wait are written to. */
export async function writePeople(
  trx: Trx,
  context: TransactionContext,
  recordId: number,
  machine: Machine,
  notify = true,
): Promise<void> {
  const before = await trx
    .selectFrom('approval_person')
    .select(['account_id', 'waiting'])
    .where('record_id', '=', recordId)
    .execute()
  const waits = new Set(deciders(machine).flatMap(({ accountId }) => accountId ?? []))
  const ids = [...new Set([...reached(machine).flatMap(({ accountId }) => accountId ?? [])])]
  const there = await trx
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .execute()
  for (const { id } of there) {
    const values = { state: machine.state as ApprovalState, waiting: waits.has(id) ? 1 : 0 }
    await trx
      .insertInto('approval_person')
      .values({ record_id: recordId, account_id: id, ...values })
      .onConflict((conflict) => conflict.columns(['record_id', 'account_id']).doUpdateSet(values))
      .execute()
    // The page counts what waits for a person with their settings.
    noteChange(trx, id, { kind: 'settings', folderId: null, mailIds: [] })
  }
  if (!notify) return
  const waited = new Set(before.flatMap(({ account_id, waiting }) => (waiting === 1 ? [account_id] : [])))
  const keys = [...waits].filter((id) => !waited.has(id)).map((id) => ({ key: `${recordId}:${id}` }))
  await enqueue(trx, context, NOTICE_JOB, keys)
}
