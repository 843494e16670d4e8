import type { Trx } from '../../store/database/transact.ts'

interface Due {
  readonly id: number
  readonly account_id: number
  readonly mail_id: number
}

/** Notes a follow-up that is due for the browsers that take push messages while the page is closed. */
export async function notePush(trx: Trx, { account_id, mail_id, id }: Due, now: number): Promise<void> {
  const listens = await trx
    .selectFrom('push_subscription')
    .select('account_id')
    .where('account_id', '=', account_id)
    .limit(1)
    .executeTakeFirst()
  if (!listens) return
  await trx.insertInto('push_note').values({ account_id, mail_id, follow_up_id: id, created_at: now }).execute()
}
