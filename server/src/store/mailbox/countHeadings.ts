import type { DayHeading } from '@yanshu/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context/context.ts'
import type { Engine } from '../database/engine.ts'
import { numberPairs } from '../database/ids.ts'
import { type HeadingSpan, headingSpans } from './dayHeadings.ts'
import { DAY_KEYS, momentOfKey } from './sortKey.ts'

/**
 * Rows of a list whose mails are not counted by day: those of a label or with a star. Beyond this many its headings are
 * left out, for a list answers at once.
 */
const MAX_COUNTED = 20_000
/** The same where each mail has to be read. */
const MAX_LOOKED_AT = 2_000
/** Places of the day counts that one answer may read, folders times headings. */
const MAX_LOOKUPS = 2_000

export interface HeadingQuery {
  readonly isUnread?: boolean | undefined
  /** Whole hours from GMT; without it no heading is asked for. */
  readonly timeZone?: number | undefined
}

type Headings = { headings?: DayHeading[] }

interface Asked {
  readonly context: Context
  readonly query: HeadingQuery
  /** Rows of the list. */
  readonly total: number
}

type Condition = RawBuilder<unknown>

/** How the mails below one heading are counted; `v.a` and `v.b` are the sort keys it begins with and ends before. */
interface Way {
  /** Whole days (UTC), from the day of `v.a` on and before the day of `v.b`; null where days are not counted. */
  readonly days: Condition | null
  /** A count of the mails for which a condition on their sort key holds. */
  readonly mails: (sortKey: (column: Condition) => Condition) => Condition
}

const seenIs = (isUnread: boolean | undefined): Condition =>
  isUnread === undefined ? sql`` : isUnread ? sql`and mail.seen = 0` : sql`and mail.seen = 1`

const perDay = (isUnread: boolean | undefined): Condition =>
  isUnread === undefined ? sql`total` : isUnread ? sql`unread` : sql`(total - unread)`

/** The headings of a folder: mails kept on top, then days. */
export async function folderHeadings(asked: Asked, folderId: number): Promise<Headings> {
  const { context, query } = asked
  const { db } = context.store
  const { rows } = await sql<{ count: number; oldest: number | null }>`select
    (select cast(coalesce(sum(${perDay(query.isUnread)}), 0) as bigint) from mail_day where folder_id = ${folderId} and sticky = 1) as count,
    (select sort_key from mail where folder_id = ${folderId} and sticky = 0 order by sort_key limit 1) as oldest`.execute(
    db,
  )
  const [top] = rows
  const days = await headingsOf(asked, top?.oldest ?? null, {
    days: sql`select cast(coalesce(sum(${perDay(query.isUnread)}), 0) as bigint) from mail_day
      where folder_id = ${folderId} and sticky = 0 and day >= v.a / ${DAY_KEYS} and day < v.b / ${DAY_KEYS}`,
    mails: (where) => sql`select count(*) from mail
      where folder_id = ${folderId} and sticky = 0 and ${where(sql`sort_key`)} ${seenIs(query.isUnread)}`,
  })
  return summedUp(asked, days && [{ kind: 'sticky', from: 0, count: top?.count ?? 0 }, ...days])
}

/** The headings of the mails of an account outside of some folders, newest first; `listed` are the others. */
export async function accountHeadings(
  asked: Asked,
  accountId: number,
  { listed, unlisted }: { listed: readonly number[]; unlisted: readonly number[] },
): Promise<Headings> {
  const { isUnread } = asked.query
  const inside = sql.join(listed.length > 0 ? [...listed] : [0])
  const outside = sql.join(unlisted.length > 0 ? [...unlisted] : [0])
  const days = await headingsOf(
    asked,
    await oldestOf(asked, sql`mail where account_id = ${accountId}`),
    {
      days: sql`select cast(coalesce(sum(${perDay(isUnread)}), 0) as bigint) from mail_day where folder_id in (${inside})
        and sticky in (0, 1) and day >= v.a / ${DAY_KEYS} and day < v.b / ${DAY_KEYS}`,
      mails: (where) => sql`select count(*) from mail where account_id = ${accountId} and ${where(sql`sort_key`)}
        and folder_id not in (${outside}) ${seenIs(isUnread)}`,
    },
    2 * listed.length,
  )
  return summedUp(asked, days)
}

