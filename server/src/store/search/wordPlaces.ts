import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/open.ts'
import { prepared } from '../database/prepared.ts'
import type { Trx } from '../database/transact.ts'

/** Sort keys of one second. */
const KEYS_OF_SECOND = 2 ** 20
/** Places of one account: the seconds from 1970 to 2106. */
const PLACES = 2 ** 32
/** Places behind its own second that are tried one by one for a mail; beyond them it gets any free one of ever more. */
const NEAR = 512
/** Mails of an account are put in order over so many places at most; beyond that search shows them nearly in order. */
const SPREAD_MAX = 8_192

/**
 * The rows of the full-text index of SQLite. A mail's row is the second in which it arrived, behind the number of its
 * account; when another mail has it, the next one that is free. So rows are nearly in the order of sort keys: a mail stands
 * behind its second by the _spread_ of its account at most.
 */
export async function takePlace(trx: Trx, accountId: number, sortKey: number): Promise<number> {
  const first = firstPlace(accountId, sortKey)
  const isFree = async (place: number) => (await selectTaken(trx, { first: place, end: place + 1 })).length === 0
  const spread = (await isFree(first)) ? 0 : await freeBehind(trx, first, isFree)
  await insertPlace(trx, { place: first + spread, sortKey })
  if (spread > 0) await widen(trx, { accountId, spread })
  return first + spread
}

/** How far behind a place that is taken a free one is. */
async function freeBehind(trx: Trx, first: number, isFree: (place: number) => Promise<boolean>): Promise<number> {
  const taken = await selectTaken(trx, { first, end: first + NEAR })
  // Rows come in order: the first gap is where a row is not its own position.
  const gap = taken.findIndex(({ place }, at) => place !== first + at)
  const near = gap < 0 ? taken.length : gap
  if (near < NEAR) return near
  for (let among = NEAR; ; among *= 2) {
    const tried = NEAR + randomInt(among)
    if (await isFree(first + tried)) return tried
  }
}

/** The place of the second that a sort key is in. */
export const firstPlace = (accountId: number, sortKey: number): number =>
  accountId * PLACES + Math.min(Math.floor(sortKey / KEYS_OF_SECOND), PLACES - 1)

/** How far behind its second a mail of the account may stand. */
export async function spreadOf(db: Database, accountId: number): Promise<number> {
  const [row] = await selectSpread(db, { accountId })
  return Math.min(row?.most ?? 0, SPREAD_MAX)
}

/** Frees the places of mails that leave the index. */
export const freePlaces = (trx: Trx, sortKeys: RawBuilder<unknown>) =>
  sql`delete from word_place where sort_key in (${sortKeys})`.execute(trx)

const selectTaken = prepared((db, by: { first: number; end: number }) =>
  db
    .selectFrom('word_place')
    .select('place')
    .where('place', '>=', by.first)
    .where('place', '<', by.end)
    .orderBy('place')
    .compile(),
)

const insertPlace = prepared((db, by: { place: number; sortKey: number }) =>
  db.insertInto('word_place').values({ place: by.place, sort_key: by.sortKey }).compile(),
)

const widen = prepared((db, by: { accountId: number; spread: number }) =>
  sql`insert into word_spread (account_id, most) values (${by.accountId}, ${by.spread})
    on conflict (account_id) do update set most = max(most, excluded.most)`.compile(db),
)

const selectSpread = prepared((db, by: { accountId: number }) =>
  db.selectFrom('word_spread').select('most').where('account_id', '=', by.accountId).compile(),
)
