import type { MailAddress } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { attendeesOf, type EventRow } from '../../../calendar-model/rows/eventRows.ts'
import type { Schema } from '../../../store/database/schema.ts'

/** The organiser of an event; null for an event without invited people. */
export const organizerIn = ({ organizer }: Pick<EventRow, 'organizer'>): MailAddress | null =>
  organizer === null ? null : (JSON.parse(organizer) as MailAddress)

/** Whose an account's addresses are: its own first, in lower case. */
export interface Owner {
  readonly accountId: number
  readonly name: string
  readonly addresses: readonly [string, ...string[]]
}

export async function ownerOf(db: Kysely<Schema>, accountId: number): Promise<Owner> {
  const account = await db
    .selectFrom('account')
    .select(['name', 'address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const aliases = await db.selectFrom('alias').select('address').where('account_id', '=', accountId).execute()
  return {
    accountId,
    name: account.name,
    addresses: [account.address, ...aliases.map(({ address }) => address.toLowerCase())],
  }
}

/** The account whose calendar it is. */
export async function calendarOwnerOf(db: Kysely<Schema>, calendarId: number): Promise<number> {
  const { account_id } = await db
    .selectFrom('calendar')
    .select('account_id')
    .where('id', '=', calendarId)
    .executeTakeFirstOrThrow()
  return account_id
}

export const isOwn = ({ addresses }: Owner, address: string): boolean => addresses.includes(address.toLowerCase())

/**
 * Whether another person has organised an event and invited its owner, so that only they may change its time, its place
 * and its people. An event of others that was imported, without its owner among the people, counts as one's own.
 */
export function isInvitation(row: Pick<EventRow, 'organizer' | 'attendees'>, owner: Owner): boolean {
  const organizer = organizerIn(row)
  if (!organizer?.address || isOwn(owner, organizer.address)) return false
  return invitedAs(row, owner) !== undefined
}

/** The address by which the owner is invited; undefined when it is not on the list. */
export const invitedAs = (row: Pick<EventRow, 'attendees'>, owner: Owner): string | undefined =>
  attendeesOf(row).find(({ address }) => isOwn(owner, address))?.address

/** Which of these addresses, in lower case, are those of accounts here. */
export async function addressesHere(db: Kysely<Schema>, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const accounts = await db
    .selectFrom('account')
    .select('address')
    .where('address', 'in', [...addresses])
    .execute()
  const aliases = await db
    .selectFrom('alias')
    .select('address')
    .where('address', 'in', [...addresses])
    .execute()
  return new Set([...accounts, ...aliases].map(({ address }) => address.toLowerCase()))
}
