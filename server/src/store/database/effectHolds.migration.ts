import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * What follows a delivery keeps the content that it names, and its message, until it is done: a trigger ends its holds with
 * its row, as with the other owners of holds.
 */
export const effectHoldsMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    for (const kind of ['message', 'blob'] as const) {
      const name = `${kind}_hold_of_delivery_effect`
      const statement = `delete from ${kind}_hold where owner = 'delivery_effect' and owner_id = cast(old.id as text)`
      if (engine === 'postgres') {
        await sql
          .raw(
            `create function ${name}() returns trigger language plpgsql as $body$ begin ${statement}; return null; end $body$`,
          )
          .execute(db)
      }
      const action = engine === 'sqlite' ? `begin ${statement}; end` : `for each row execute function ${name}()`
      await sql.raw(`create trigger ${name} after delete on delivery_effect ${action}`).execute(db)
    }
    const hash = engine === 'sqlite' ? sql`json_extract(data, '$.hash')` : sql`data::json->>'hash'`
    await sql`insert into blob_hold (hash, owner, owner_id)
      select ${hash}, 'delivery_effect', cast(id as text) from delivery_effect
      where step = 'invitations' and ${hash} is not null`.execute(db)
  },
})
