import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import type { Store } from '../../store/database/open.ts'
import type { ContactTable, Schema } from '../../store/database/schema.ts'
import { RANK } from '../../store/names/rank.ts'
import { readLabelled } from './contactRows.ts'
import { digitsOf, type FoundPerson } from './format/fitContact.ts'

type Db = Kysely<Schema>
export type ContactRecord = Selectable<ContactTable>

/** Digits of a number by which it is compared: with or without the code of a country. */
const DIGITS = 11
export const PHONE_DIGITS_MIN = 7

/** The end of a number, as `person_key` has it: its digits from the last one. */
const phoneKey = (value: string): string => [...digitsOf(value)].reverse().join('').slice(0, DIGITS)

/** Names are compared without case, spaces and signs between their parts. */
export const sameName = (a: string, b: string): boolean => folded(a) === folded(b)
const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s·.,，]+/g, '')

/**
 * Which contact each of these people is already: the one with the UID; else the one of the same name, or without one,
 * that has an address or a number of theirs. Never by the name alone. Who stands `beside` another of the file is found by
 * the UID only.
 */
export async function findDoubles(
  db: Db,
  engine: Store['engine'],
  accountId: number,
  people: readonly FoundPerson[],
): Promise<Map<FoundPerson, ContactRecord>> {
  const rowsOf = (ids: readonly number[]): Promise<ContactRecord[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('contact')
          .selectAll()
          .where(numberIn(engine, 'id', ids))
          .where(ownedBy('account_id', accountId))
          .where('deleted_at', 'is', null)
          .execute()
  const byUid = new Map<string, ContactRecord>()
  const uids = people.map(({ uid }) => uid)
  for (const row of await rowsOf(await idsBy(db, engine, 'contact', accountId, uids))) byUid.set(row.uid, row)
  const strangers = people.filter(({ uid, beside }) => !byUid.has(uid) && !beside)
  const candidates = new Map<number, ContactRecord>()
  const addresses = strangers.flatMap(({ fields }) => fields.emails.map(({ value }) => value.toLowerCase()))
  for (const row of await rowsOf(await idsBy(db, engine, 'contact_email', accountId, addresses))) {
    candidates.set(row.id, row)
  }
  const phones = strangers.flatMap(({ fields }) => fields.phones.map(({ value }) => phoneKey(value)))
  for (const row of await rowsOf(await idsByPhone(db, engine, accountId, phones))) candidates.set(row.id, row)
  const byKey = new Map<string, ContactRecord[]>()
  for (const row of [...candidates.values()].sort((a, b) => a.id - b.id)) {
    for (const key of keysOf(readLabelled(row.emails), readLabelled(row.phones))) {
      byKey.set(key, [...(byKey.get(key) ?? []), row])
    }
  }
  const found = new Map<FoundPerson, ContactRecord>()
  for (const person of people) {
    const { emails, phones: numbers, name } = person.fields
    const known =
      byUid.get(person.uid) ??
      (person.beside ? [] : keysOf(emails, numbers))
        .flatMap((key) => byKey.get(key) ?? [])
        .find((row) => sameName(row.name, name) || isNameless(row.name, emails) || isNameless(name, emails))
    if (known) found.set(person, known)
  }
  return found
}

/** Who is called by an address has no name of their own. */
const isNameless = (name: string, emails: readonly { readonly value: string }[]): boolean =>
  name === '' || emails.some(({ value }) => value.toLowerCase() === name.toLowerCase())

const keysOf = (
  emails: readonly { readonly value: string }[],
  phones: readonly { readonly value: string }[],
): string[] => [
  ...emails.map(({ value }) => `@${value.toLowerCase()}`),
  ...phones.flatMap(({ value }) => (digitsOf(value).length >= PHONE_DIGITS_MIN ? [`#${phoneKey(value)}`] : [])),
]

/** Contacts by their UIDs or addresses. The values lead, so that each is one lookup in the index. */
async function idsBy(
  db: Db,
  engine: Store['engine'],
  table: 'contact' | 'contact_email',
  accountId: number,
  values: readonly string[],
): Promise<number[]> {
  if (values.length === 0) return []
  const [id, column] = table === 'contact' ? ['id', 'uid'] : ['contact_id', 'address']
  const of = sql.table(table)
  const found =
    engine === 'postgres'
      ? sql<{ id: number }>`select ${sql.ref(id)} as id from ${of}
          where account_id = ${accountId} and ${sql.ref(column)} = any(${[...values]}::text[])`
      : sql<{ id: number }>`select ${of}.${sql.ref(id)} as id from json_each(${JSON.stringify(values)}) as wanted
          cross join ${of} where account_id = ${accountId} and ${sql.ref(column)} = wanted.value`
  const { rows } = await found.execute(db)
  return rows.map((row) => row.id)
}

/** Contacts with one of these numbers: whatever stands before it, such as the code of a country. */
async function idsByPhone(
  db: Db,
  engine: Store['engine'],
  accountId: number,
  keys: readonly string[],
): Promise<number[]> {
  const wanted = [...new Set(keys.filter((key) => key.length >= PHONE_DIGITS_MIN))]
  if (wanted.length === 0) return []
  const keyed =
    engine === 'postgres'
      ? sql<{ ref_id: number }>`select person_key.ref_id from unnest(${wanted}::text[]) as wanted(value)
          join person_key on person_key.key >= wanted.value collate "C"
            and person_key.key < (wanted.value || ':') collate "C"
          where owner_id = ${accountId} and rank = ${sql.lit(RANK.phone)} and kind = 'contact'`
      : // The numbers lead, so that each is a range of the index.
        sql<{ ref_id: number }>`select person_key.ref_id from json_each(${JSON.stringify(wanted)}) as wanted
          cross join person_key
          where owner_id = ${accountId} and rank = ${sql.lit(RANK.phone)} and kind = 'contact'
            and person_key.key >= wanted.value and person_key.key < wanted.value || ':'`
  const { rows } = await keyed.execute(db)
  return rows.map(({ ref_id }) => ref_id)
}
