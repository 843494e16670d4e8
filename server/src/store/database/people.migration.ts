import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DirectoryEntry } from '../names/personKeys.ts'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

const ROWS_AT_ONCE = 500

/** What people are found by, of all people who are there already. */
async function indexPeople(db: Store): Promise<void> {
  // A dictionary of eight megabytes that a new store does not need.
  if (!(await db.selectFrom('domain').select('id').limit(1).executeTakeFirst())) return
  const { departmentKeys, directoryKeys, dutyKeys } = await import('../names/personKeys.ts')
  for (let last = 0; ; ) {
    const people: (DirectoryEntry & { id: number })[] = await db
      .selectFrom('account')
      .select(['id', 'name', 'address', 'phone', 'duties'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    if (people.length === 0) break
    last = Number(people.at(-1)?.id)
    const keys = people.flatMap((person) =>
      directoryKeys(person).map(({ rank, key }) => ({ owner_id: 0, rank, key, kind: 'account', ref_id: person.id })),
    )
    for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
      await db
        .insertInto('person_key')
        .values(keys.slice(at, at + ROWS_AT_ONCE))
        .execute()
    }
    const duties = people.flatMap(({ duties: duty }) => dutyKeys(duty).map((key) => ({ key, duty })))
    for (const row of duties) {
      await db
        .insertInto('duty_key')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
  for (const { id, name } of await db.selectFrom('department').select(['id', 'name']).execute()) {
    const rows = departmentKeys(name).map((key) => ({ key, department_id: id }))
    if (rows.length > 0) await db.insertInto('department_key').values(rows).execute()
  }
}

/** Contents that a contact's picture no longer needs are noted as those of a mail are. */
async function addTriggers(db: Store, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    const now = sql.raw("cast((julianday('now') - 2440587.5) * 86400000 as integer)")
    const note = sql`insert into garbage_blob (hash, since) values (old.photo_hash, ${now})`
    await sql`create trigger garbage_of_contact after delete on contact when old.photo_hash is not null
      begin ${note}; end`.execute(db)
    await sql`create trigger garbage_of_contact_photo after update of photo_hash on contact
      when old.photo_hash is not null and old.photo_hash is not new.photo_hash begin ${note}; end`.execute(db)
    return
  }
  await sql`create function garbage_of_contact() returns trigger language plpgsql as $body$ begin
      if old.photo_hash is not null and (tg_op = 'DELETE' or new.photo_hash is distinct from old.photo_hash) then
        insert into garbage_blob (hash, since)
          values (old.photo_hash, (extract(epoch from clock_timestamp()) * 1000)::bigint);
      end if;
      return null;
    end $body$`.execute(db)
  await sql`create trigger garbage_of_contact after delete or update of photo_hash on contact
    for each row execute function garbage_of_contact()`.execute(db)
}

/** The directory's index, heads of departments, personal contacts with their groups and imports, and mail groups. */
export function peopleMigration(engine: Engine): Migration {
  // Ranges of keys are compared byte by byte, whatever language the database was made for.
  const keyText = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const table = (db: Store, name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (column) =>
        engine === 'postgres'
          ? column.primaryKey().generatedByDefaultAsIdentity()
          : column.primaryKey().autoIncrement(),
      )
  return {
    async up(db: Store) {
      const keyTable = (name: string) => {
        const builder = db.schema.createTable(name)
        return engine === 'sqlite' ? builder.modifyEnd(sql`without rowid`) : builder
      }
      await keyTable('person_key')
        .addColumn('owner_id', 'bigint', (c) => c.notNull())
        .addColumn('rank', 'integer', (c) => c.notNull())
        .addColumn('key', keyText, (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('ref_id', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('person_key_key', ['owner_id', 'rank', 'key', 'kind', 'ref_id'])
        .execute()
      await db.schema.createIndex('person_key_of').on('person_key').columns(['kind', 'ref_id']).execute()
      await keyTable('department_key')
        .addColumn('key', keyText, (c) => c.notNull())
        .addColumn('department_id', 'bigint', (c) => c.notNull().references('department.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('department_key_key', ['key', 'department_id'])
        .execute()
      await keyTable('duty_key')
        .addColumn('key', keyText, (c) => c.notNull())
        .addColumn('duty', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('duty_key_key', ['key', 'duty'])
        .execute()
      await db.schema.createIndex('duty_key_of').on('duty_key').column('duty').execute()
      await db.schema.createIndex('department_key_of').on('department_key').column('department_id').execute()
      await db.schema.createIndex('account_of_duty').on('account').column('duties').execute()
      await db.schema
        .createIndex('account_of_department')
        .on('account')
        .columns(['dept_id', 'name_pinyin', 'id'])
        .execute()
      await db.schema.createIndex('department_below').on('department').columns(['parent_id', 'sort']).execute()
      await db.schema
        .createTable('department_head')
        .addColumn('department_id', 'bigint', (c) => c.notNull().references('department.id').onDelete('cascade'))
        .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
        .addColumn('sort', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('department_head_key', ['department_id', 'account_id'])
        .execute()
      await db.schema.createIndex('department_head_of').on('department_head').column('account_id').execute()

      await db.schema
        .createTable('contact_book')
        .addColumn('account_id', 'bigint', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
        .addColumn('seq', 'bigint', (c) => c.notNull())
        .execute()
      await table(db, 'contact_import')
        .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
        .addColumn('file_name', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('undone_at', 'bigint')
        .execute()
      await table(db, 'contact')
        .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
        .addColumn('uid', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('nickname', 'text', (c) => c.notNull())
        .addColumn('organization', 'text', (c) => c.notNull())
        .addColumn('duties', 'text', (c) => c.notNull())
        .addColumn('note', 'text', (c) => c.notNull())
        .addColumn('birthday', 'text', (c) => c.notNull())
        .addColumn('birthday_lunar', 'integer', (c) => c.notNull())
        .addColumn('emails', 'text', (c) => c.notNull())
        .addColumn('phones', 'text', (c) => c.notNull())
        .addColumn('addresses', 'text', (c) => c.notNull())
        .addColumn('starred', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('photo_hash', 'text')
        .addColumn('photo_size', 'bigint', (c) => c.notNull().defaultTo(0))
        .addColumn('photo_type', 'text', (c) => c.notNull().defaultTo(''))
        .addColumn('initial', keyText, (c) => c.notNull())
        .addColumn('sort_name', keyText, (c) => c.notNull())
        .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1))
        .addColumn('seq', 'bigint', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addColumn('deleted_at', 'bigint')
        .addUniqueConstraint('contact_uid', ['account_id', 'uid'])
        .execute()
      await sql`create index contact_listed on contact (account_id, initial, sort_name, id) where deleted_at is null`.execute(
        db,
      )
      await sql`create index contact_starred on contact (account_id, initial, sort_name, id)
        where deleted_at is null and starred = 1`.execute(db)
      await db.schema.createIndex('contact_changed').on('contact').columns(['account_id', 'seq']).execute()
      await sql`create index contact_by_photo on contact (photo_hash) where photo_hash is not null`.execute(db)
      await db.schema
        .createTable('contact_email')
        .addColumn('contact_id', 'bigint', (c) => c.notNull().references('contact.id').onDelete('cascade'))
        .addColumn('account_id', 'bigint', (c) => c.notNull())
        .addColumn('address', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('contact_email_key', ['account_id', 'address', 'contact_id'])
        .execute()
      await db.schema.createIndex('contact_email_of').on('contact_email').column('contact_id').execute()
      await table(db, 'contact_group')
        .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
        .addColumn('parent_id', 'bigint', (c) => c.references('contact_group.id').onDelete('cascade'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('sort', 'integer', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('contact_group_of').on('contact_group').column('account_id').execute()
      await db.schema
        .createTable('contact_group_member')
        .addColumn('group_id', 'bigint', (c) => c.notNull().references('contact_group.id').onDelete('cascade'))
        .addColumn('contact_id', 'bigint', (c) => c.notNull().references('contact.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('contact_group_member_key', ['group_id', 'contact_id'])
        .execute()
      await db.schema.createIndex('contact_group_member_of').on('contact_group_member').column('contact_id').execute()
      await db.schema
        .createTable('contact_import_row')
        .addColumn('import_id', 'bigint', (c) => c.notNull().references('contact_import.id').onDelete('cascade'))
        .addColumn('contact_id', 'bigint', (c) => c.notNull())
        .addColumn('before', 'text')
        .addColumn('revision', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('contact_import_row_key', ['import_id', 'contact_id'])
        .execute()

      await table(db, 'mail_group')
        .addColumn('address', 'text', (c) => c.notNull().unique())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('note', 'text', (c) => c.notNull())
        .addColumn('senders', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .execute()
      await table(db, 'mail_group_person')
        .addColumn('group_id', 'bigint', (c) => c.notNull().references('mail_group.id').onDelete('cascade'))
        .addColumn('role', 'text', (c) => c.notNull())
        .addColumn('account_id', 'bigint', (c) => c.references('account.id').onDelete('cascade'))
        .addColumn('department_id', 'bigint', (c) => c.references('department.id').onDelete('cascade'))
        .execute()
      await sql`create unique index mail_group_account on mail_group_person (group_id, role, account_id)
        where account_id is not null`.execute(db)
      await sql`create unique index mail_group_department on mail_group_person (group_id, role, department_id)
        where department_id is not null`.execute(db)
      await db.schema
        .createIndex('mail_group_of_account')
        .on('mail_group_person')
        .columns(['account_id', 'role'])
        .execute()
      await addTriggers(db, engine)
      await indexPeople(db)
    },
  }
}
