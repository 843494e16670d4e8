import type { ApprovalState, MailAddress } from '@yanshu/contracts'
import { optionOf } from '@yanshu/contracts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { splitMail } from '../../mailflow/queue/splitMail.ts'
import type { Actor } from '../../platform/actor/actor.ts'
import { BadRequestError, ForbiddenError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { holdMessage, policyOfLetter, readAddresses } from '../../store/mailbox/index.ts'
import { awaitCopy } from '../../store/queue/moveMail.ts'
import { FOLLOW_UP_LETTER } from '../compose/index.ts'
import { ApprovalChangedError, ApprovalClosedError } from './approvalErrors.ts'
import { deciders } from './approvalMachine.ts'
import { NOTICE_JOB, STEP, TIMEOUT_JOB } from './approvalNames.ts'
import { act, announce, type Locked, lockRecord, nameOf, noteEvent, type RecordRow } from './lockedRecord.ts'
import { writePeople } from './openRecord.ts'
import { requireReached } from './records.service.ts'
import { holderOf, waitingWhy } from './waitingWhy.ts'
import { optionsIn } from './writingOptions.ts'

/** Recipients of a record, as they stand in its row. */
export type RecordRecipient = MailAddress & { readonly outside: boolean }

interface Parts {
  readonly recordId: number
  readonly hash: string
  /** Lower case. */
  readonly hold: readonly string[]
  readonly reason: string
}

/**
 * Whether a mail may be passed for some of its recipients: it has several, and is read freely. The conditions under which a
 * letter is read begin with the moment at which it leaves, so all its recipients get such a letter together.
 */
export const mayPart = async (
  { store }: Pick<Context, 'store'>,
  { recipient_count, message_id }: Pick<RecordRow, 'recipient_count' | 'message_id'>,
): Promise<boolean> => recipient_count > 1 && (await policyOfLetter(store.db, message_id)) === undefined

/**
 * Passes a mail for some of its recipients. The others wait for the same people as before, as a mail of its own with the
 * same bytes and a record of its own. It is one transaction: each recipient is in one of the two mails.
 * Throws as `decide` does, and `BadRequestError` where the held ones are none or all of the recipients.
 */
export async function decideParts(
  context: Context,
  caller: Pick<Actor, 'accountId' | 'personId'>,
  { recordId, hash, hold, reason }: Parts,
): Promise<{ readonly state: ApprovalState; readonly heldId: number }> {
  if (caller.personId !== caller.accountId) throw new ForbiddenError()
  const done = await transact(context, async (trx) => {
    await requireReached(trx, recordId, caller.accountId)
    const locked = await lockRecord(trx, context, recordId)
    const { row, machine, mail } = locked
    if (!mail || !deciders(machine).some(({ accountId }) => accountId === caller.accountId))
      throw new ApprovalClosedError()
    if (hash !== row.raw_hash) throw new ApprovalChangedError()
    const wanted = new Set(hold)
    const all = JSON.parse(row.recipients) as readonly RecordRecipient[]
    const held = all.filter(({ address }) => wanted.has(address.toLowerCase()))
    const passed = all.filter((one) => !held.includes(one))
    if (held.length === 0 || held.length < wanted.size || passed.length === 0) throw new BadRequestError(['hold'])
    if (await policyOfMessage(trx, row.message_id)) throw new BadRequestError(['hold'])
    const by = await nameOf(trx, caller.accountId)
    const heldId = await holdBack(trx, context, locked, { held, passed, by, reason })
    const names = held.map(({ name, address }) => name || address).join('、')
    await noteEvent(trx, context, row, { kind: 'held-back', by, comment: `${names}：${reason}` })
    const action = { do: 'pass', by: caller.accountId, comment: reason } as const
    const after = await act(trx, context, locked, { action, by, comment: '' })
    return { after, heldId, machine, row }
  })
  mailTransportOf(context).dispatcher.expect(context.now())
  announce(context, done.row, done.after)
  announce(context, { ...done.row, id: done.heldId }, done.machine)
  return { state: done.after.state, heldId: done.heldId }
}

const policyOfMessage = async (trx: Trx, messageId: number): Promise<boolean> =>
  (await policyOfLetter(trx, messageId)) !== undefined

interface HeldBack {
  readonly held: readonly RecordRecipient[]
  readonly passed: readonly RecordRecipient[]
  readonly by: Awaited<ReturnType<typeof nameOf>>
  readonly reason: string
}

/** The mail and the record of those who wait on. The first record is left with the others. Answers the new record. */
async function holdBack(
  trx: Trx,
  context: TransactionContext,
  { row, machine }: Locked,
  { held, passed, by, reason }: HeldBack,
): Promise<number> {
  const outgoing = await trx
    .selectFrom('outgoing')
    .select(['writing', 'awaited_copy', 'mail_id', 'release_at'])
    .where('id', '=', row.outgoing_id)
    .executeTakeFirstOrThrow()
  const addresses = held.map(({ address }) => address)
  const writing = outgoing.writing === null ? null : writingTo(outgoing.writing, addresses)
  const outgoingId = await splitMail(trx, context, row.outgoing_id, {
    addresses,
    hold: { step: STEP, by: holderOf(machine), why: waitingWhy(machine), until: null },
    writing,
    awaitedCopy: await copyFor(trx, outgoing, addresses),
  })
  const { id: _, ...columns } = row
  const { id } = await trx
    .insertInto('approval_record')
    .values({
      ...columns,
      ...countsOf(held),
      outgoing_id: outgoingId,
      writing: row.writing === null ? null : writingTo(row.writing, addresses),
      reminded_at: null,
      draft_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.updateTable('approval_record').set(countsOf(passed)).where('id', '=', row.id).execute()
  // The copy of those who get it now names no blind copy of the others.
  if (outgoing.awaited_copy !== null) {
    const others = passed.map(({ address }) => address)
    await awaitCopy(trx, row.outgoing_id, among(outgoing.awaited_copy, others))
  }
  await holdMessage(trx, row.message_id, 'approval_record', [id])
  const kept = { ...row, id }
  await noteEvent(trx, context, kept, { kind: 'submitted', by: applicantOf(row), comment: '' })
  await noteEvent(trx, context, kept, { kind: 'held-back', by, comment: reason })
  // Those who decide have it before them already.
  await writePeople(trx, context, id, machine, false)
  if (row.due_at !== null) await enqueue(trx, context, TIMEOUT_JOB, [{ key: `${id}`, at: row.due_at }])
  if (row.account_id !== null) await enqueue(trx, context, NOTICE_JOB, [{ key: `${id}:${row.account_id}` }])
  const days = writing === null ? null : optionOf(optionsIn(writing), 'mail.followUp')
  if (days !== null)
    await enqueue(trx, context, FOLLOW_UP_LETTER, [{ key: `${outgoingId} ${days}`, at: outgoing.release_at }])
  return id
}

const countsOf = (recipients: readonly RecordRecipient[]) => ({
  recipients: JSON.stringify(recipients),
  recipient_count: recipients.length,
  outside_count: recipients.filter(({ outside }) => outside).length,
})

const applicantOf = ({ account_id, applicant }: RecordRow) => {
  const { name, address } = JSON.parse(applicant) as MailAddress
  return { accountId: account_id, name: name || address }
}

const among = (stored: string, addresses: readonly string[]): string => {
  const wanted = new Set(addresses.map((address) => address.toLowerCase()))
  return JSON.stringify(readAddresses(stored).filter(({ address }) => wanted.has(address.toLowerCase())))
}

/** What a letter was written from, to these of its recipients alone: what it becomes again when they are withdrawn. */
function writingTo(writing: string, addresses: readonly string[]): string {
  const row = JSON.parse(writing) as { to_list: string; cc_list: string; bcc_list: string }
  const lists = { to_list: row.to_list, cc_list: row.cc_list, bcc_list: row.bcc_list }
  return JSON.stringify({
    ...row,
    ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, among(list, addresses)])),
  })
}

/** The blind copies of the sender's copy that is filed when the held part leaves; null where its sender has none. */
async function copyFor(
  trx: Trx,
  { awaited_copy, mail_id }: { readonly awaited_copy: string | null; readonly mail_id: number | null },
  addresses: readonly string[],
): Promise<string | null> {
  if (awaited_copy !== null) return among(awaited_copy, addresses)
  if (mail_id === null) return null
  const copy = await trx.selectFrom('mail').select('bcc_list').where('id', '=', mail_id).executeTakeFirst()
  return copy ? among(copy.bcc_list, addresses) : null
}
