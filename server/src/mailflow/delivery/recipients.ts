import { domainToASCII, domainToUnicode } from 'node:url'
import type { Kysely } from 'kysely'
import { preparedForList } from '../../store/database/prepared.ts'
import type { Schema } from '../../store/database/schema.ts'

/** What an address belongs to. */
export type Destination =
  | {
      readonly kind: 'account'
      readonly accountId: number
      /** In bytes; 0 means no limit. */
      readonly quota: number
      readonly used: number
    }
  /** One of our domains, but no account of it has this address. */
  | { readonly kind: 'unknown' }
  /** The person's account was switched off. */
  | { readonly kind: 'disabled' }
  /** A domain that is none of ours. */
  | { readonly kind: 'elsewhere' }

interface Split {
  readonly address: string
  readonly local: string
  readonly domains: readonly string[]
}

const NAMES_AT_ONCE = 200
/** Names that every domain has. */
const OF_ADMINISTRATORS: ReadonlySet<string> = new Set(['postmaster', 'abuse'])

/**
 * Finds what addresses belong to: own domains, accounts and their aliases, `user+tag` of both (RFC 5233), and
 * `postmaster` and `abuse`, which reach an administrator wherever no account has the name (RFC 5321 §4.5.1, RFC 2142).
 * Case does not matter, nor whether a domain is written in its own letters or in punycode. The keys of the answer are
 * the addresses as they were asked for.
 */
export async function findDestinations(
  db: Kysely<Schema>,
  addresses: readonly string[],
): Promise<Map<string, Destination>> {
  const split = addresses.map(splitAddress)
  const ownDomains = new Set<string>()
  const wanted = [...new Set(split.flatMap((one) => one.domains))]
  for (const names of slices(wanted)) {
    for (const row of await selectDomains(db, names)) ownDomains.add(row.name)
  }
  const isOwn = (one: Split) => one.local === 'postmaster' && one.domains.length === 0
  const own = split.filter((one) => isOwn(one) || one.domains.some((domain) => ownDomains.has(domain)))
  const people = await peopleByAddress(db, [...new Set(own.flatMap(spellings))])
  const postmaster = own.some((one) => OF_ADMINISTRATORS.has(one.local)) ? await administrator(db) : null

  const found = new Map<string, Destination>()
  for (const one of split) found.set(one.address, { kind: 'elsewhere' })
  for (const one of own) {
    const person = spellings(one)
      .map((spelling) => people.get(spelling))
      .find((match) => match !== undefined)
    found.set(
      one.address,
      person ?? (OF_ADMINISTRATORS.has(one.local) && postmaster ? postmaster : { kind: 'unknown' }),
    )
  }
  return found
}

/** The same for one address. Most are an account's own, spelled as it is stored: then one statement is enough. */
export async function findDestination(db: Kysely<Schema>, address: string): Promise<Destination> {
  const [account] = await selectAccounts(db, [address.toLowerCase()])
  if (account) return destinationOf(account)
  return (await findDestinations(db, [address])).get(address) ?? { kind: 'elsewhere' }
}

/** Whether an address is in one of our domains, no matter whose it is. */
export async function isOwnAddress(db: Kysely<Schema>, address: string): Promise<boolean> {
  const { domains } = splitAddress(address)
  return domains.length > 0 && (await selectDomains(db, domains)).length > 0
}

function splitAddress(address: string): Split {
  const at = address.lastIndexOf('@')
  const local = (at < 0 ? address : address.slice(0, at)).toLowerCase()
  const domain = at < 0 ? '' : address.slice(at + 1).toLowerCase()
  const domains = [...new Set([domain, domainToUnicode(domain), domainToASCII(domain)])].filter((name) => name !== '')
  return { address, local, domains }
}

/** The addresses under which the person may be stored, the most exact first. */
function spellings({ local, domains }: Split): string[] {
  const plus = local.indexOf('+')
  const locals = plus > 0 ? [local, local.slice(0, plus)] : [local]
  return locals.flatMap((name) => domains.map((domain) => `${name}@${domain}`))
}

const columns = ['account.id', 'account.disabled', 'account.quota_bytes', 'account.used_bytes'] as const

async function peopleByAddress(db: Kysely<Schema>, addresses: readonly string[]): Promise<Map<string, Destination>> {
  const people = new Map<string, Destination>()
  for (const names of slices(addresses)) {
    const aliases = await selectAliases(db, names)
    for (const row of [...aliases, ...(await selectAccounts(db, names))]) people.set(row.address, destinationOf(row))
  }
  return people
}

const selectDomains = preparedForList((db, names: readonly string[]) =>
  db.selectFrom('domain').select('name').where('name', 'in', names).compile(),
)

const selectAliases = preparedForList((db, names: readonly string[]) =>
  db
    .selectFrom('alias')
    .innerJoin('account', 'account.id', 'alias.account_id')
    .select(['alias.address', ...columns])
    .where('alias.address', 'in', names)
    .compile(),
)

const selectAccounts = preparedForList((db, names: readonly string[]) =>
  db
    .selectFrom('account')
    .select(['account.address', ...columns])
    .where('account.address', 'in', names)
    .compile(),
)

async function administrator(db: Kysely<Schema>): Promise<Destination | null> {
  const row = await db
    .selectFrom('account')
    .select(columns)
    .where('is_admin', '=', 1)
    .where('disabled', '=', 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ? destinationOf(row) : null
}

function destinationOf(row: { id: number; disabled: number; quota_bytes: number; used_bytes: number }): Destination {
  if (row.disabled) return { kind: 'disabled' }
  return { kind: 'account', accountId: row.id, quota: row.quota_bytes, used: row.used_bytes }
}

function* slices<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += NAMES_AT_ONCE) yield list.slice(at, at + NAMES_AT_ONCE)
}
