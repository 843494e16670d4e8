import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * The index of full-text search, one per engine. SQLite: FTS5 without content of its own, its row number being the
 * mail's sort_key; words come ready cut, so the plain `ascii` tokenizer (all beyond ASCII belongs to words) parts them
 * at spaces only. PostgreSQL: words without positions under GIN; the service looks again where neighbours matter.
 */
export function searchMigration(engine: Engine): Migration {
  if (engine === 'sqlite') {
    return {
      async up(db: Kysely<unknown>) {
        await sql`create virtual table mail_search using fts5(
          scope, subject, addresses, body,
          content='', contentless_delete=1, tokenize='ascii', detail=full
        )`.execute(db)
      },
    }
  }
  return {
    async up(db: Kysely<unknown>) {
      await sql`create table mail_search (
        sort_key bigint primary key, account_id bigint not null, words tsvector not null
      )`.execute(db)
      // New mails gather in a short list before they are sorted in: three times the deliveries, and no long pause.
      await sql`create index mail_search_words on mail_search using gin (words)
        with (fastupdate = on, gin_pending_list_limit = 1024)`.execute(db)
    },
  }
}
