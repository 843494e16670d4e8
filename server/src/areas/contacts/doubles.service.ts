import type { Contact, ContactDouble } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import { RANK } from '../../store/names/rank.ts'
import { asContact } from './contactRows.ts'
import { PHONE_DIGITS_MIN, sameName } from './findDoubles.ts'

/** Pairs of one answer, and contacts of one of them. */
const SHOWN = 50
const LOOKED_AT = 500
const OF_ONE_MAX = 20
/** Digits by which numbers are compared, from their end: those of a mobile number. */
const DIGITS = 11

interface Shared {
  readonly reason: ContactDouble['reason']
  readonly shared: string
  readonly ids: readonly number[]
}

/**
 * Contacts that may be one person: with a mail address in common, or a phone number and names of which one holds the
 * other. A name alone makes no double, nor does a number that many share, such as a company's.
 */
export async function listDoubles(
  context: Pick<Context, 'store'>,
  accountId: number,
): Promise<{ list: ContactDouble[]; total: number }> {
  const found = [...(await byAddress(context, accountId)), ...(await byPhone(context, accountId))]
  const contacts = await contactsOf(context, accountId, [...new Set(found.flatMap(({ ids }) => ids))])
  const taken = new Set<number>()
  const list: ContactDouble[] = []
  for (const { reason, shared, ids } of found) {
    const free = ids.flatMap((id) => (taken.has(id) ? [] : (contacts.get(id) ?? [])))
    const [first] = free
    if (!first) continue
    const alike = reason === 'address' ? free : free.filter((one) => namesFit(one.name, first.name))
    if (alike.length < 2) continue
    for (const { contactId } of alike) taken.add(contactId)
    list.push({ reason, shared, contacts: alike.slice(0, OF_ONE_MAX) })
  }
  return { list: list.slice(0, SHOWN), total: list.length }
}

const namesFit = (a: string, b: string): boolean =>
  sameName(a, b) || (Math.min(a.length, b.length) > 1 && (a.includes(b) || b.includes(a)))

const idsIn = (text: string): number[] =>
  text
    .split(',')
    .map(Number)
    .toSorted((a, b) => a - b)

async function byAddress({ store }: Pick<Context, 'store'>, accountId: number): Promise<Shared[]> {
  const ids = joined(store.engine, 'contact_id')
  const { rows } = await sql<{ address: string; ids: string }>`
    select address, ${ids} as ids from contact_email join contact on contact.id = contact_id
      where contact_email.account_id = ${accountId} and contact.deleted_at is null
      group by address having count(*) > 1 order by address limit ${sql.lit(LOOKED_AT)}`.execute(store.db)
  return rows.map(({ address, ids: list }) => ({ reason: 'address', shared: address, ids: idsIn(list) }))
}

async function byPhone({ store }: Pick<Context, 'store'>, accountId: number): Promise<Shared[]> {
  const ids = joined(store.engine, 'ref_id')
  const { rows } = await sql<{ tail: string; ids: string }>`
    select tail, ${ids} as ids from (
      select distinct substr(key, 1, ${sql.lit(DIGITS)}) as tail, ref_id from person_key
        join contact on contact.id = ref_id
        where owner_id = ${accountId} and rank = ${sql.lit(RANK.phone)} and kind = 'contact'
          and length(key) >= ${sql.lit(PHONE_DIGITS_MIN)} and contact.deleted_at is null) as numbers
      group by tail having count(*) > 1 order by tail limit ${sql.lit(LOOKED_AT)}`.execute(store.db)
  return rows.map(({ tail, ids: list }) => ({
    reason: 'phone',
    shared: [...tail].reverse().join(''),
    ids: idsIn(list),
  }))
}

const joined = (engine: Context['store']['engine'], column: string) =>
  engine === 'postgres'
    ? sql`string_agg(cast(${sql.ref(column)} as text), ',')`
    : sql`group_concat(${sql.ref(column)}, ',')`

async function contactsOf(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, Contact>> {
  const rows = await store.db
    .selectFrom('contact')
    .selectAll()
    .where(ownedBy('account_id', accountId))
    .where('deleted_at', 'is', null)
    .where(numberIn(store.engine, 'id', ids))
    .execute()
  const members = await store.db
    .selectFrom('contact_group_member')
    .selectAll()
    .where(numberIn(store.engine, 'contact_id', ids))
    .execute()
  const groups = new Map<number, number[]>()
  for (const { contact_id, group_id } of members) groups.set(contact_id, [...(groups.get(contact_id) ?? []), group_id])
  return new Map(rows.map((row) => [row.id, asContact(row, groups.get(row.id) ?? [])]))
}
