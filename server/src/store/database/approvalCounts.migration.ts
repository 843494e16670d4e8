import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * Notes a change for all whom a record of approval concerns when it is withdrawn by a trigger, whichever way its mail left the
 * queue: their windows count what waits. What is decided by a call notes its changes itself.
 */
export const approvalCountsMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const now =
      engine === 'sqlite'
        ? "cast((julianday('now') - 2440587.5) * 86400000 as integer)"
        : '(extract(epoch from clock_timestamp()) * 1000)::bigint'
    const concerned = `(select new.account_id union select account_id from approval_person where record_id = new.id)`
    const body = [
      `update account set change_seq = change_seq + 1 where id in ${concerned}`,
      `insert into change_log (account_id, seq, at, kind, folder_id, mail_ids)
        select id, change_seq, ${now}, 'settings', null, '[]' from account where id in ${concerned}`,
    ].join('; ')
    const on = `after update of state on approval_record for each row
      when (new.state = 'withdrawn' and old.state <> 'withdrawn')`
    if (engine === 'sqlite') {
      await sql.raw(`create trigger approval_withdrawn ${on} begin ${body}; end`).execute(db)
      return
    }
    await sql
      .raw(
        `create function approval_withdrawn() returns trigger language plpgsql as $body$ begin ${body}; return null; end $body$`,
      )
      .execute(db)
    await sql.raw(`create trigger approval_withdrawn ${on} execute function approval_withdrawn()`).execute(db)
  },
})
