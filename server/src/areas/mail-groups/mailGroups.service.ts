import {
  type MailAddress,
  type MailGroup,
  type MailGroupPerson,
  type MailGroupRole,
  RECIPIENTS_MAX,
  type Switches,
} from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import { findDestination, isOwnAddress } from '../../mailflow/delivery/recipients.ts'
import { BadRequestError, ForbiddenError, NameTakenError, NotFoundError } from '../../platform/http/errors.ts'
import { claimAddress, leaveAddresses } from '../../store/accounts/addresses.ts'
import {
  findGroups,
  managesGroup,
  maySendToGroup,
  membersOfGroup,
  namedMembers,
} from '../../store/accounts/mailGroups.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { MailGroupTable } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { countWaiting, dropWaiting } from './moderation.service.ts'

type Parts = Pick<Context, 'store' | 'now'>
type Row = Selectable<MailGroupTable>

/** Groups of one answer; an organisation has hundreds at most. */
const GROUPS_MAX = 1_000

async function asGroup({ store }: Pick<Context, 'store'>, accountId: number, row: Row): Promise<MailGroup> {
  const manages = await managesGroup(store.db, row.id, accountId)
  return {
    groupId: row.id,
    address: row.address,
    groupName: row.name,
    note: row.note,
    senders: row.senders,
    moderated: row.moderated === 1,
    waiting: manages ? await countWaiting(store.db, row.id) : 0,
    members: (await membersOfGroup(store.db, row.id)).length,
    manages,
    writes: await maySendToGroup(store.db, { groupId: row.id, senders: row.senders }, accountId),
  }
}

async function isAdmin({ store }: Pick<Context, 'store'>, accountId: number): Promise<boolean> {
  const row = await store.db.selectFrom('account').select('is_admin').where('id', '=', accountId).executeTakeFirst()
  return row?.is_admin === 1
}

/** Whether an account may make mail groups: administrators, and accounts that the operator permits it. */
export async function mayCreate(context: Pick<Context, 'store'>, accountId: number): Promise<boolean> {
  return (await isAdmin(context, accountId)) || (await switchesOf(context.store.db, accountId)).adminMailgroupFlag
}

/** The two flags of the index data (§3): set by the operator, or by the account's roles in groups. */
export async function mailGroupFlags(
  context: Pick<Context, 'store'>,
  accountId: number,
  switches: Pick<Switches, 'adminMailgroupFlag' | 'authMailgroupFlag'>,
): Promise<Pick<Switches, 'adminMailgroupFlag' | 'authMailgroupFlag'>> {
  const roles = await context.store.db
    .selectFrom('mail_group_person')
    .select('role')
    .distinct()
    .where('account_id', '=', accountId)
    .execute()
  const manages = roles.some(({ role }) => role === 'manager') || (await isAdmin(context, accountId))
  return {
    adminMailgroupFlag: switches.adminMailgroupFlag || manages,
    authMailgroupFlag: switches.authMailgroupFlag || roles.length > 0,
  }
}

/** Groups that the account manages, is in or may write to, by name. */
export async function listMailGroups(context: Pick<Context, 'store'>, accountId: number): Promise<MailGroup[]> {
  const rows = await context.store.db
    .selectFrom('mail_group')
    .selectAll()
    .orderBy('name')
    .orderBy('id')
    .limit(GROUPS_MAX)
    .execute()
  const groups: MailGroup[] = []
  for (const row of rows) {
    const group = await asGroup(context, accountId, row)
    if (group.manages || group.writes || (await membersOfGroup(context.store.db, row.id)).includes(accountId)) {
      groups.push(group)
    }
  }
  return groups
}

