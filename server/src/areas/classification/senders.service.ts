import { LISTED_SENDERS_MAX, type ListedSender, senderPattern } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { isOwnAddress } from '../../mailflow/delivery/recipients.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import type { Schema } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { countAlone, sendersOfMails } from '../../store/mailbox/index.ts'
import { TooManyRulesError } from './classificationErrors.ts'
import { renewBook } from './ruleBooks.ts'

/** Blocked and allowed senders, in the order of their addresses. */
export async function listSenders(db: Kysely<Schema>, accountId: number): Promise<ListedSender[]> {
  const rows = await db
    .selectFrom('listed_sender')
    .select(['pattern', 'kind', 'added_at'])
    .where('account_id', '=', accountId)
    .orderBy('pattern')
    .execute()
  return rows.map(({ pattern, kind, added_at }) => ({ pattern, kind, addedAt: added_at }))
}

/** Puts senders on a list, and off the other. */
export async function saveSenders(
  context: Context,
  accountId: number,
  kind: ListedSender['kind'],
  patterns: readonly string[],
): Promise<ListedSender[]> {
  await transact(context, async (trx) => {
    await putSenders(trx, context, accountId, kind, patterns)
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
  })
  announceChanges(context, [accountId])
  return listSenders(context.store.db, accountId)
}

async function putSenders(
  trx: Trx,
  { now, store }: Pick<TransactionContext, 'now' | 'store'>,
  accountId: number,
  kind: ListedSender['kind'],
  patterns: readonly string[],
): Promise<void> {
  const rows = [...new Set(patterns)].map((pattern) => ({ account_id: accountId, pattern, kind, added_at: now() }))
  if (rows.length === 0) return
  await countAlone(trx, store, accountId)
  await trx
    .insertInto('listed_sender')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['account_id', 'pattern']).doUpdateSet({ kind, added_at: now() }))
    .execute()
  const { count } = await trx
    .selectFrom('listed_sender')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (Number(count) > LISTED_SENDERS_MAX) throw new TooManyRulesError()
  await renewBook(trx, accountId)
}

export async function deleteSenders(
  context: Context,
  accountId: number,
  patterns: readonly string[],
): Promise<ListedSender[]> {
  if (patterns.length > 0) {
    await transact(context, async (trx) => {
      await trx
        .deleteFrom('listed_sender')
        .where('account_id', '=', accountId)
        .where('pattern', 'in', patterns)
        .execute()
      await renewBook(trx, accountId)
      noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
    })
    announceChanges(context, [accountId])
  }
  return listSenders(context.store.db, accountId)
}

/** Senders that one action of a person teaches; an action on more is tidying up and is no judgement of each. */
const LEARNT_MAX = 20

/**
 * Learns from mails that a person has marked as spam, or taken out of it: the senders of the first are blocked; of the
 * others a block is lifted, and who was not blocked is allowed. Colleagues are never blocked by it. A full list learns
 * nothing more.
 */
export async function learnSenders(
  context: Context,
  accountId: number,
  mailIds: readonly number[],
  learnt: 'spam' | 'not-spam',
): Promise<void> {
  const { db } = context.store
  const addresses = await sendersOfMails(context, accountId, mailIds, LEARNT_MAX + 1)
  const senders: string[] = []
  for (const address of addresses) {
    const pattern = senderPattern(address)
    if (pattern && !(await isOwnAddress(db, pattern))) senders.push(pattern)
  }
  if (senders.length === 0 || addresses.length > LEARNT_MAX) return
  const known = await listSenders(db, accountId)
  if (known.length + senders.length > LISTED_SENDERS_MAX) return
  const blocked = new Set(known.filter(({ kind }) => kind === 'blocked').map(({ pattern }) => pattern))
  if (learnt === 'spam') {
    await saveSenders(context, accountId, 'blocked', senders)
    return
  }
  const lifted = senders.filter((sender) => blocked.has(sender))
  const allowed = senders.filter((sender) => !blocked.has(sender))
  if (lifted.length > 0) await deleteSenders(context, accountId, lifted)
  if (allowed.length > 0) await saveSenders(context, accountId, 'allowed', allowed)
}
