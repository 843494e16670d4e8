import { sql } from 'kysely'
import type { Database } from '../store/database/open.ts'
import { accountToken } from '../store/search/indexed.ts'

/** Sort keys of a millisecond. */
const KEYS = 1_024
const WORDS_INDEX = 'mail_words_of_account'

/** The inbox of a person. */
export interface Mailbox {
  readonly accountId: number
  readonly folderId: number
}

/**
 * Does without the index of words on PostgreSQL until `work` is done: a billion words are put into it far more quickly when
 * it is made of all of them.
 */
export async function withoutWordIndex(db: Database, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_indexdef(${WORDS_INDEX}::regclass) as text`.execute(db)
  await sql`drop index ${sql.ref(WORDS_INDEX)}`.execute(db)
  await work()
  await db.connection().execute(async (one) => {
    await sql`set maintenance_work_mem = '2GB'; set statement_timeout = 0`.execute(one)
    await sql.raw(rows[0]?.text ?? '').execute(one)
    await sql`vacuum analyze`.execute(one)
    await sql`reset maintenance_work_mem; reset statement_timeout`.execute(one)
  })
}

/**
 * Gives an account on PostgreSQL the mails of another with their words, in a fraction of the time of deliveries. Each comes
 * some milliseconds later, as many as lie between the two accounts, because no two mails have one sort key.
 */
export async function copyMailbox(db: Database, from: Mailbox, to: Mailbox): Promise<void> {
  const laterMs = to.accountId - from.accountId
  const later = laterMs * KEYS
  const own = accountToken(from.accountId).length
  await db.transaction().execute(async (trx) => {
    await sql`insert into mail (account_id, folder_id, uid, message_id, sort_key, received_at, size, seen, bcc_list, thread_id)
      select ${to.accountId}, ${to.folderId}, uid, message_id, sort_key + ${later}, received_at + ${laterMs}, size, seen,
        bcc_list, thread_id + ${later}
      from mail where account_id = ${from.accountId} and folder_id = ${from.folderId}`.execute(trx)
    await sql`insert into mail_words (sort_key, account_id, words)
      select w.sort_key + ${later}, ${to.accountId}, array_to_tsvector(array(
        select ${accountToken(to.accountId)} || substr(word, ${own + 1}) from unnest(tsvector_to_array(w.words)) as word))
      from mail m join mail_words w on w.sort_key = m.sort_key
      where m.account_id = ${from.accountId} and m.folder_id = ${from.folderId}`.execute(trx)
    await sql`insert into correspondent (account_id, address, name, uses, received, last_used_at)
      select ${to.accountId}, address, name, uses, received, last_used_at
      from correspondent where account_id = ${from.accountId}`.execute(trx)
    await sql`update folder set (total, unread, size, uid_next) =
      (select total, unread, size, uid_next from folder where id = ${from.folderId})
      where id = ${to.folderId}`.execute(trx)
    await sql`update account set used_bytes = (select used_bytes from account where id = ${from.accountId})
      where id = ${to.accountId}`.execute(trx)
  })
}
