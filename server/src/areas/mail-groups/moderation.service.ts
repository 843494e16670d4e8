import { randomBytes } from 'node:crypto'
import type { WaitingMail } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import { queueMail } from '../../mailflow/queue/queueMail.ts'
import type { DueEffect } from '../../mailflow/steps/deliveryStep.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { prepareRefusal } from './refusalNotice.ts'

/** Mails of one answer; who has more decides on these first. */
const SHOWN = 100

/** What the step of delivery notes of a mail that waits. */
interface Held {
  readonly groupId: number
  readonly rawHash: string
  readonly from: string
  readonly senderId: number | null
}

/** Keeps a mail for the managers of a moderated group, in the transaction that follows its delivery to them. */
export async function holdMail(trx: Trx, { now }: Pick<TransactionContext, 'now'>, effect: DueEffect): Promise<void> {
  const { groupId, rawHash, from, senderId } = effect.data as Held
  const message = await trx.selectFrom('message').select('id').where('raw_hash', '=', rawHash).executeTakeFirst()
  const group = await trx.selectFrom('mail_group').select('id').where('id', '=', groupId).executeTakeFirst()
  // Its managers have deleted it, or the group is gone: there is nothing left to decide.
  if (!message || !group) return
  await trx
    .insertInto('mail_group_waiting')
    .values({
      id: randomBytes(15).toString('base64url'),
      group_id: groupId,
      message_id: message.id,
      envelope_from: from,
      sender_id: senderId,
      created_at: now(),
    })
    .execute()
}

/** How many mails wait for the managers of a group. */
export async function countWaiting(db: Kysely<Schema>, groupId: number): Promise<number> {
  const { count } = await db
    .selectFrom('mail_group_waiting')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Mails that wait, the oldest first. */
export async function listWaiting({ store }: Pick<Context, 'store'>, groupId: number): Promise<WaitingMail[]> {
  const rows = await store.db
    .selectFrom('mail_group_waiting')
    .innerJoin('message', 'message.id', 'mail_group_waiting.message_id')
    .select(['mail_group_waiting.id', 'mail_group_waiting.created_at'])
    .select(['subject', 'from_name', 'from_address', 'preview'])
    .where('group_id', '=', groupId)
    .orderBy('mail_group_waiting.created_at')
    .orderBy('mail_group_waiting.id')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    waitingId: row.id,
    subject: row.subject,
    from: { name: row.from_name, address: row.from_address },
    preview: row.preview,
    receivedAt: row.created_at,
  }))
}

/**
 * Lets a waiting mail through, by the same way that mail of this system takes, so that it passes the steps of each
 * member; or drops it, and tells a colleague who has sent it. Throws `NotFoundError` when somebody else was first.
 */
export async function decide(
  context: Context,
  { groupId, waitingId, letThrough }: { groupId: number; waitingId: string; letThrough: boolean },
): Promise<void> {
  const now = context.now()
  const notice = letThrough ? null : await prepareRefusal(context, { groupId, waitingId })
  await transact(
    context,
    async (trx) => {
      const mail = await trx
        .deleteFrom('mail_group_waiting')
        .where('id', '=', waitingId)
        .where('group_id', '=', groupId)
        .returning(['message_id', 'envelope_from'])
        .executeTakeFirst()
      const group = await trx.selectFrom('mail_group').select('address').where('id', '=', groupId).executeTakeFirst()
      if (!mail || !group) throw new NotFoundError()
      await trx.insertInto('garbage_message').values({ message_id: mail.message_id, since: now }).execute()
      if (notice) await queueAutomatic(trx, context, notice.message, notice.to)
      if (!letThrough) return
      await queueMail(trx, {
        accountId: 0,
        mailId: 0,
        requestId: '',
        messageId: mail.message_id,
        envelopeFrom: mail.envelope_from,
        recipients: [group.address],
        releaseAt: now,
        now,
      })
    },
    { grows: true },
  )
  mailTransportOf(context).dispatcher.expect(now)
}

/** Drops what waits for a group that is deleted. */
export async function dropWaiting(trx: Trx, { now }: Pick<TransactionContext, 'now'>, groupId: number): Promise<void> {
  const dropped = await trx
    .deleteFrom('mail_group_waiting')
    .where('group_id', '=', groupId)
    .returning('message_id')
    .execute()
  if (dropped.length === 0) return
  await trx
    .insertInto('garbage_message')
    .values(dropped.map(({ message_id }) => ({ message_id, since: now() })))
    .execute()
}
