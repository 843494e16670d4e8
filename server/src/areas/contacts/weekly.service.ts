import { sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import { firstSortKeyAt } from '../../store/mailbox/sortKey.ts'

const WEEKS = 4
const WEEK_MS = 7 * 86_400_000
/** Mails of a week, of which each of the two has written one at least. */
const MAILS_A_WEEK = 3

/**
 * Whether two people write to each other weekly: three mails in each of the last four weeks, and in each of them both
 * have written. Reads the account's own mail of these weeks alone.
 */
export async function writeWeekly(
  { store, now }: Pick<Context, 'store' | 'now'>,
  accountId: number,
  written: string,
): Promise<boolean> {
  const address = written.trim().toLowerCase()
  const at = now()
  const since = firstSortKeyAt(at - WEEKS * WEEK_MS)
  const { rows } = await sql<{ week: number; came: number; went: number }>`
    select week, sum(came) as came, sum(went) as went from (
      select cast((${at} - mail.received_at) / ${sql.lit(WEEK_MS)} as integer) as week,
          case when lower(message.from_address) = ${address} then 1 else 0 end as came,
          case when lower(message.from_address) = account.address and exists (
            select 1 from message_address as named where named.message_id = message.id
              and named.kind in ('to', 'cc') and named.address = ${address}) then 1 else 0 end as went
        from mail join message on message.id = mail.message_id join account on account.id = mail.account_id
        where mail.account_id = ${accountId} and mail.sort_key > ${since}) as mails
    where came + went > 0 and week >= 0 group by week`.execute(store.db)
  const good = rows.filter(({ came, went }) => {
    const [theirs, mine] = [Number(came), Number(went)]
    return theirs > 0 && mine > 0 && theirs + mine >= MAILS_A_WEEK
  })
  return new Set(good.map(({ week }) => Number(week)).filter((week) => week < WEEKS)).size === WEEKS
}
