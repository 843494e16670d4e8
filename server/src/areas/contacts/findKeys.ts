import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { PersonKeyTable } from '../../store/database/schema.ts'
import { RANK, type Rank } from '../../store/names/rank.ts'

type Store = Context['store']
export type KeyHit = Pick<PersonKeyTable, 'kind' | 'ref_id'> & { readonly rank: Rank }

/** Keys that are read of one rank: a contact may have several that fit. */
const KEYS_AT_ONCE = 200
/** Shortest end of a phone number that is taken for one. */
const PHONE_TAIL_MIN = 3
/** The most half-written syllables of one search, and the letters with which no syllable begins. */
const PIECES_MAX = 4
const NO_BEGINNING = /[iuv]/

interface KeyRange {
  readonly owner: number
  readonly rank: Rank
  readonly beginning: string
}

/** Everything that begins with a text, byte by byte, stands between it and this. */
const endOf = (beginning: string): string => `${beginning}\u{10ffff}`

async function readRanges(store: Store, ranges: readonly KeyRange[]): Promise<KeyHit[]> {
  if (ranges.length === 0) return []
  const parts = ranges.map(
    ({ owner, rank, beginning }, at): RawBuilder<unknown> => sql`select * from (
      select kind, ref_id, rank, key from person_key
        where owner_id = ${owner} and rank = ${rank} and key >= ${beginning} and key < ${endOf(beginning)}
        order by key limit ${sql.lit(KEYS_AT_ONCE)}) as ${sql.ref(`part${at}`)}`,
  )
  const { rows } = await sql<KeyHit & { key: string }>`${sql.join(parts, sql` union all `)}`.execute(store.db)
  const best = new Map<string, KeyHit>()
  for (const row of rows.sort((a, b) => b.rank - a.rank || (a.key < b.key ? -1 : 1))) {
    const key = `${row.kind} ${row.ref_id}`
    if ((best.get(key)?.rank ?? 0) < row.rank) best.set(key, row)
  }
  return [...best.values()]
}

/** Who is found by what is typed (folded, without spaces; Chinese as it sounds), by name, address or end of the phone number. */
export function findByKeys(store: Store, accountId: number, typed: string): Promise<KeyHit[]> {
  const beginnings: [Rank, string][] = [
    [RANK.nameStart, typed],
    [RANK.nameInside, typed],
    [RANK.address, typed],
  ]
  if (typed.length >= PHONE_TAIL_MIN && /^\d+$/.test(typed)) {
    beginnings.push([RANK.phone, [...typed].reverse().join('')])
  }
  return readRanges(store, [
    ...beginnings.flatMap(([rank, beginning]) => [0, accountId].map((owner) => ({ owner, rank, beginning }))),
    // Duties of the directory stand apart: few duties are the duty of many.
    { owner: accountId, rank: RANK.duty, beginning: typed },
  ])
}

/**
 * Who may be meant when every syllable is half written: zhaw for Zhang Wei. What is found is to be held against the name:
 * only the first letters of the syllables are looked for.
 */
export function findByPieces(store: Store, accountId: number, typed: string): Promise<KeyHit[]> {
  if (!/^[a-z]{3,10}$/.test(typed)) return Promise.resolve([])
  let initials = new Set([typed.slice(0, 1)])
  const all = new Set<string>()
  // Which letters may begin a syllable, from the second on: every choice of at most three of them.
  for (const letter of typed.slice(1)) {
    if (NO_BEGINNING.test(letter)) continue
    const longer = [...initials].filter((text) => text.length < PIECES_MAX).map((text) => text + letter)
    initials = new Set([...initials, ...longer])
    for (const text of longer) all.add(text)
  }
  const ranges = [...all].flatMap((beginning) =>
    [0, accountId].map((owner) => ({ owner, rank: RANK.nameStart, beginning })),
  )
  return readRanges(store, ranges.slice(0, 100))
}

/** Accounts whose duty is found by what is typed, and those of departments that are, with all below them. */
export async function findByPlace(store: Store, typed: string, limit: number): Promise<KeyHit[]> {
  const { rows: byDuty } = await sql<{ id: number }>`
    select id from account where disabled = 0 and duties in (
      select duty from duty_key where key >= ${typed} and key < ${endOf(typed)} order by key limit 60)
    limit ${limit}`.execute(store.db)
  const { rows: byDepartment } = await sql<{ id: number }>`
    with recursive below(id, depth) as (
      select department_id, 0 from (
        select department_id from department_key where key >= ${typed} and key < ${endOf(typed)}
          order by key limit 40) as named
      union
      select department.id, below.depth + 1 from department join below on department.parent_id = below.id
        where below.depth < 20)
    select id from account where disabled = 0 and dept_id in (select id from below) limit ${limit}`.execute(store.db)
  return [
    ...byDuty.map(({ id }): KeyHit => ({ kind: 'account', ref_id: id, rank: RANK.duty })),
    ...byDepartment.map(({ id }): KeyHit => ({ kind: 'account', ref_id: id, rank: RANK.department })),
  ]
}
