import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'
import { numberPairs } from './ids.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
type Store = Kysely<any>

const MAILS_AT_ONCE = 5_000

/** Which Message-IDs hang together, and the oldest mail of each such group (union-find with path halving). */
class Groups {
  readonly #nodes = new Map<string, number>()
  readonly #above: number[] = []
  readonly #oldest: number[] = []

  node(messageId: string): number {
    const known = this.#nodes.get(messageId)
    if (known !== undefined) return known
    const made = this.single()
    this.#nodes.set(messageId, made)
    return made
  }

  /** A node without a Message-ID. */
  single(): number {
    const made = this.#above.length
    this.#above.push(made)
    this.#oldest.push(Number.POSITIVE_INFINITY)
    return made
  }

  join(a: number, b: number): void {
    const [top, other] = [this.#top(a), this.#top(b)]
    if (top === other) return
    this.#above[other] = top
    this.#oldest[top] = Math.min(this.oldest(top), this.oldest(other))
  }

  note(node: number, sortKey: number): void {
    const top = this.#top(node)
    this.#oldest[top] = Math.min(this.oldest(top), sortKey)
  }

  oldest(node: number): number {
    return this.#oldest[this.#top(node)] ?? Number.POSITIVE_INFINITY
  }

  #top(node: number): number {
    let at = node
    for (let up = this.#above[at] ?? at; up !== at; up = this.#above[at] ?? at) {
      const next = this.#above[up] ?? up
      this.#above[at] = next
      at = next
    }
    return at
  }
}

async function threadAccount(db: Store, engine: Engine, accountId: number): Promise<void> {
  const groups = new Groups()
  const mails: { id: number; sortKey: number; node: number }[] = []
  for (let last = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await db
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .select(['mail.id', 'mail.sort_key', 'rfc_message_id', 'in_reply_to', 'refs'])
      .where('account_id', '=', accountId)
      .where('sort_key', '<', last)
      .orderBy('sort_key', 'desc')
      .limit(MAILS_AT_ONCE)
      .execute()
    if (rows.length === 0) break
    for (const row of rows) {
      last = Number(row.sort_key)
      const node = row.rfc_message_id === '' ? groups.single() : groups.node(row.rfc_message_id)
      for (const reference of `${row.refs} ${row.in_reply_to}`.split(/\s+/)) {
        if (reference !== '') groups.join(node, groups.node(reference))
      }
      groups.note(node, last)
      mails.push({ id: Number(row.id), sortKey: last, node })
    }
  }
  const later = mails
    .map(({ id, sortKey, node }) => ({ id, sortKey, thread: groups.oldest(node) }))
    .filter(({ sortKey, thread }) => thread !== sortKey)
  for (let at = 0; at < later.length; at += MAILS_AT_ONCE) {
    const pairs = later.slice(at, at + MAILS_AT_ONCE).map(({ id, thread }) => [id, thread] as const)
    await sql`update mail set thread_id = v.b from ${numberPairs(engine, pairs)} where mail.id = v.a`.execute(db)
  }
}

/**
 * The conversation a mail belongs to, within its account, by References and In-Reply-To. The Message-ID of RFC 5322 gets a
 * name of its own: `message_id` is what other tables call the number of a message.
 */
export function threadsMigration(engine: Engine): Migration {
  return {
    async up(db: Store) {
      await db.schema.alterTable('message').renameColumn('message_id', 'rfc_message_id').execute()
      await db.schema.createIndex('message_by_rfc_id').on('message').column('rfc_message_id').execute()
      await sql`create index message_by_reply on message (in_reply_to) where in_reply_to <> ''`.execute(db)
      await db.schema
        .alterTable('mail')
        .addColumn('thread_id', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute()
      await sql`update mail set thread_id = sort_key`.execute(db)
      const accounts = await db.selectFrom('account').select('id').execute()
      for (const { id } of accounts) await threadAccount(db, engine, Number(id))
      await db.schema.createIndex('mail_of_thread').on('mail').columns(['account_id', 'thread_id']).execute()
    },
  }
}
