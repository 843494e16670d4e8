import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { prepared } from '../database/prepared.ts'
import type { Trx } from '../database/transact.ts'

/** The headers that say which conversation a message belongs to (RFC 5322 §3.6.4). */
export interface ThreadColumns {
  readonly rfc_message_id: string
  readonly in_reply_to: string
  readonly refs: string
}

/** References that are looked for, the last first: the nearest ancestors. */
const REFERENCES_MAX = 20
/** Messages looked at: one Message-ID may stand in any number of hostile ones. */
const MESSAGES_MAX = 50
/**
 * Mails that change their thread when two turn out to be one: those of the smaller. Each time a mail changes it the thread
 * has at least doubled, so many mails cost few changes each; two that are both larger stay two.
 */
const MERGED_MAX = 20_000

/**
 * The thread a mail of an account joins: that of a mail it answers, of an answer to it that came first, or of another
 * answer to the same mail. Threads that it brings together become the largest of them. null when it begins one.
 */
export async function threadOf(
  trx: Trx,
  engine: Engine,
  accountId: number,
  { rfc_message_id, in_reply_to, refs }: ThreadColumns,
): Promise<number | null> {
  const answered = in_reply_to.split(/\s+/)
  const named = [...new Set([rfc_message_id, ...answered, ...refs.split(/\s+/).reverse()])]
    .filter((id) => id !== '')
    .slice(0, REFERENCES_MAX)
  if (named.length === 0) return null
  const replies = [rfc_message_id, in_reply_to].filter((id) => id !== '')
  const find = engine === 'postgres' ? findOnPostgres : findOnSqlite
  const rows = await find(trx, { accountId, named: JSON.stringify(named), replies: JSON.stringify(replies) })
  const found = [...new Set(rows.map(({ thread_id }) => thread_id))]
  const [only, ...others] = found
  if (only === undefined || others.length === 0) return only ?? null
  return merge(trx, accountId, found)
}

/** Makes these threads the largest of them, the oldest of two that are alike. Answers it. */
async function merge(trx: Trx, accountId: number, threads: readonly number[]): Promise<number> {
  const sized: { thread: number; mails: number }[] = []
  for (const thread of threads) sized.push({ thread, mails: await countMails(trx, accountId, thread) })
  const [largest, ...others] = sized.sort((a, b) => b.mails - a.mails || a.thread - b.thread)
  if (!largest) throw new Error('no threads to merge')
  for (const { thread, mails } of others) {
    if (mails > MERGED_MAX) continue
    await trx
      .updateTable('mail')
      .set({ thread_id: largest.thread })
      .where('account_id', '=', accountId)
      .where('thread_id', '=', thread)
      .execute()
  }
  return largest.thread
}

/** Looked through up to one more than are ever merged. */
async function countMails(trx: Trx, accountId: number, thread: number): Promise<number> {
  const mails = trx
    .selectFrom('mail')
    .select('id')
    .where('account_id', '=', accountId)
    .where('thread_id', '=', thread)
    .limit(MERGED_MAX + 1)
    .as('mails')
  const row = await trx
    .selectFrom(mails)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

interface Asked {
  readonly accountId: number
  /** JSON lists of Message-IDs. */
  readonly named: string
  readonly replies: string
}

/** The unary plus keeps the account's index out, by which its whole mailbox would be walked. */
const findOnSqlite = prepared((db, by: Asked) =>
  sql<{ thread_id: number }>`select thread_id from mail where +account_id = ${by.accountId} and message_id in (
      select id from (select id from message
        where rfc_message_id in (select value from json_each(${by.named})) limit ${sql.lit(MESSAGES_MAX)}) a
      union all
      select id from (select id from message
        where in_reply_to <> '' and in_reply_to in (select value from json_each(${by.replies}))
        limit ${sql.lit(MESSAGES_MAX)}) b)`.compile(db),
)

/**
 * The messages first, then the mails of each: `offset 0` keeps the two apart. Where a message lies in many mailboxes the planner
 * would rather walk everybody's mails once, with each mail that arrives.
 */
const findOnPostgres = prepared((db, by: Asked) =>
  sql<{ thread_id: number }>`select found.thread_id from (
      (select id from message where rfc_message_id = any(array(select json_array_elements_text(${by.named}::json)))
        limit ${sql.lit(MESSAGES_MAX)})
      union
      (select id from message
        where in_reply_to <> '' and in_reply_to = any(array(select json_array_elements_text(${by.replies}::json)))
        limit ${sql.lit(MESSAGES_MAX)})
    ) as named cross join lateral (
      select thread_id from mail where message_id = named.id and +account_id = ${by.accountId} offset 0
    ) as found`.compile(db),
)
