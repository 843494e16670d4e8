import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { prepared } from '../database/prepared.ts'
import type { Trx } from '../database/transact.ts'

/** The headers that say which conversation a message belongs to (RFC 5322 §3.6.4). */
export interface ThreadColumns {
  readonly rfc_message_id: string
  readonly in_reply_to: string
  readonly refs: string
}

/** Ancestors that are looked for, the nearest first. */
const ANCESTORS_MAX = 20
/** Messages that are read: one Message-ID may stand in any number of hostile ones. */
const MESSAGES_MAX = 50
/**
 * Mails that change their thread when two become one: those of the smaller. Each time a mail changes it
 * the thread has at least doubled, so many mails cost few changes each; two that are both larger stay two.
 */
const MERGED_MAX = 20_000

/** An ancestor that a mail names and its mailbox does not hold. */
export interface AwaitedMail {
  readonly rfc_message_id: string
  /** How many ancestors are nearer; 0 for the mail that is answered. */
  readonly depth: number
  /** 1 while no ancestor of the mail is there at all. */
  readonly orphan: number
}

export interface ThreadPlace {
  /** null when the mail begins a thread. */
  readonly thread: number | null
  /** To be stored with the mail, so that these find it when they come. */
  readonly awaited: readonly AwaitedMail[]
}

/**
 * The thread a mail of an account joins: that of the nearest of its ancestors that is there, else that of others that
 * await the same. However many threads a header names, the mail joins one of them. Threads become one only when a mail
 * comes that they awaited: those that begin with it and have no beginning yet join its own. So the order in which the
 * mails of a conversation come makes no difference, and a mail from outside does not make conversations one that have
 * nothing to do with each other.
 */
export async function threadOf(
  trx: Trx,
  engine: Engine,
  accountId: number,
  columns: ThreadColumns,
): Promise<ThreadPlace> {
  const own = columns.rfc_message_id
  const ancestors = ancestorsOf(columns)
  if (own === '' && ancestors.length === 0) return { thread: null, awaited: [] }
  const named = [own, ...ancestors].filter((id) => id !== '')
  const answered = named.slice(0, own === '' ? 1 : 2)
  const find = engine === 'postgres' ? findOnPostgres : findOnSqlite
  const rows = await find(trx, { accountId, named: JSON.stringify(named), answered: JSON.stringify(answered) })
  const held = new Map<string, number>()
  for (const { kind, id, thread_id } of rows) if (kind === 'held' && !held.has(id)) held.set(id, thread_id)
  const copy = held.get(own)
  if (own !== '' && copy !== undefined) return { thread: copy, awaited: [] }

  const awaiting = rows.filter(({ kind }) => kind === 'awaiting')
  const known = new Set(awaiting.map(({ id, mail_id }) => `${mail_id} ${id}`))
  // Mails from before the awaited were noted are found as answers alone.
  const answers = rows.filter(({ kind, id, mail_id }) => kind === 'answer' && !known.has(`${mail_id} ${id}`))
  const naming = (id: string) => [...awaiting, ...answers].filter((row) => row.id === id)

  const nearest = ancestors.findIndex((id) => held.has(id))
  const ancestor = held.get(ancestors[nearest] ?? '')
  const beside = ancestors.flatMap(naming).at(0)
  const children = own === '' ? [] : naming(own)
  const orphans = children.filter(({ orphan }) => orphan === 1).map(({ thread_id }) => thread_id)
  const joined = ancestor ?? beside?.thread_id ?? children.find(({ depth }) => depth === 0)?.thread_id
  const threads = [...new Set([...(joined === undefined ? [] : [joined]), ...orphans])]
  const thread = threads.length > 1 ? await merge(trx, accountId, threads) : (threads[0] ?? null)
  await noteArrival(
    trx,
    awaiting.filter(({ id }) => id === own),
  )

  const orphan = ancestor === undefined && beside?.orphan !== 0 ? 1 : 0
  const missing = nearest < 0 ? ancestors : ancestors.slice(0, nearest)
  const awaited = missing.map((rfc_message_id, depth) => ({ rfc_message_id, depth, orphan }))
  return { thread, awaited: orphan === 1 ? awaited : awaited.slice(0, 1) }
}

/** Message-IDs of the ancestors, the nearest first: what is answered, then References from their end. */
function ancestorsOf({ rfc_message_id, in_reply_to, refs }: ThreadColumns): string[] {
  const answered = in_reply_to.split(/\s+/).slice(0, 1)
  return [...new Set([...answered, ...refs.split(/\s+/).reverse()])]
    .filter((id) => id !== '' && id !== rfc_message_id)
    .slice(0, ANCESTORS_MAX)
}

/** A mail has come: those that answer it await nothing more; other orphans that name it await what they answer alone. */
async function noteArrival(trx: Trx, awaiting: readonly ThreadMail[]): Promise<void> {
  const answering = awaiting.filter(({ depth }) => depth === 0).map(({ mail_id }) => mail_id)
  if (answering.length > 0) await trx.deleteFrom('awaited_mail').where('mail_id', 'in', answering).execute()
  const further = awaiting.filter(({ depth }) => depth > 0).map(({ mail_id }) => mail_id)
  if (further.length === 0) return
  await trx.deleteFrom('awaited_mail').where('mail_id', 'in', further).where('depth', '>', 0).execute()
  await trx.updateTable('awaited_mail').set({ orphan: 0 }).where('mail_id', 'in', further).execute()
}