/** A group with its people. Throws `NotFoundError` when the caller neither manages it nor is in it. */
export async function readMailGroup(
  context: Pick<Context, 'store'>,
  accountId: number,
  groupId: number,
): Promise<MailGroup & { people: MailGroupPerson[] }> {
  const { db } = context.store
  const row = await db.selectFrom('mail_group').selectAll().where('id', '=', groupId).executeTakeFirst()
  if (!row) throw new NotFoundError()
  const group = await asGroup(context, accountId, row)
  const inside = (await membersOfGroup(db, groupId)).includes(accountId)
  if (!group.manages && !inside) throw new NotFoundError()
  const people = await db
    .selectFrom('mail_group_person')
    .leftJoin('account', 'account.id', 'mail_group_person.account_id')
    .leftJoin('department', 'department.id', 'mail_group_person.department_id')
    .select([
      'role',
      'mail_group_person.account_id',
      'mail_group_person.department_id',
      'account.name as person',
      'account.address',
      'department.name as department',
    ])
    .where('group_id', '=', groupId)
    .orderBy('account.name_pinyin')
    .orderBy('mail_group_person.id')
    .execute()
  return {
    ...group,
    people: people
      // Only managers see who may write.
      .filter(({ role }) => group.manages || role !== 'permitted')
      .map((one) => ({
        role: one.role,
        accountId: one.account_id,
        deptId: one.department_id,
        name: one.person || one.department || one.address || '',
        address: one.address ?? '',
      })),
  }
}

/**
 * To whom a mail to a group goes, for a letter that names them instead. Throws `NotFoundError` when the caller neither manages
 * the group nor is in it.
 */
export async function listMembers(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  address: string,
): Promise<{ list: MailAddress[]; more: boolean }> {
  const group = (await findGroups(store.db, [address])).get(address)
  if (!group) throw new NotFoundError()
  const inside = (await membersOfGroup(store.db, group.groupId)).includes(accountId)
  if (!inside && !(await managesGroup(store.db, group.groupId, accountId))) throw new NotFoundError()
  const list = await namedMembers(store.db, group.groupId, RECIPIENTS_MAX + 1)
  return { list: list.slice(0, RECIPIENTS_MAX), more: list.length > RECIPIENTS_MAX }
}

/** Throws `NotFoundError` where there is no such group, `ForbiddenError` for an account that does not manage it. */
export async function requireManager(context: Pick<Context, 'store'>, accountId: number, groupId: number) {
  const row = await context.store.db.selectFrom('mail_group').selectAll().where('id', '=', groupId).executeTakeFirst()
  if (!row) throw new NotFoundError()
  if (!(await asGroup(context, accountId, row)).manages) throw new ForbiddenError()
}

/**
 * Makes a group, which its maker manages, or changes one. The address is in one of the own domains and not taken.
 * Throws `ForbiddenError`, `NotFoundError`, `NameTakenError`, `BadRequestError`.
 */
export async function saveMailGroup(
  context: Parts,
  accountId: number,
  group: {
    groupId: number | null
    address: string
    groupName: string
    note: string
    senders: Row['senders']
    moderated?: boolean
  },
): Promise<MailGroup> {
  const { groupId, groupName: name, note, senders } = group
  const address = group.address.trim().toLowerCase()
  if (groupId === null && !(await mayCreate(context, accountId))) throw new ForbiddenError()
  if (groupId !== null) await requireManager(context, accountId, groupId)
  if (!(await isOwnAddress(context.store.db, address))) throw new BadRequestError(['address'])
  const { writePersonKeys } = await import('../../store/accounts/directoryIndex.ts')
  const { nameKeys, addressKeys } = await import('../../store/names/personKeys.ts')
  const id = await transact(
    context,
    async (trx) => {
      await claimAddress(trx, address)
      const there = await findDestination(trx, address)
      const taken = (await findGroups(trx, [address])).get(address)
      if (there.kind !== 'unknown' || (taken && taken.groupId !== groupId)) throw new NameTakenError()
      const left = groupId === null ? [] : await leftBy(trx, groupId, address)
      await leaveAddresses(trx, left, { accountId: null, now: context.now() })
      const columns = { address, name, note, senders, moderated: group.moderated ? 1 : 0 }
      const saved = await (groupId === null
        ? trx
            .insertInto('mail_group')
            .values({ ...columns, created_at: context.now() })
            .returning('id')
            .executeTakeFirstOrThrow()
        : trx
            .updateTable('mail_group')
            .set(columns)
            .where('id', '=', groupId)
            .returning('id')
            .executeTakeFirstOrThrow())
      if (groupId === null) {
        await trx
          .insertInto('mail_group_person')
          .values({ group_id: saved.id, role: 'manager', account_id: accountId, department_id: null })
          .execute()
      }
      await writePersonKeys(trx, { kind: 'group', ref_id: saved.id, owner_id: 0 }, [
        ...nameKeys(name),
        ...addressKeys(address),
      ])
      return saved.id
    },
    { grows: true },
  )
  const row = await context.store.db.selectFrom('mail_group').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFoundError()
  return asGroup(context, accountId, row)
}

