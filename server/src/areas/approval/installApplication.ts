import type { MailAddress } from '@yanshu/contracts'
import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import { refuseMail } from '../../mailflow/queue/endMail.ts'
import { queueMail } from '../../mailflow/queue/queueMail.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import type { OutgoingLetter } from '../../mailflow/steps/submissionStep.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { awaitCopy, moveMail } from '../../store/queue/moveMail.ts'
import { writingOf } from '../compose/index.ts'
import { deciders, move } from './approvalMachine.ts'
import { STEP } from './approvalNames.ts'
import { lockRecord, nameOf, noteEvent, save } from './lockedRecord.ts'
import { openRecord } from './openRecord.ts'
import { neededBy } from './planApproval.ts'
import { rulesAt } from './rules.repository.ts'
import { holderOf, waitingWhy } from './waitingWhy.ts'

/** A mail of the demonstration that needs approval, and what became of it. */
export interface Application {
  readonly accountId: number
  readonly to: readonly MailAddress[]
  readonly subject: string
  readonly html: string
  readonly message: PreparedMessage
  /** When it was handed in, epoch milliseconds. */
  readonly at: number
  readonly decision: {
    readonly do: 'pass' | 'reject' | 'withdraw'
    readonly by: number
    readonly comment: string
    readonly at: number
  } | null
}

/**
 * Makes the record of a mail as if it had been handed in at a moment, whether approval is on or not. Nothing is sent: a mail
 * that was passed is not in the queue, and no person is written to. Throws where no rule holds the mail.
 */
export async function installApplication(context: Context, application: Application): Promise<void> {
  const { accountId, message, to, at, decision } = application
  const then: Context = { ...context, now: () => at }
  const recipients = to.map(({ address }) => address)
  const { columns, body, attachments } = message
  const content = {
    subject: columns.subject,
    size: columns.size,
    hasAttachment: columns.has_attachment === 1,
    fileNames: attachments.map(({ name }) => name),
    text: body.text,
    fileText: '',
    truncated: false,
    secrecy: 'free' as const,
  }
  const asked = { rules: await rulesAt(context.store.db, at), approvalCount: 0 }
  const needed = await neededBy(then, accountId, { recipients, leavesAt: at, content, approverId: null }, asked)
  const machine = needed?.machine
  if (!needed || !machine) throw new Error(`no rule holds “${columns.subject}”`)
  const from = { name: columns.from_name, address: columns.from_address }
  await transact(context, async (trx) => {
    const messageId = await storeMessage(trx, context, message)
    const letterId = await queueMail(trx, {
      origin: 'page',
      accountId,
      mailId: 0,
      requestId: `installed-${columns.rfc_message_id}`,
      messageId,
      envelopeFrom: from.address,
      recipients,
      writing: writtenAs(application),
      hold: { step: STEP, by: holderOf(machine), why: waitingWhy(machine), until: null },
      askAt: null,
      now: at,
    })
    await awaitCopy(trx, letterId, '[]')
    const letter: OutgoingLetter = {
      id: letterId,
      origin: 'page',
      countsFor: accountId,
      accountId,
      envelopeFrom: from.address,
      recipients,
      createdAt: at,
      releaseAt: at,
      subject: columns.subject,
      from,
      rfcMessageId: columns.rfc_message_id,
      automatic: false,
      size: columns.size,
      rawHash: columns.raw_hash ?? '',
      hasAttachment: columns.has_attachment === 1,
    }
    // It waits without end, so that the demonstration is the same weeks later.
    const opened = {
      letter,
      needed: { ...needed, machine },
      messageId,
      wanted: null,
      dueAt: null,
      people: deciders(machine),
    }
    await openRecord(trx, { ...context, now: () => at }, { ...opened, notify: false })
    if (decision) await endAs(trx, context, letterId, decision)
  })
}

const writtenAs = ({ to, subject, html, at }: Application): string =>
  writingOf(
    {
      kind: 'new',
      sourceMailId: null,
      from: '',
      to: [...to],
      cc: [],
      bcc: [],
      subject,
      html,
      fileIds: [],
      options: {},
    },
    at,
    null,
  )

/** Ends a record, and takes its mail out of the queue without a report. */
async function endAs(
  trx: Trx,
  context: TransactionContext,
  outgoingId: string,
  { do: done, by, comment, at }: NonNullable<Application['decision']>,
): Promise<void> {
  // A trigger of the store ends the record.
  if (done === 'withdraw') return void (await moveMail(trx, outgoingId, { to: 'taken-back' }))
  const then: TransactionContext = { ...context, now: () => at }
  const { id } = await trx
    .selectFrom('approval_record')
    .select('id')
    .where('outgoing_id', '=', outgoingId)
    .executeTakeFirstOrThrow()
  const { row, machine } = await lockRecord(trx, then, id)
  const moved = move(machine, { do: done, by, comment }, at)
  if ('refused' in moved) throw new Error(`${by} may not decide about “${row.subject}”`)
  await noteEvent(trx, then, row, { kind: moved.event, by: await nameOf(trx, by), comment })
  await save(trx, then, row, { before: machine, after: moved.machine, isNew: false })
  await refuseMail(trx, outgoingId, { status: '', reason: '', report: false }, at)
}
