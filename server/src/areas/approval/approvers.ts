import { APPROVAL_LIST_MAX, type ApprovalDeciders, type ApprovalLevel } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import { managersOfGroup, membersOfGroup } from '../../store/accounts/mailGroups.ts'
import { PUBLIC_MAILBOX } from '../../store/accounts/reachableAccounts.ts'
import type { Schema } from '../../store/database/schema.ts'
import { type Colleague, type LevelState, waiting } from './approvalMachine.ts'

type Db = Kysely<Schema>

/** Departments are nested by operators, so a circle is possible. */
const DEPTH_MAX = 20

/** The departments of an account with those above them, the own one first. */
export async function departmentsOf(db: Db, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive chain(id, parent_id, depth) as (
      select department.id, department.parent_id, 0 from department where department.id in (
        select dept_id from account where account.id = ${accountId}
        union select department_id from part_time_department where part_time_department.account_id = ${accountId})
      union all
      select department.id, department.parent_id, depth + 1
        from department join chain on department.id = chain.parent_id where depth < ${sql.lit(DEPTH_MAX)})
    select id from chain group by id order by min(depth)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which of these mail groups a person of these departments is in. */
export async function groupsWith(
  db: Db,
  groupIds: readonly number[],
  { accountId, departments }: { readonly accountId: number; readonly departments: readonly number[] },
): Promise<Set<number>> {
  if (groupIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('mail_group_person')
    .select('group_id')
    .where('group_id', 'in', [...new Set(groupIds)])
    .where('role', '=', 'member')
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('department_id', 'in', [0, ...departments])]))
    .execute()
  return new Set(rows.map(({ group_id }) => group_id))
}

/** The own department of an account and those above it, from the nearest up. */
async function chainOf(db: Db, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive chain(id, parent_id, depth) as (
      select department.id, department.parent_id, 0
        from department join account on account.dept_id = department.id where account.id = ${accountId}
      union all
      select department.id, department.parent_id, depth + 1
        from department join chain on department.id = chain.parent_id where depth < ${sql.lit(DEPTH_MAX)})
    select id from chain order by depth`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Accounts that never decide about mail of an account: itself, other accounts of the same person, and all people who may
 * write as it.
 */
export async function barredFor(db: Db, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select account_id as id from account_association where other_id = ${accountId}
    union select other_id from account_association where account_id = ${accountId}
    union select account_id from public_mailbox_grant where mailbox_id = ${accountId}`.execute(db)
  return [...new Set([accountId, ...rows.map(({ id }) => id)])]
}

/** People of these accounts, in the order of the ids; those that are gone or switched off are left out. */
export async function peopleOf(db: Db, ids: readonly number[]): Promise<Colleague[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .select(['id as accountId', 'name', 'address'])
    .where('id', 'in', [...new Set(ids)])
    .where('disabled', '=', 0)
    .where('account_type', '<>', PUBLIC_MAILBOX)
    .execute()
  return [...new Set(ids)].flatMap((id) => rows.find(({ accountId }) => accountId === id) ?? [])
}

/** People of the organisation by their addresses; those that are not there are left out. */
export const peopleAt = (db: Db, addresses: readonly string[]): Promise<Colleague[]> =>
  db
    .selectFrom('account')
    .select(['id as accountId', 'name', 'address'])
    .where('address', 'in', ['', ...addresses.map((address) => address.trim().toLowerCase())])
    .where('disabled', '=', 0)
    .where('account_type', '<>', PUBLIC_MAILBOX)
    .execute()

/** A person of the organisation by an address; null when there is none. */
export const personAt = async (db: Db, address: string): Promise<Colleague | null> =>
  (await peopleAt(db, [address]))[0] ?? null

const ADMINISTRATORS_MAX = 20

export const administratorsOf = (db: Db): Promise<Colleague[]> =>
  db
    .selectFrom('account')
    .select(['id as accountId', 'name', 'address'])
    .where('is_admin', '=', 1)
    .where('disabled', '=', 0)
    .orderBy('id')
    .limit(ADMINISTRATORS_MAX)
    .execute()

/** The heads of the nearest department from a level up that has some who may decide. */
async function headsOf(db: Db, accountId: number, up: number, barred: ReadonlySet<number>): Promise<Colleague[]> {
  for (const department of (await chainOf(db, accountId)).slice(up)) {
    const heads = await db
      .selectFrom('department_head')
      .innerJoin('account', 'account.id', 'department_head.account_id')
      .select(['account.id as accountId', 'account.name', 'account.address'])
      .where('department_head.department_id', '=', department)
      .where('account.disabled', '=', 0)
      .orderBy('department_head.sort')
      .execute()
    const others = heads.filter((head) => !barred.has(head.accountId))
    if (others.length > 0) return others
  }
  return []
}

/** The people that a level names by themselves or by a group. */
async function namedBy(db: Db, who: ApprovalDeciders): Promise<Colleague[]> {
  switch (who.kind) {
    case 'people':
      return peopleOf(db, who.accountIds)
    case 'group': {
      const ids =
        who.role === 'member'
          ? await membersOfGroup(db, who.groupId)
          : (await managersOfGroup(db, who.groupId)).map(({ id }) => id)
      return peopleOf(db, ids.slice(0, APPROVAL_LIST_MAX))
    }
    default:
      return []
  }
}

/**
 * The people of each level of a rule for mail of an account. A level without a person who may decide is decided by the
 * administrators; null when there are none.
 */
export async function levelsFor(
  db: Db,
  levels: readonly ApprovalLevel[],
  accountId: number,
  barred: readonly number[],
): Promise<LevelState[] | null> {
  const excluded = new Set(barred)
  const allowed = (people: readonly Colleague[]) => people.filter((one) => !excluded.has(one.accountId))
  const made: LevelState[] = []
  for (const { who, mode, choice, hours, onTimeout, standInId } of levels) {
    const named = who.kind === 'head' ? await headsOf(db, accountId, who.up, excluded) : allowed(await namedBy(db, who))
    const people = named.length > 0 ? named : allowed(await administratorsOf(db))
    if (people.length === 0) return null
    const [standIn] = standInId === null ? [] : allowed(await peopleOf(db, [standInId]))
    made.push({
      mode,
      choice: choice && people.length > 1,
      hours,
      onTimeout,
      standIn: standIn ?? null,
      people: people.map((one) => waiting(one)),
    })
  }
  return made
}
