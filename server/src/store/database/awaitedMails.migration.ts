import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * Ancestors that the header of a mail names and that its mailbox does not hold. When one of them comes, the mails that
 * name it are found by it, in whatever order they came.
 */
export const awaitedMailsMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const apart = engine === 'sqlite' ? sql`without rowid` : sql``
    await sql`create table awaited_mail (
      account_id bigint not null,
      rfc_message_id text not null,
      mail_id bigint not null references mail (id) on delete cascade,
      depth integer not null,
      orphan integer not null,
      primary key (account_id, rfc_message_id, mail_id)
    ) ${apart}`.execute(db)
    await db.schema.createIndex('awaited_by_mail').on('awaited_mail').column('mail_id').execute()
  },
})