/** The address that a group has until now, where it gets another. */
async function leftBy(trx: Trx, groupId: number, address: string): Promise<string[]> {
  const rows = await trx.selectFrom('mail_group').select('address').where('id', '=', groupId).execute()
  return rows.map((row) => row.address).filter((one) => one !== address)
}

export interface PeopleChange {
  readonly groupId: number
  readonly role: MailGroupRole
  /** Addresses of people of the organisation; others are passed over. */
  readonly add: readonly string[]
  readonly addDepartments: readonly number[]
  readonly remove: readonly number[]
  readonly removeDepartments: readonly number[]
}

/**
 * Puts people and departments into a role, takes others out. Answers the addresses that no account of the organisation has.
 * The last manager stays: throws `BadRequestError`.
 */
export async function changePeople(context: Parts, change: PeopleChange): Promise<string[]> {
  const { engine } = context.store
  const { groupId, role } = change
  return transact(
    context,
    async (trx) => {
      const gone = (column: 'account_id' | 'department_id', ids: readonly number[]) =>
        trx
          .deleteFrom('mail_group_person')
          .where('group_id', '=', groupId)
          .where('role', '=', role)
          .where(numberIn(engine, column, ids))
          .execute()
      await gone('account_id', change.remove)
      await gone('department_id', change.removeDepartments)
      const wanted = [...new Set(change.add.map((address) => address.trim().toLowerCase()))]
      const accounts =
        wanted.length === 0
          ? []
          : await trx.selectFrom('account').select(['id', 'address']).where('address', 'in', wanted).execute()
      const departments = await trx
        .selectFrom('department')
        .select('id')
        .where(numberIn(engine, 'id', change.addDepartments))
        .execute()
      const rows = [
        ...accounts.map(({ id }) => ({ group_id: groupId, role, account_id: id, department_id: null })),
        ...departments.map(({ id }) => ({ group_id: groupId, role, account_id: null, department_id: id })),
      ]
      if (rows.length > 0) {
        await trx
          .insertInto('mail_group_person')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
      const left = await trx
        .selectFrom('mail_group_person')
        .select('id')
        .where('group_id', '=', groupId)
        .where('role', '=', 'manager')
        .limit(1)
        .executeTakeFirst()
      if (!left) throw new BadRequestError(['remove'])
      const known = new Set(accounts.map(({ address }) => address.toLowerCase()))
      return wanted.filter((address) => !known.has(address))
    },
    { grows: true },
  )
}

/** Deletes a group; mail to its address is refused from then on. */
export async function deleteMailGroup(context: Parts, groupId: number): Promise<void> {
  await transact(context, async (trx) => {
    await dropWaiting(trx, context, groupId)
    await trx.deleteFrom('person_key').where('kind', '=', 'group').where('ref_id', '=', groupId).execute()
    const gone = await trx.deleteFrom('mail_group').where('id', '=', groupId).returning('address').execute()
    const addresses = gone.map(({ address }) => address)
    await leaveAddresses(trx, addresses, { accountId: null, now: context.now() })
  })
}
