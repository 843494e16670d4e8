import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

const MESSAGES_AT_ONCE = 2_000

interface People {
  readonly id: number
  readonly from_address: string
  readonly sender: string | null
  readonly to_list: string
  readonly cc_list: string
  readonly reply_to: string
}

function rowsOf(message: People): [number, string, string][] {
  const read = (json: string): string[] => JSON.parse(json).map((one: { address: string }) => one.address)
  const kinds: [string, string[]][] = [
    ['from', [message.from_address]],
    ['sender', message.sender === null ? [] : read(`[${message.sender}]`)],
    ['to', read(message.to_list)],
    ['cc', read(message.cc_list)],
    ['reply_to', read(message.reply_to)],
  ]
  return kinds.flatMap(([kind, addresses]) =>
    addresses.filter((address) => address !== '').map((address) => [message.id, kind, address.toLowerCase()] as const),
  ) as [number, string, string][]
}

/** The addresses of messages as rows, so that a person's mail is found by an index. */
export function addressesMigration(engine: Engine): Migration {
  return {
    async up(db: Store) {
      await db.schema
        .createTable('message_address')
        .addColumn('message_id', 'bigint', (c) => c.notNull().references('message.id').onDelete('cascade'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('address', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('message_address_key', ['message_id', 'kind', 'address'])
        .execute()
      for (let last = 0; ; ) {
        const messages: People[] = await db
          .selectFrom('message')
          .select(['id', 'from_address', 'sender', 'to_list', 'cc_list', 'reply_to'])
          .where('id', '>', last)
          .orderBy('id')
          .limit(MESSAGES_AT_ONCE)
          .execute()
        const newest = messages.at(-1)
        if (!newest) break
        last = Number(newest.id)
        const json = JSON.stringify(messages.flatMap(rowsOf))
        const rows = engine === 'postgres' ? sql`json_array_elements(${json}::json)` : sql`json_each(${json})`
        // `where true`: SQLite would take "on conflict" for a join (its documentation, "Parsing Ambiguity").
        await sql`insert into message_address (message_id, kind, address)
          select cast(value->>0 as bigint), value->>1, value->>2 from ${rows} where true
          on conflict do nothing`.execute(db)
      }
      await db.schema
        .createIndex('message_by_address')
        .on('message_address')
        .columns(['address', 'message_id'])
        .execute()
    },
  }
}
