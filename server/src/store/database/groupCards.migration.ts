import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

/**
 * Personal groups as cards of an address book: the UID and the name that a program gave each, and the number of its last
 * change, in the series of the contacts' own. Triggers write that number, so that no way of changing a group can forget it.
 * The row of a deleted group stays without its group: programs that synchronise learn from it what is gone.
 */
export const groupCardsMigration = (engine: Engine): Migration => ({
  async up(db: Store) {
    await db.schema
      .createTable('contact_group_card')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('group_id', 'bigint', (c) => c.references('contact_group.id').onDelete('set null'))
      .addColumn('uid', 'text', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('dav_name', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('card', 'text', (c) => c.notNull().defaultTo('[]'))
      .addColumn('awaited', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
    await db.schema
      .createIndex('contact_group_card_group')
      .unique()
      .on('contact_group_card')
      .column('group_id')
      .execute()
    await db.schema
      .createIndex('contact_group_card_seq')
      .on('contact_group_card')
      .columns(['account_id', 'seq'])
      .execute()
    await sql`insert into contact_book (account_id, seq) select distinct account_id, 1 from contact_group where true
      on conflict (account_id) do update set seq = contact_book.seq + 1`.execute(db)
    await sql`insert into contact_group_card (account_id, group_id, uid, seq)
      select g.account_id, g.id, ${sql.raw(UID)}, b.seq
        from contact_group g join contact_book b on b.account_id = g.account_id`.execute(db)
    await addTriggers(db, engine)
  },
})

/** The UID of a group that was made here. */
const UID = "'yanshu-group-' || g.id"

/** Not while the account is being deleted. */
const raise = (accounts: string): string => `
  insert into contact_book (account_id, seq)
    select account.id, 1 from account where account.id in (${accounts})
    on conflict (account_id) do update set seq = contact_book.seq + 1;`

const note = (groupId: string): string => `${raise(`select account_id from contact_group where id = ${groupId}`)}
  insert into contact_group_card (account_id, group_id, uid, seq)
    select g.account_id, g.id, ${UID}, b.seq
      from contact_group g join contact_book b on b.account_id = g.account_id where g.id = ${groupId}
    on conflict (group_id) do update set seq = excluded.seq;`

const noteGone = `${raise('old.account_id')}
  update contact_group_card
    set group_id = null, seq = (select seq from contact_book where account_id = old.account_id)
    where group_id = old.id and exists (select 1 from contact_book where account_id = old.account_id);`

const GROUPS_OF_CONTACT = 'select group_id from contact_group_member where contact_id = new.id'
const noteGroups = `${raise(`select account_id from contact_group where id in (${GROUPS_OF_CONTACT})`)}
  update contact_group_card
    set seq = (select seq from contact_book where account_id = contact_group_card.account_id)
    where group_id in (${GROUPS_OF_CONTACT});`

const CARD_CHANGED = 'old.deleted_at is distinct from new.deleted_at or old.uid <> new.uid'

async function addTriggers(db: Store, engine: Engine): Promise<void> {
  const triggers = [
    ['contact_group_made', 'after insert on contact_group', '', note('new.id')],
    ['contact_group_named', 'after update on contact_group', 'old.name <> new.name', note('new.id')],
    ['contact_group_gone', 'before delete on contact_group', '', noteGone],
    ['contact_group_joined', 'after insert on contact_group_member', '', note('new.group_id')],
    ['contact_group_left', 'after delete on contact_group_member', '', note('old.group_id')],
    ['contact_of_groups', 'after update on contact', CARD_CHANGED, noteGroups],
  ] as const
  for (const [name, at, when, body] of triggers) {
    const condition = when === '' ? '' : `when (${when})`
    if (engine === 'sqlite') {
      await sql.raw(`create trigger ${name} ${at} for each row ${condition} begin ${body} end`).execute(db)
      continue
    }
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $body$ begin ${body}
        return ${at.startsWith('before') ? 'old' : 'null'}; end $body$`)
      .execute(db)
    await sql.raw(`create trigger ${name} ${at} for each row ${condition} execute function ${name}()`).execute(db)
  }
}