/** The headings of the starred mails of an account outside of some folders. */
export async function starredHeadings(asked: Asked, accountId: number, unlisted: readonly number[]): Promise<Headings> {
  if (asked.total > MAX_COUNTED) return {}
  const outside = sql.join(unlisted.length > 0 ? [...unlisted] : [0])
  const starred = sql`mail where account_id = ${accountId} and color > 0`
  const days = await headingsOf(asked, await oldestOf(asked, starred), {
    days: null,
    mails: (where) => sql`select count(*) from ${starred} and ${where(sql`sort_key`)}
      and folder_id not in (${outside}) ${seenIs(asked.query.isUnread)}`,
  })
  return summedUp(asked, days)
}

/** The headings of the mails with a label; `all` is how many there are without a filter. */
export async function labelHeadings(asked: Asked, labelId: number, all: number): Promise<Headings> {
  const { isUnread } = asked.query
  if (all > (isUnread === undefined ? MAX_COUNTED : MAX_LOOKED_AT)) return {}
  const labelled = sql`mail_label where label_id = ${labelId} and listed = 1`
  const days = await headingsOf(asked, await oldestOf(asked, labelled), {
    days: null,
    mails: (where) =>
      isUnread === undefined
        ? sql`select count(*) from ${labelled} and ${where(sql`sort_key`)}`
        : sql`select count(*) from mail_label join mail on mail.id = mail_label.mail_id
            where label_id = ${labelId} and listed = 1 and ${where(sql`mail_label.sort_key`)} ${seenIs(isUnread)}`,
  })
  return summedUp(asked, days)
}

async function oldestOf({ context, query }: Asked, mails: Condition): Promise<number | null> {
  if (query.timeZone === undefined) return null
  const { rows } = await sql<{
    oldest: number
  }>`select sort_key as oldest from ${mails} order by sort_key limit 1`.execute(context.store.db)
  return rows[0]?.oldest ?? null
}

/** Days and months with the rows below them, undefined where counting would take too long. */
async function headingsOf(
  { context, query, total }: Asked,
  oldest: number | null,
  way: Way,
  lookups = 1,
): Promise<DayHeading[] | undefined> {
  if (query.timeZone === undefined) return undefined
  const spans = headingSpans(
    Date.now(),
    query.timeZone,
    oldest === null ? Number.POSITIVE_INFINITY : momentOfKey(oldest),
  )
  if (spans.length * lookups > MAX_LOOKUPS) return undefined
  const counts = total === 0 ? [] : await countSpans(context.store, spans, way)
  return spans
    .map(({ kind, from }, at) => ({ kind, from, count: counts[at] ?? 0 }))
    .filter(({ kind, count }) => kind !== 'month' || count > 0)
}

/**
 * The mails below each heading, in one statement. Days are counted from midnight in Greenwich; what the reader's day has
 * less or more of the first and the last of them is counted mail by mail.
 */
async function countSpans(
  { db, engine }: { db: Context['store']['db']; engine: Engine },
  spans: readonly HeadingSpan[],
  { days, mails }: Way,
): Promise<number[]> {
  const pairs = numberPairs(
    engine,
    spans.map(({ low, high }) => [low, high]),
  )
  if (!days) {
    const within = mails((key) => sql`${key} >= v.a and ${key} < v.b`)
    const { rows } = await sql<{ count: number }>`select (${within}) as count from ${pairs} order by v.a desc`.execute(
      db,
    )
    return rows.map(({ count }) => count)
  }
  const before = mails((key) => sql`${key} >= v.a / ${DAY_KEYS} * ${DAY_KEYS} and ${key} < v.a`)
  const { rows } = await sql<{ whole: number; part: number }>`select (${days}) as whole, (${before}) as part
    from ${pairs} order by v.a desc, v.b desc`.execute(db)
  return rows.map(({ whole, part }, at) => whole - part + (rows[at - 1]?.part ?? 0))
}

/** Headings that do not add up to the list would put rows below the wrong ones: something changed while it was read. */
function summedUp({ total }: Asked, headings: DayHeading[] | undefined): Headings {
  if (!headings || headings.reduce((sum, { count }) => sum + count, 0) !== total) return {}
  return { headings }
}
