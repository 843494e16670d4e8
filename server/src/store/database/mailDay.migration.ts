import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

/** Sort keys of one day (UTC). Released: it never changes. */
const DAY = sql.raw('90596966400')
const COLUMNS = sql.raw('mail_day (folder_id, sticky, day, total, unread)')

const add = sql`insert into ${COLUMNS} values (new.folder_id, new.sticky, new.sort_key / ${DAY}, 1, 1 - new.seen)
  on conflict (folder_id, sticky, day) do update
  set total = mail_day.total + 1, unread = mail_day.unread + excluded.unread;`
const remove = sql`update mail_day set total = total - 1, unread = unread - (1 - old.seen)
  where folder_id = old.folder_id and sticky = old.sticky and day = old.sort_key / ${DAY};`
const mark = sql`update mail_day set unread = unread + (old.seen - new.seen)
  where folder_id = new.folder_id and sticky = new.sticky and day = new.sort_key / ${DAY};`
const movesAway = sql.raw('old.folder_id <> new.folder_id or old.sticky <> new.sticky or old.sort_key <> new.sort_key')

async function addTriggers(db: Store, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    await sql`create trigger mail_day_added after insert on mail begin ${add} end`.execute(db)
    await sql`create trigger mail_day_removed after delete on mail begin ${remove} end`.execute(db)
    await sql`create trigger mail_day_moved after update of folder_id, sticky, sort_key on mail
      when ${movesAway} begin ${remove} ${add} end`.execute(db)
    await sql`create trigger mail_day_marked after update of seen on mail
      when old.seen <> new.seen and not (${movesAway}) begin ${mark} end`.execute(db)
    return
  }
  await sql`create function mail_day_follow() returns trigger language plpgsql as $body$ begin
      if tg_op = 'INSERT' then ${add}
      elsif tg_op = 'DELETE' then ${remove}
      elsif ${movesAway} then ${remove} ${add}
      elsif old.seen <> new.seen then ${mark}
      end if;
      return null;
    end $body$`.execute(db)
  await sql`create trigger mail_day_follow after insert or delete or update of folder_id, sticky, sort_key, seen on mail
    for each row execute function mail_day_follow()`.execute(db)
}

/**
 * How many mails of each day lie in a folder, so that a list of any length knows where its headings stand. The store
 * itself follows every change of a mail, so that no way of changing one can forget it.
 */
export function mailDayMigration(engine: Engine): Migration {
  return {
    async up(db: Store) {
      const apart = engine === 'sqlite' ? sql`without rowid` : sql``
      await sql`create table mail_day (
        folder_id bigint not null references folder (id) on delete cascade,
        sticky integer not null,
        day integer not null,
        total bigint not null,
        unread bigint not null,
        primary key (folder_id, sticky, day)
      ) ${apart}`.execute(db)
      await sql`insert into ${COLUMNS} select folder_id, sticky, sort_key / ${DAY}, count(*), sum(1 - seen) from mail
        group by folder_id, sticky, sort_key / ${DAY}`.execute(db)
      await addTriggers(db, engine)
    },
  }
}
