import { CONTACT_GROUP_DEPTH_MAX, type ContactGroup, type MailAddress } from '@yanshu/contracts'
import { sql } from 'kysely'
import { BadRequestError, NameTakenError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { readLabelled } from './contactRows.ts'
import { contactsOf } from './keepPeople.ts'

type Parts = Pick<Context, 'store' | 'now' | 'events'>

/** The most people a mail to a group can have; a letter takes no more recipients. */
const PEOPLE_MAX = 500

const changed = ({ events }: Pick<Context, 'events'>, accountId: number) =>
  events.publish(accountId, { optType: 'event', name: 'contacts.changed', data: {} })

/** The personal groups of an account, with how many people stand in each. */
export async function listGroups({ store }: Pick<Context, 'store'>, accountId: number): Promise<ContactGroup[]> {
  const { rows } = await sql<{ id: number; parent_id: number | null; name: string; contacts: number }>`
    select g.id, g.parent_id, g.name,
        (select count(*) from contact_group_member m join contact c on c.id = m.contact_id
          where m.group_id = g.id and c.deleted_at is null) as contacts
      from contact_group g where g.account_id = ${accountId} order by g.sort, g.id`.execute(store.db)
  return rows.map(({ id, parent_id, name, contacts }) => ({
    groupId: id,
    parentId: parent_id,
    groupName: name,
    contacts: Number(contacts),
  }))
}

/** A group of the account with all groups below it. Throws `NotFoundError`. */
export async function groupsBelow(
  { db }: Pick<Context['store'], 'db'> | { readonly db: Trx },
  accountId: number,
  groupId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below(id, depth) as (
      select id, 1 from contact_group where id = ${groupId} and account_id = ${accountId}
      union all
      select g.id, below.depth + 1 from contact_group g join below on g.parent_id = below.id
        where below.depth < ${sql.lit(CONTACT_GROUP_DEPTH_MAX * 2)})
    select id from below`.execute(db)
  if (rows.length === 0) throw new NotFoundError()
  return rows.map(({ id }) => id)
}

/** Makes, renames or moves a group. Throws `NotFoundError`, `NameTakenError` and `BadRequestError` for a circle. */
export async function saveGroup(
  context: Parts,
  accountId: number,
  { groupId, parentId, groupName }: { groupId: number | null; parentId: number | null; groupName: string },
): Promise<ContactGroup> {
  const id = await transact(
    context,
    async (trx) => {
      if (parentId !== null) await requireParent(trx, accountId, groupId, parentId)
      const twin = await trx
        .selectFrom('contact_group')
        .select('id')
        .where('account_id', '=', accountId)
        .where('name', '=', groupName)
        .where('parent_id', parentId === null ? 'is' : '=', parentId)
        .executeTakeFirst()
      if (twin && twin.id !== groupId) throw new NameTakenError()
      if (groupId === null) {
        const added = await trx
          .insertInto('contact_group')
          .values({ account_id: accountId, parent_id: parentId, name: groupName, sort: context.now() % 2 ** 31 })
          .returning('id')
          .executeTakeFirstOrThrow()
        return added.id
      }
      const before = await trx
        .selectFrom('contact_group')
        .select('name')
        .where('id', '=', groupId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      const renamed = await trx
        .updateTable('contact_group')
        .set({ name: groupName, parent_id: parentId })
        .where('id', '=', groupId)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      if (!renamed) throw new NotFoundError()
      if (before?.name !== groupName) {
        await noteCards(trx, context, accountId, await membersOf(trx, context, [renamed.id]))
      }
      return renamed.id
    },
    { grows: true },
  )
  changed(context, accountId)
  const group = (await listGroups(context, accountId)).find((one) => one.groupId === id)
  if (!group) throw new NotFoundError()
  return group
}

/** The group above must be the account's, not below the group itself, and not too deep. */
async function requireParent(trx: Trx, accountId: number, groupId: number | null, parentId: number): Promise<void> {
  if (groupId !== null && (await groupsBelow({ db: trx }, accountId, groupId)).includes(parentId)) {
    throw new BadRequestError(['parentId'])
  }
  const { rows } = await sql<{ id: number }>`
    with recursive above(id, parent_id, depth) as (
      select id, parent_id, 1 from contact_group where id = ${parentId} and account_id = ${accountId}
      union all
      select g.id, g.parent_id, above.depth + 1 from contact_group g join above on g.id = above.parent_id
        where above.depth < ${sql.lit(CONTACT_GROUP_DEPTH_MAX * 2)})
    select id from above`.execute(trx)
  if (rows.length === 0) throw new NotFoundError()
  if (rows.length >= CONTACT_GROUP_DEPTH_MAX) throw new BadRequestError(['parentId'])
}

/** Deletes a group with the groups below it; the people stay. Throws `NotFoundError`. */
export async function deleteGroup(context: Parts, accountId: number, groupId: number): Promise<void> {
  await transact(context, async (trx) => {
    const ids = await groupsBelow({ db: trx }, accountId, groupId)
    await noteCards(trx, context, accountId, await membersOf(trx, context, ids))
    // The deepest first: a group refers to the one above it.
    for (const id of ids.reverse()) await trx.deleteFrom('contact_group').where('id', '=', id).execute()
  })
  changed(context, accountId)
}

/** Gives contacts the number of a new change: programs that synchronise read their cards again, which name their groups. */
export async function noteCards(
  trx: Trx,
  { store: { engine } }: Pick<TransactionContext, 'store'>,
  accountId: number,
  contactIds: readonly number[],
): Promise<void> {
  if (contactIds.length === 0) return
  const { nextSeq } = await import('./writeContact.ts')
  const seq = await nextSeq(trx, accountId)
  await trx
    .updateTable('contact')
    .set({ seq })
    .where(ownedBy('account_id', accountId))
    .where(numberIn(engine, 'id', contactIds))
    .execute()
}

/** The contacts of groups, each once. */
export async function membersOf(
  trx: Trx,
  { store: { engine } }: Pick<TransactionContext, 'store'>,
  groupIds: readonly number[],
): Promise<number[]> {
  const rows = await trx
    .selectFrom('contact_group_member')
    .select('contact_id')
    .distinct()
    .where(numberIn(engine, 'group_id', groupIds))
    .execute()
  return rows.map(({ contact_id }) => contact_id)
}

interface MemberChange {
  readonly groupId: number
  readonly add: readonly number[]
  readonly addPeople: readonly MailAddress[]
  readonly remove: readonly number[]
}

/**
 * Adds contacts to a group, removes others. Contacts that are not the account's are skipped; a person who is given by an
 * address and is no contact yet becomes one. Answers which were not in the group before. Throws `NotFoundError`,
 * `TooManyContactsError`.
 */
export async function changeMembers(
  context: Parts,
  accountId: number,
  { groupId, add, addPeople, remove }: MemberChange,
): Promise<number[]> {
  const { engine } = context.store
  const added = await transact(
    context,
    async (trx) => {
      await groupsBelow({ db: trx }, accountId, groupId)
      if (remove.length > 0) {
        const removed = await trx
          .deleteFrom('contact_group_member')
          .where('group_id', '=', groupId)
          .where(numberIn(engine, 'contact_id', remove))
          .returning('contact_id')
          .execute()
        await noteCards(
          trx,
          context,
          accountId,
          removed.map(({ contact_id }) => contact_id),
        )
      }
      const own = await trx
        .selectFrom('contact')
        .select('id')
        .where(ownedBy('account_id', accountId))
        .where('deleted_at', 'is', null)
        .where(numberIn(engine, 'id', add))
        .execute()
      const ids = [...own.map(({ id }) => id), ...(await contactsOf(trx, context, accountId, addPeople))]
      if (ids.length === 0) return []
      const rows = await trx
        .insertInto('contact_group_member')
        .values([...new Set(ids)].map((id) => ({ group_id: groupId, contact_id: id })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('contact_id')
        .execute()
      const into = rows.map(({ contact_id }) => contact_id)
      await noteCards(trx, context, accountId, into)
      return into
    },
    { grows: true },
  )
  changed(context, accountId)
  return added
}

/** The recipients of a mail to a group: all its people and those of its subgroups who have an address, each address once. */
export async function peopleOfGroup(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  groupId: number,
): Promise<MailAddress[]> {
  const groups = await groupsBelow(store, accountId, groupId)
  const rows = await store.db
    .selectFrom('contact')
    .select(['name', 'emails'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('contact_group_member')
        .select('contact_id')
        .where(numberIn(store.engine, 'group_id', groups)),
    )
    .orderBy('initial')
    .orderBy('sort_name')
    .orderBy('id')
    .limit(PEOPLE_MAX)
    .execute()
  const people = new Map<string, MailAddress>()
  for (const { name, emails } of rows) {
    const [first] = readLabelled(emails)
    if (first) people.set(first.value.toLowerCase(), { name, address: first.value })
  }
  return [...people.values()]
}
