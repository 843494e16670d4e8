import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

const COLUMNS = sql.raw('conversation (thread_id, folder_id, newest, mails, unread, stuck, sticky)')

const addTo = (engine: Engine) => {
  const larger = sql.raw(engine === 'sqlite' ? 'max' : 'greatest')
  return sql`insert into ${COLUMNS}
      values (new.thread_id, new.folder_id, new.sort_key, 1, 1 - new.seen, new.sticky, new.sticky)
    on conflict (thread_id, folder_id) do update
    set newest = ${larger}(conversation.newest, excluded.newest), mails = conversation.mails + 1,
      unread = conversation.unread + excluded.unread, stuck = conversation.stuck + excluded.stuck,
      sticky = ${larger}(conversation.sticky, excluded.sticky);`
}
// The unary plus keeps the index of the folder out, by which all of its mails would be walked.
const remove = sql`update conversation
    set mails = mails - 1, unread = unread - (1 - old.seen), stuck = stuck - old.sticky,
      sticky = case when stuck > old.sticky then 1 else 0 end,
      newest = case when newest <> old.sort_key then newest else coalesce(
        (select sort_key from mail where account_id = old.account_id and thread_id = old.thread_id
          and +folder_id = old.folder_id order by sort_key desc limit 1), 0) end
    where thread_id = old.thread_id and folder_id = old.folder_id;
  delete from conversation where thread_id = old.thread_id and folder_id = old.folder_id and mails <= 0;`
const mark = sql`update conversation set unread = unread + (old.seen - new.seen)
  where thread_id = new.thread_id and folder_id = new.folder_id;`
const movesAway = sql.raw(
  'old.folder_id <> new.folder_id or old.thread_id <> new.thread_id or old.sticky <> new.sticky or old.sort_key <> new.sort_key',
)
const MAIL_COLUMNS = sql.raw('folder_id, thread_id, sticky, sort_key')

const began = sql`update folder set conversations = conversations + 1,
    unread_conversations = unread_conversations + case when new.unread > 0 then 1 else 0 end where id = new.folder_id;`
const ended = sql`update folder set conversations = conversations - 1,
    unread_conversations = unread_conversations - case when old.unread > 0 then 1 else 0 end where id = old.folder_id;`
const turns = sql.raw('(old.unread > 0) <> (new.unread > 0)')
const turned = sql`update folder set unread_conversations = unread_conversations + case when new.unread > 0 then 1 else -1 end
  where id = new.folder_id;`

async function followOnSqlite(db: Store): Promise<void> {
  const add = addTo('sqlite')
  await sql`create trigger conversation_added after insert on mail begin ${add} end`.execute(db)
  await sql`create trigger conversation_removed after delete on mail begin ${remove} end`.execute(db)
  await sql`create trigger conversation_moved after update of ${MAIL_COLUMNS} on mail
    when ${movesAway} begin ${remove} ${add} end`.execute(db)
  await sql`create trigger conversation_marked after update of seen on mail
    when old.seen <> new.seen and not (${movesAway}) begin ${mark} end`.execute(db)
  await sql`create trigger conversation_began after insert on conversation begin ${began} end`.execute(db)
  await sql`create trigger conversation_ended after delete on conversation begin ${ended} end`.execute(db)
  await sql`create trigger conversation_turned after update of unread on conversation
    when ${turns} begin ${turned} end`.execute(db)
}

async function followOnPostgres(db: Store): Promise<void> {
  const add = addTo('postgres')
  await sql`create function conversation_follow() returns trigger language plpgsql as $body$ begin
      if tg_op = 'INSERT' then ${add}
      elsif tg_op = 'DELETE' then ${remove}
      elsif ${movesAway} then ${remove} ${add}
      elsif old.seen <> new.seen then ${mark}
      end if;
      return null;
    end $body$`.execute(db)
  await sql`create trigger conversation_follow after insert or delete or update of ${MAIL_COLUMNS}, seen on mail
    for each row execute function conversation_follow()`.execute(db)
  await sql`create function conversation_count() returns trigger language plpgsql as $body$ begin
      if tg_op = 'INSERT' then ${began}
      elsif tg_op = 'DELETE' then ${ended}
      elsif ${turns} then ${turned}
      end if;
      return null;
    end $body$`.execute(db)
  await sql`create trigger conversation_count after insert or delete or update of unread on conversation
    for each row execute function conversation_count()`.execute(db)
}

/**
 * The conversations of each folder, so that a list of them is read in its order however long it is, and how many there are.
 * The store itself follows every change of a mail, as it does for `mail_day`, so that no way of changing one can forget it.
 */
export const conversationsMigration = (engine: Engine): Migration => ({
  async up(db: Store) {
    const apart = engine === 'sqlite' ? sql`without rowid` : sql``
    await sql`create table conversation (
      thread_id bigint not null,
      folder_id bigint not null references folder (id) on delete cascade,
      newest bigint not null,
      mails integer not null,
      unread integer not null,
      stuck integer not null,
      sticky integer not null,
      primary key (thread_id, folder_id)
    ) ${apart}`.execute(db)
    await sql`insert into ${COLUMNS} select thread_id, folder_id, max(sort_key), count(*), sum(1 - seen), sum(sticky), max(sticky)
      from mail group by thread_id, folder_id`.execute(db)
    await sql`create index conversation_of_folder on conversation (folder_id, sticky, newest)`.execute(db)
    await sql`create index conversation_unread on conversation (folder_id, sticky, newest) where unread > 0`.execute(db)
    for (const column of ['conversations', 'unread_conversations']) {
      await db.schema
        .alterTable('folder')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    }
    await sql`update folder set
      conversations = (select count(*) from conversation where folder_id = folder.id),
      unread_conversations = (select count(*) from conversation where folder_id = folder.id and unread > 0)`.execute(db)
    // The newest mail of a thread in a folder is found by it, and the mails of a thread in their order.
    await db.schema.dropIndex('mail_of_thread').execute()
    await db.schema
      .createIndex('mail_of_thread')
      .on('mail')
      .columns(['account_id', 'thread_id', 'sort_key', 'folder_id'])
      .execute()
    await (engine === 'sqlite' ? followOnSqlite(db) : followOnPostgres(db))
  },
})
