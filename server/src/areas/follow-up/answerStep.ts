import { sql } from 'kysely'
import { readHeader } from '../../mailflow/reading/readHeader.ts'
import type { ArrivingMail, Decision, DeliveryStep, StepRecipient } from '../../mailflow/steps/deliveryStep.ts'
import type { Context } from '../../store/context/context.ts'
import { afterCommit } from '../../store/database/afterCommit.ts'
import { preparedForList } from '../../store/database/prepared.ts'
import { readAddresses, UNLISTED_ROLES } from '../../store/mailbox/index.ts'
import { ownAddresses } from '../forwarding/index.ts'
import { announceFollowUps } from './followUpNames.ts'
import { answeredIds, isAutomatic, plainAddress } from './isAnswer.ts'

/** Accounts that are looked up in one query. */
const AT_ONCE = 500

/** A mail that was followed up is answered. */
interface Answered {
  readonly followUpId: number
  readonly by: string
}

/**
 * Ends follow-ups whose mail is answered: by a mail that names it (In-Reply-To, References) and is from who wrote it or got
 * it. Mail of programs is no answer, nor is what lies in spam or in the recycle bin.
 */
export const answerStep: DeliveryStep = {
  name: 'follow-up',
  async judge(mail, recipients, { context }) {
    const listed = recipients.filter((one) => one.accountId !== null && !isDiscarded(one))
    const waiting = await waitingAmong(
      context,
      listed.flatMap(({ accountId }) => accountId ?? []),
    )
    if (waiting.size === 0) return null
    const header = await readHeader(context, mail.rawHash)
    const ids = isAutomatic(mail, header) ? [] : answeredIds(header)
    if (ids.length === 0) return null
    const decisions = new Map<string, Decision>()
    for (const { accountId, address } of listed) {
      if (accountId === null || !waiting.has(accountId)) continue
      const effects = await answeredBy(context, accountId, mail, ids)
      if (effects.length > 0) decisions.set(address, { effects })
    }
    return decisions.size > 0 ? decisions : null
  },
  async effect(trx, context, { accountId, mailId, data }) {
    const { followUpId, by } = data as Answered
    if (accountId === null) return
    const { numUpdatedRows } = await trx
      .updateTable('follow_up')
      .set({ state: 'answered', ended_at: context.now(), answered_by: by, answer_mail_id: mailId })
      .where('id', '=', followUpId)
      .where('account_id', '=', accountId)
      .where('unless_answered', '=', 1)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) afterCommit(trx, () => announceFollowUps(context, accountId))
  },
}

/** As it stands in the index. */
const isAwaiting = sql<boolean>`follow_up.unless_answered = 1 and follow_up.ended_at is null`

const isDiscarded = ({ place }: StepRecipient): boolean =>
  'role' in place && UNLISTED_ROLES.some((role) => role === place.role)

/** Those of these accounts that await an answer to some mail. Most await none. */
async function waitingAmong({ store }: Context, accountIds: readonly number[]): Promise<ReadonlySet<number>> {
  const waiting = new Set<number>()
  for (let at = 0; at < accountIds.length; at += AT_ONCE) {
    const rows = await selectWaiting(store.db, accountIds.slice(at, at + AT_ONCE))
    for (const { account_id, waits } of rows) if (waits !== null) waiting.add(account_id)
  }
  return waiting
}

/** Looked up by its key for each account: for an `exists` PostgreSQL might gather all that wait. */
const selectWaiting = preparedForList((db, ids: readonly number[]) =>
  db
    .selectFrom('account')
    .select('account.id as account_id')
    .select(({ selectFrom }) =>
      selectFrom('follow_up')
        .select('follow_up.id')
        .whereRef('follow_up.account_id', '=', 'account.id')
        .where(isAwaiting)
        .limit(sql.lit(1))
        .as('waits'),
    )
    .where('account.id', 'in', ids)
    .compile(),
)

/** The follow-ups of an account that the mail ends. */
async function answeredBy(
  context: Context,
  accountId: number,
  mail: ArrivingMail,
  ids: readonly string[],
): Promise<Answered[]> {
  const rows = await context.store.db
    .selectFrom('follow_up')
    .innerJoin('mail', 'mail.id', 'follow_up.mail_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(['follow_up.id', 'mail.message_id', 'mail.bcc_list'])
    .select(['message.from_address', 'message.to_list', 'message.cc_list'])
    .where('follow_up.account_id', '=', accountId)
    .where('follow_up.rfc_message_id', 'in', [...ids])
    .where(isAwaiting)
    .execute()
  if (rows.length === 0) return []
  const by = mail.from.address
  const sender = plainAddress(by)
  // What the owner writes to themselves is no answer.
  if ((await ownAddresses(context, accountId)).includes(sender)) return []
  const answered: Answered[] = []
  for (const row of rows) {
    const named = [row.to_list, row.cc_list, row.bcc_list].flatMap((list) => readAddresses(list))
    const people = [row.from_address, ...named.map(({ address }) => address)].map(plainAddress)
    if (people.includes(sender) || (await holds(context, mail.senderId, row.message_id))) {
      answered.push({ followUpId: row.id, by })
    }
  }
  return answered
}

/** Whether a colleague has the mail that is answered: as a member of a group, or by another address of theirs. */
async function holds({ store }: Context, senderId: number | null, messageId: number): Promise<boolean> {
  if (senderId === null) return false
  const copy = await store.db
    .selectFrom('mail')
    .select('id')
    .where('message_id', '=', messageId)
    .where('account_id', '=', senderId)
    .limit(1)
    .executeTakeFirst()
  return copy !== undefined
}
