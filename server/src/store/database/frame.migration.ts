import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

/** Content that the files of a feedback no longer need is noted as that of a mail is. */
async function addTrigger(db: Store, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    const now = sql.raw("cast((julianday('now') - 2440587.5) * 86400000 as integer)")
    await sql`create trigger garbage_of_feedback_file after delete on feedback_file
      begin insert into garbage_blob (hash, since) values (old.blob_hash, ${now}); end`.execute(db)
    return
  }
  await sql`create function garbage_of_feedback_file() returns trigger language plpgsql as $body$ begin
      insert into garbage_blob (hash, since)
        values (old.blob_hash, (extract(epoch from clock_timestamp()) * 1000)::bigint);
      return null;
    end $body$`.execute(db)
  await sql`create trigger garbage_of_feedback_file after delete on feedback_file
    for each row execute function garbage_of_feedback_file()`.execute(db)
}

/** Announcements and who has read them, what people write to the operators, and one-use tokens of the console. */
export const frameMigration = (engine: Engine): Migration => ({
  async up(db: Store) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (column) =>
          engine === 'postgres'
            ? column.primaryKey().generatedByDefaultAsIdentity()
            : column.primaryKey().autoIncrement(),
        )
    await table('announcement')
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('published_at', 'bigint', (c) => c.notNull())
      // Null while it is shown.
      .addColumn('withdrawn_at', 'bigint')
      .execute()
    await db.schema
      .createTable('announcement_read')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('announcement_id', 'bigint', (c) => c.notNull().references('announcement.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('announcement_read_key', ['account_id', 'announcement_id'])
      .execute()
    await db.schema.createIndex('announcement_read_of').on('announcement_read').column('announcement_id').execute()

    await table('feedback')
      // Null when the account is gone; its name and address stay.
      .addColumn('account_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('user_agent', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('feedback_of').on('feedback').columns(['account_id', 'created_at']).execute()
    await table('feedback_file')
      .addColumn('feedback_id', 'bigint', (c) => c.notNull().references('feedback.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('blob_hash', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('feedback_file_of').on('feedback_file').column('feedback_id').execute()
    await db.schema.createIndex('feedback_file_blob').on('feedback_file').column('blob_hash').execute()
    await addTrigger(db, engine)

    await db.schema
      .createTable('console_token')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('console_token_expired').on('console_token').column('expires_at').execute()
    await db.schema.createIndex('console_token_of').on('console_token').column('account_id').execute()
  },
})