/** Stores what a mail awaits ({@link threadOf}). */
export async function noteAwaited(
  trx: Trx,
  accountId: number,
  mailId: number,
  awaited: readonly AwaitedMail[],
): Promise<void> {
  for (const one of awaited) await insertAwaited(trx, { accountId, mailId, ...one })
}

const insertAwaited = prepared((db, by: AwaitedMail & { accountId: number; mailId: number }) =>
  db
    .insertInto('awaited_mail')
    .values({
      account_id: by.accountId,
      rfc_message_id: by.rfc_message_id,
      mail_id: by.mailId,
      depth: by.depth,
      orphan: by.orphan,
    })
    .compile(),
)

/** Makes these threads the largest of them, the oldest of two that are alike. Answers it. */
async function merge(trx: Trx, accountId: number, threads: readonly number[]): Promise<number> {
  const sized: { thread: number; mails: number }[] = []
  for (const thread of threads) sized.push({ thread, mails: await countMails(trx, accountId, thread) })
  const [largest, ...others] = sized.sort((a, b) => b.mails - a.mails || a.thread - b.thread)
  if (!largest) throw new Error('no threads to merge')
  for (const { thread, mails } of others) {
    if (mails > MERGED_MAX) continue
    await trx
      .updateTable('mail')
      .set({ thread_id: largest.thread })
      .where('account_id', '=', accountId)
      .where('thread_id', '=', thread)
      .execute()
    await keepMuted(trx, thread, largest.thread)
  }
  return largest.thread
}

/** A thread that becomes part of a larger one stays muted with it, unless that is muted itself. */
async function keepMuted(trx: Trx, thread: number, larger: number): Promise<void> {
  const known = await trx.selectFrom('muted_thread').select('thread_id').where('thread_id', '=', larger).execute()
  if (known.length > 0) await trx.deleteFrom('muted_thread').where('thread_id', '=', thread).execute()
  else await trx.updateTable('muted_thread').set({ thread_id: larger }).where('thread_id', '=', thread).execute()
}

/** Looked through up to one more than are ever merged. */
async function countMails(trx: Trx, accountId: number, thread: number): Promise<number> {
  const mails = trx
    .selectFrom('mail')
    .select('id')
    .where('account_id', '=', accountId)
    .where('thread_id', '=', thread)
    .limit(MERGED_MAX + 1)
    .as('mails')
  const row = await trx
    .selectFrom(mails)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

interface Asked {
  readonly accountId: number
  /** JSON lists of Message-IDs: the mail and its ancestors; the mail and what it answers. */
  readonly named: string
  readonly answered: string
}

/** A mail of the account that has to do with one that comes. */
interface ThreadMail {
  /** The mail has this id, answers it, or awaits it. */
  readonly kind: 'held' | 'answer' | 'awaiting'
  readonly id: string
  readonly thread_id: number
  readonly mail_id: number
  readonly depth: number
  readonly orphan: number
}

/** The unary plus keeps the account's index out, by which its whole mailbox would be scanned. */
const findOnSqlite = prepared((db, by: Asked) =>
  sql<ThreadMail>`select found.kind, found.named as id, mail.thread_id, mail.id as mail_id, 0 as depth, 1 as orphan from (
        select * from (select 'held' as kind, id, rfc_message_id as named from message
          where rfc_message_id in (select value from json_each(${by.named})) limit ${sql.lit(MESSAGES_MAX)})
        union all
        select * from (select 'answer' as kind, id, in_reply_to as named from message
          where in_reply_to <> '' and in_reply_to in (select value from json_each(${by.answered}))
          limit ${sql.lit(MESSAGES_MAX)})
      ) as found cross join mail on mail.message_id = found.id where +mail.account_id = ${by.accountId}
    union all
    select * from (select 'awaiting', awaited_mail.rfc_message_id, mail.thread_id, mail.id, awaited_mail.depth,
        awaited_mail.orphan
      from awaited_mail cross join mail on mail.id = awaited_mail.mail_id
      where awaited_mail.account_id = ${by.accountId}
        and awaited_mail.rfc_message_id in (select value from json_each(${by.named}))
      limit ${sql.lit(MESSAGES_MAX)})`.compile(db),
)

/**
 * The messages first, then the mails of each: `offset 0` keeps the two apart. Where a message lies in many mailboxes the planner
 * would rather scan the mails of all accounts with each mail that arrives.
 */
const findOnPostgres = prepared((db, by: Asked) =>
  sql<ThreadMail>`select named.kind, named.named as id, found.thread_id, found.id as mail_id, 0 as depth, 1 as orphan from (
      (select 'held' as kind, id, rfc_message_id as named from message
        where rfc_message_id = any(array(select json_array_elements_text(${by.named}::json)))
        limit ${sql.lit(MESSAGES_MAX)})
      union all
      (select 'answer' as kind, id, in_reply_to as named from message
        where in_reply_to <> '' and in_reply_to = any(array(select json_array_elements_text(${by.answered}::json)))
        limit ${sql.lit(MESSAGES_MAX)})
    ) as named cross join lateral (
      select id, thread_id from mail where message_id = named.id and +account_id = ${by.accountId} offset 0
    ) as found
    union all
    (select 'awaiting', awaited.rfc_message_id, found.thread_id, found.id, awaited.depth, awaited.orphan from (
      select rfc_message_id, mail_id, depth, orphan from awaited_mail
      where account_id = ${by.accountId}
        and rfc_message_id = any(array(select json_array_elements_text(${by.named}::json)))
      limit ${sql.lit(MESSAGES_MAX)}
    ) as awaited cross join lateral (select id, thread_id from mail where id = awaited.mail_id offset 0) as found)`.compile(
    db,
  ),
)
