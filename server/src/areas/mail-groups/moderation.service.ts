import type { WaitingMail } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import { type Decider, decideHeld } from '../../mailflow/queue/decideHeld.ts'
import { queueMail } from '../../mailflow/queue/queueMail.ts'
import { readdress } from '../../mailflow/queue/recipientRows.ts'
import type { DueEffect } from '../../mailflow/steps/deliveryStep.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/index.ts'
import type { Holder } from '../../store/queue/outgoingState.ts'
import { prepareRefusal } from './refusalNotice.ts'

/** The step of sending that holds such mails; it stands in their rows. */
const STEP = 'mail-groups'

/** Shown to a colleague with their own copy. */
const REFUSED = '邮件组的管理员未放行 / refused by a manager of the mail group'
const GROUP_GONE = '邮件组已删除 / the mail group was deleted'

/** Mails of one answer; who has more decides on these first. */
const SHOWN = 100

/** What the step of delivery notes of a mail that waits. */
interface Held {
  readonly groupId: number
  readonly rawHash: string
  readonly from: string
  readonly senderId: number | null
}

const managersOf = (groupId: number): Holder => `group:${groupId}`

/** What holds a mail to a moderated group. */
export const moderationHold = ({ id, address }: { readonly id: number; readonly address: string }) => ({
  by: managersOf(id),
  why: `等待邮件组 ${address} 的管理员审核 / waits for a manager of the mail group ${address}`,
  until: null,
})

/** The moderated group that a mail waits for. */
export const groupFor = (db: Kysely<Schema>, addresses: readonly string[]) =>
  db
    .selectFrom('mail_group')
    .select(['id', 'address'])
    .where(
      'address',
      'in',
      addresses.map((address) => address.toLowerCase()),
    )
    .where('moderated', '=', 1)
    .executeTakeFirst()

/** Keeps a mail for the managers of a moderated group, in the transaction that follows its delivery to them. */
export async function keepForManagers(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  effect: DueEffect,
): Promise<void> {
  const { groupId, rawHash, from, senderId } = effect.data as Held
  const message = await trx.selectFrom('message').select('id').where('raw_hash', '=', rawHash).executeTakeFirst()
  const group = await trx
    .selectFrom('mail_group')
    .select(['id', 'address'])
    .where('id', '=', groupId)
    .executeTakeFirst()
  // Its managers have deleted it, or the group is gone: there is nothing left to decide.
  if (!message || !group) return
  await queueMail(trx, {
    origin: 'group',
    accountId: senderId,
    mailId: senderId === null ? null : await copyOf(trx, senderId, message.id),
    messageId: message.id,
    envelopeFrom: from,
    recipients: [group.address],
    hold: { step: STEP, ...moderationHold(group) },
    now: now(),
  })
}

/** The sender's own copy of a mail, null when they have deleted it. */
async function copyOf(trx: Trx, accountId: number, messageId: number): Promise<number | null> {
  const copy = await trx
    .selectFrom('mail')
    .select('id')
    .where('message_id', '=', messageId)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .executeTakeFirst()
  return copy?.id ?? null
}

/** How many mails wait for the managers of a group. */
export async function countWaiting(db: Kysely<Schema>, groupId: number): Promise<number> {
  const { count } = await db
    .selectFrom('outgoing')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('held_by', '=', managersOf(groupId))
    // As it stands in the index.
    .where(sql<boolean>`state = 'held'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Mails that wait, the oldest first. */
export async function listWaiting({ store }: Pick<Context, 'store'>, groupId: number): Promise<WaitingMail[]> {
  const rows = await store.db
    .selectFrom('outgoing')
    .innerJoin('message', 'message.id', 'outgoing.message_id')
    .select(['outgoing.id', 'outgoing.created_at'])
    .select(['subject', 'from_name', 'from_address', 'preview'])
    .where('outgoing.held_by', '=', managersOf(groupId))
    .where(sql<boolean>`outgoing.state = 'held'`)
    .orderBy('outgoing.created_at')
    .orderBy('outgoing.id')
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
 * Lets a waiting mail through, so that it passes the other steps and those of each member; or refuses it, and notifies a
 * colleague who has sent it. Throws `NotFoundError` when another manager has decided before, `ForbiddenError` for who
 * does not manage the group.
 */
export async function decide(
  context: Context,
  decider: Decider,
  { groupId, waitingId, letThrough }: { groupId: number; waitingId: string; letThrough: boolean },
): Promise<void> {
  const now = context.now()
  const waiting = { id: waitingId, by: managersOf(groupId), decider, now }
  const notice = letThrough ? null : await prepareRefusal(context, waiting)
  // Mail from outside may be forged: its sender gets neither report nor notice.
  const refuse = { status: '5.7.1', reason: REFUSED, report: false }
  const decided = await transact(
    context,
    async (trx) => {
      const mail = await decideHeld(trx, waiting, letThrough ? 'pass' : { refuse })
      if (!mail) throw new NotFoundError()
      if (notice) await queueAutomatic(trx, context, notice.message, notice.to)
      if (letThrough) await sendToGroup(trx, mail.id, groupId)
      return mail
    },
    { grows: true },
  )
  mailTransportOf(context).dispatcher.expect(now)
  if (decided.account_id !== null) announceChanges(context, [decided.account_id])
}

/** The address of the group may have changed since. */
async function sendToGroup(trx: Trx, id: string, groupId: number): Promise<void> {
  const group = await trx.selectFrom('mail_group').select('address').where('id', '=', groupId).executeTakeFirst()
  if (!group) return
  await readdress(trx, id, group.address)
}

/** Refuses what waits for a group that is deleted. */
export async function dropWaiting(trx: Trx, { now }: Pick<Context, 'now'>, groupId: number): Promise<void> {
  const by = managersOf(groupId)
  const waiting = await trx
    .selectFrom('outgoing')
    .select('id')
    .where('held_by', '=', by)
    .where(sql<boolean>`state = 'held'`)
    .execute()
  const refuse = { status: '5.1.1', reason: GROUP_GONE, report: false }
  for (const { id } of waiting) await decideHeld(trx, { id, by, decider: 'server', now: now() }, { refuse })
}
