import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Notes mails with files to be indexed again in the background: their files are found by their names too, and by the text of
 * mails and of `winmail.dat` among them, which earlier versions did not read.
 */
export const fileNamesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`insert into mail_to_index_again (sort_key, account_id)
      select m.sort_key, m.account_id from message g join mail m on m.message_id = g.id
        where g.has_attachment = 1
      on conflict do nothing`.execute(db)
  },
}
