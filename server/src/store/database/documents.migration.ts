import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

/**
 * The document center: files and folders, the versions of files, and how much an account keeps. Triggers count each content
 * of an account once and keep it for as long as a version has it, whatever removes the rows.
 */
export const documentsMigration = (engine: Engine): Migration => ({
  async up(db: Store) {
    const withId = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
          engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
        )
    // Both engines sort by bytes.
    const sorted = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    await withId('document')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('parent_id', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_key', sorted, (c) => c.notNull())
      .addColumn('sort_name', sorted, (c) => c.notNull())
      .addColumn('found_by', 'text', (c) => c.notNull())
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('starred', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addColumn('binned_at', 'bigint')
      .addColumn('bin_root', 'bigint')
      .execute()
    await withId('document_version')
      .addColumn('document_id', 'bigint', (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('blob_hash', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('document_version_number', ['document_id', 'number'])
      .execute()
    await db.schema
      .createTable('document_content')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('blob_hash', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('uses', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('document_content_key', ['account_id', 'blob_hash'])
      .execute()
    await db.schema
      .createTable('document_space')
      .addColumn('account_id', 'bigint', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('used', 'bigint', (c) => c.notNull())
      .addColumn('documents', 'integer', (c) => c.notNull())
      .execute()
    const indexes = [
      // One of a name in each folder, also of several calls at the same moment.
      'create unique index document_name on document (account_id, parent_id, name_key) where bin_root is null',
      'create index document_by_name on document (account_id, parent_id, kind, sort_name, id) where bin_root is null',
      'create index document_by_time on document (account_id, parent_id, kind, changed_at, id) where bin_root is null',
      'create index document_by_size on document (account_id, parent_id, kind, size, id) where bin_root is null',
      'create index document_starred on document (account_id, changed_at) where starred = 1 and bin_root is null',
      'create index document_recent on document (account_id, changed_at) where kind = 1 and bin_root is null',
      'create index document_below on document (account_id, parent_id)',
      'create index document_binned on document (account_id, binned_at) where bin_root = id',
      'create index document_due on document (binned_at) where bin_root = id',
      'create index document_binned_with on document (bin_root) where bin_root is not null',
      'create index document_version_of on document_version (account_id)',
    ]
    for (const index of indexes) await sql.raw(index).execute(db)
    await addTriggers(db, engine)
  },
})

async function addTriggers(db: Store, engine: Engine): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const trigger = async (name: string, on: string, statements: readonly string[]) => {
    const body = statements.join('; ')
    if (engine === 'sqlite') {
      await run(`create trigger ${name} after ${on} for each row begin ${body}; end`)
      return
    }
    await run(
      `create function ${name}() returns trigger language plpgsql as $body$ begin ${body}; return null; end $body$`,
    )
    await run(`create trigger ${name} after ${on} for each row execute function ${name}()`)
  }
  await trigger('document_version_kept', 'insert on document_version', [
    `insert into document_content (account_id, blob_hash, size, uses)
      values (new.account_id, new.blob_hash, new.size, 1)
      on conflict (account_id, blob_hash) do update set uses = document_content.uses + 1`,
  ])
  await trigger('document_version_gone', 'delete on document_version', [
    `update document_content set uses = uses - 1 where account_id = old.account_id and blob_hash = old.blob_hash`,
    `delete from document_content where account_id = old.account_id and blob_hash = old.blob_hash and uses <= 0`,
    `delete from blob_hold where owner = 'document_version' and owner_id = cast(old.id as text)`,
  ])
  const space = (bytes: string, documents: string, of: string) =>
    `update document_space set used = used ${bytes}, documents = documents ${documents} where account_id = ${of}`
  const begin = `insert into document_space (account_id, used, documents) values (new.account_id, 0, 0)
    on conflict (account_id) do nothing`
  await trigger('document_content_kept', 'insert on document_content', [
    begin,
    space('+ new.size', '+ 0', 'new.account_id'),
  ])
  await trigger('document_content_gone', 'delete on document_content', [space('- old.size', '+ 0', 'old.account_id')])
  await trigger('document_made', 'insert on document', [begin, space('+ 0', '+ 1', 'new.account_id')])
  await trigger('document_gone', 'delete on document', [space('+ 0', '- 1', 'old.account_id')])
}
