import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** A mail group as delivery sees it. */
export interface GroupDestination {
  readonly groupId: number
  /** Whose mail it takes. */
  readonly senders: Schema['mail_group']['senders']
  /** Whether mail of others than its managers waits until one of them approves it. */
  readonly moderated: boolean
}

/** Departments are nested by operators, so a circle is possible. */
const DEPTH_MAX = 20

/** Mail groups among these addresses, whose case does not matter. The keys are the addresses as they were asked for. */
export async function findGroups(
  db: Kysely<Schema>,
  addresses: readonly string[],
): Promise<Map<string, GroupDestination>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('mail_group')
    .select(['id', 'address', 'senders', 'moderated'])
    .where('address', 'in', [...new Set(addresses.map((address) => address.toLowerCase()))])
    .execute()
  const groups = new Map(
    rows.map(({ id, address, senders, moderated }) => [address, { groupId: id, senders, moderated: moderated === 1 }]),
  )
  return new Map(
    addresses.flatMap((address) => {
      const group = groups.get(address.toLowerCase())
      return group ? [[address, group]] : []
    }),
  )
}

/** Accounts in a role of a group: named themselves, or by their department or one above it. */
const accountsOf = (groupId: number, roles: readonly string[]) => sql<{ id: number }>`
  with recursive departments(id, depth) as (
    select department_id, 0 from mail_group_person
      where group_id = ${groupId} and department_id is not null and role in (${sql.join([...roles])})
    union
    select department.id, departments.depth + 1 from department join departments on department.parent_id = departments.id
      where departments.depth < ${sql.lit(DEPTH_MAX)})
  select account.id from account where disabled = 0 and (
    id in (select account_id from mail_group_person
      where group_id = ${groupId} and account_id is not null and role in (${sql.join([...roles])}))
    or dept_id in (select id from departments)
    or id in (select account_id from part_time_department where department_id in (select id from departments)))`

/** The people to whom a mail to a group is delivered. */
export async function membersOfGroup(db: Kysely<Schema>, groupId: number): Promise<number[]> {
  const { rows } = await accountsOf(groupId, ['member']).execute(db)
  return rows.map(({ id }) => id)
}

/** Whether an account may write to a group; null is a sender from outside. Its managers always may. */
export async function maySendToGroup(
  db: Kysely<Schema>,
  { groupId, senders }: Pick<GroupDestination, 'groupId' | 'senders'>,
  accountId: number | null,
): Promise<boolean> {
  if (senders === 'anybody') return true
  if (accountId === null) return false
  if (senders === 'organisation') return true
  const roles = ['manager', senders === 'members' ? 'member' : 'permitted']
  const { rows } = await sql<{ id: number }>`select id from (${accountsOf(groupId, roles)}) as allowed
    where id = ${accountId}`.execute(db)
  return rows.length > 0
}

/** Who manages a group: themselves, or by a department. */
export async function managersOfGroup(db: Kysely<Schema>, groupId: number): Promise<{ id: number; address: string }[]> {
  const { rows } = await sql<{ id: number; address: string }>`select id, address from account
    where id in (${accountsOf(groupId, ['manager'])}) order by id`.execute(db)
  return rows
}

/** Whether an account manages a group: named itself, by a department, or as an administrator of the organisation. */
export async function managesGroup(db: Kysely<Schema>, groupId: number, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select id from account where id = ${accountId} and disabled = 0
    and (is_admin = 1 or id in (${accountsOf(groupId, ['manager'])}))`.execute(db)
  return rows.length > 0
}

/** The people of a group with their names, by address; at most `limit`. */
export async function namedMembers(
  db: Kysely<Schema>,
  groupId: number,
  limit: number,
): Promise<{ name: string; address: string }[]> {
  const { rows } = await sql<{
    name: string
    address: string
  }>`select name, address from account where id in (${accountsOf(groupId, ['member'])})
    order by address limit ${limit}`.execute(db)
  return rows
}

/** The addresses of all members of a group, whom a mail to it is delivered to. */
export async function memberAddresses(db: Kysely<Schema>, groupId: number): Promise<string[]> {
  const { rows } = await sql<{
    address: string
  }>`select address from account where id in (${accountsOf(groupId, ['member'])})
    order by id`.execute(db)
  return rows.map(({ address }) => address)
}
