import type { Selectable } from 'kysely'
import { type Condition, type DavContent, DavError, type DavMember } from '../../platform/dav/davService.ts'
import { CARDDAV, dav, xml } from '../../platform/dav/xml.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { isListed, listValue, numberIn } from '../../store/database/ids.ts'
import type { ContactGroupCardTable } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { contactNamed } from './contactMembers.ts'
import { groupNameOf, isUid } from './format/fitContact.ts'
import type { FoundGroup } from './format/readCards.ts'
import { type CardVersion, writeGroup } from './format/writeCard.ts'
import { membersOf, noteCards } from './groups.service.ts'
import { joinGroups } from './importBatch.ts'
import { nextSeq } from './writeContact.ts'

/** Personal groups that programs may make. */
const GROUPS_MAX = 1_000
/** UIDs of a card that no contact has yet. */
const AWAITED_MAX = 5_000
const ROWS_AT_ONCE = 1_000

export type GroupCard = Selectable<ContactGroupCardTable>
/** One whose group is there. */
export type LiveGroupCard = GroupCard & { readonly group_name: string }

export const groupCardName = ({ dav_name, uid }: Pick<GroupCard, 'dav_name' | 'uid'>): string =>
  dav_name || `${uid}.vcf`
export const groupCardTag = ({ id, seq }: Pick<GroupCard, 'id' | 'seq'>): string => `"g${id}-${seq}"`
/** When a group was changed is not kept; programs compare its tag. */
export const groupCardMember = (row: GroupCard): DavMember => ({
  name: groupCardName(row),
  etag: groupCardTag(row),
  modifiedAt: 0,
})

/** The cards of the groups that are there, by their number. */
export const selectGroupCards = (db: Context['store']['db'] | Trx, accountId: number) =>
  db
    .selectFrom('contact_group_card')
    .innerJoin('contact_group', 'contact_group.id', 'contact_group_card.group_id')
    .selectAll('contact_group_card')
    .select('contact_group.name as group_name')
    .where('contact_group_card.account_id', '=', accountId)
    .orderBy('contact_group_card.id')

/** The group that a client calls by this name: its own, or that of its UID. */
export const groupCardOf = (
  db: Context['store']['db'] | Trx,
  accountId: number,
  name: string,
): Promise<LiveGroupCard | undefined> =>
  selectGroupCards(db, accountId)
    .where((eb) =>
      eb.or([
        eb('dav_name', '=', name),
        // No UID has a line end in it.
        eb.and([eb('dav_name', '=', ''), eb('uid', '=', name.endsWith('.vcf') ? name.slice(0, -4) : '\n')]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()

/** A group with its contacts, and with those that its card named before they were here. */
export async function groupCardContent(
  { store }: Pick<Context, 'store'>,
  row: LiveGroupCard,
  version: CardVersion,
): Promise<DavContent> {
  const members = await store.db
    .selectFrom('contact_group_member')
    .innerJoin('contact', 'contact.id', 'contact_group_member.contact_id')
    .select('contact.uid')
    .where('group_id', '=', row.group_id ?? 0)
    .where('contact.deleted_at', 'is', null)
    .orderBy('contact.id')
    .execute()
  const uids = new Set([...members.map(({ uid }) => uid), ...(JSON.parse(row.awaited) as string[])])
  const group = { uid: row.uid, name: row.group_name, members: [...uids], card: JSON.parse(row.card) }
  return { ...groupCardMember(row), body: writeGroup(group, version) }
}

interface Write {
  readonly name: string
  readonly group: FoundGroup
  readonly condition: Condition
}

/**
 * Stores the card of a group: its name and its contacts become those of the card. UIDs that no contact has are kept, and
 * join when their contact comes. Answers whether the group is a new one. Throws `DavError`.
 */
export async function writeGroupCard(
  context: Context,
  accountId: number,
  { name, group, condition }: Write,
): Promise<boolean> {
  const groupName = groupNameOf(group.name)
  const members = group.members.filter(isUid)
  if (groupName === '' || !isUid(group.uid)) throw new DavError(403, { ns: CARDDAV, name: 'valid-address-data' })
  const card = JSON.stringify(group.card)
  const write = async (trx: Trx): Promise<boolean> => {
    await nextSeq(trx, accountId)
    const there = await groupCardOf(trx, accountId, name)
    // A group never becomes a person under its name, nor the other way.
    if (!there && (await contactNamed(trx, accountId, name)))
      throw new DavError(403, { ns: CARDDAV, name: 'valid-address-data' })
    if (!condition(there ? groupCardTag(there) : null)) throw new DavError(412)
    const groupId = there?.group_id ?? (await makeGroup(trx, context, accountId, { name, groupName, uid: group.uid }))
    const known = await contactsOfUids(trx, context, accountId, members)
    const awaited = members.filter((uid) => !known.has(uid))
    if (awaited.length > AWAITED_MAX) throw new DavError(403, { ns: CARDDAV, name: 'max-resource-size' })
    await trx
      .updateTable('contact_group_card')
      .set({ card, awaited: JSON.stringify(awaited) })
      .where('group_id', '=', groupId)
      .execute()
    if (there) await renameGroup(trx, context, accountId, { groupId, groupName })
    await setMembers(trx, context, accountId, { groupId, wanted: new Set(known.values()) })
    return there === undefined
  }
  return transact(context, write, { grows: true })
}

interface NewGroup {
  readonly name: string
  readonly groupName: string
  readonly uid: string
}

/** Makes a group under the UID and the name of its card; a trigger has made the row of the card. */
async function makeGroup(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  accountId: number,
  { name, groupName, uid }: NewGroup,
): Promise<number> {
  const others = await selectGroupCards(trx, accountId).execute()
  const twin = others.find((one) => one.uid === uid)
  if (twin) {
    const address = xml(dav('href'), encodeURIComponent(groupCardName(twin)))
    throw new DavError(403, { ns: CARDDAV, name: 'no-uid-conflict' }, address)
  }
  if (others.length >= GROUPS_MAX) throw new DavError(507, dav('quota-not-exceeded'))
  const { id } = await trx
    .insertInto('contact_group')
    .values({ account_id: accountId, parent_id: null, name: groupName, sort: now() % 2 ** 31 })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A group that was deleted under this address is there again.
  await trx
    .deleteFrom('contact_group_card')
    .where('account_id', '=', accountId)
    .where('group_id', 'is', null)
    .where((eb) => eb.or([eb('uid', '=', uid), eb('dav_name', '=', name)]))
    .execute()
  await trx
    .updateTable('contact_group_card')
    .set({ uid, dav_name: name === `${uid}.vcf` ? '' : name })
    .where('group_id', '=', id)
    .execute()
  return id
}

/** Contacts of the account by their UIDs. */
async function contactsOfUids(
  trx: Trx,
  { store: { engine } }: Pick<TransactionContext, 'store'>,
  accountId: number,
  uids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('contact')
    .select(['id', 'uid'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where(isListed(engine, 'uid', 'text', listValue(engine, uids)))
    .execute()
  return new Map(rows.map(({ id, uid }) => [uid, id]))
}

async function renameGroup(
  trx: Trx,
  context: Pick<TransactionContext, 'store'>,
  accountId: number,
  { groupId, groupName }: { readonly groupId: number; readonly groupName: string },
): Promise<void> {
  const renamed = await trx
    .updateTable('contact_group')
    .set({ name: groupName })
    .where('id', '=', groupId)
    .where('name', '<>', groupName)
    .returning('id')
    .executeTakeFirst()
  if (renamed) await noteCards(trx, context, accountId, await membersOf(trx, context, [groupId]))
}

/** Makes the contacts of a group these and no others; contacts that are deleted keep their place in it. */
async function setMembers(
  trx: Trx,
  context: Pick<TransactionContext, 'store'>,
  accountId: number,
  { groupId, wanted }: { readonly groupId: number; readonly wanted: ReadonlySet<number> },
): Promise<void> {
  const rows = await trx
    .selectFrom('contact_group_member')
    .innerJoin('contact', 'contact.id', 'contact_group_member.contact_id')
    .select('contact_id')
    .where('group_id', '=', groupId)
    .where('contact.deleted_at', 'is', null)
    .execute()
  const there = new Set(rows.map(({ contact_id }) => contact_id))
  const gone = [...there].filter((id) => !wanted.has(id))
  const more = [...wanted].filter((id) => !there.has(id))
  if (gone.length > 0) {
    await trx
      .deleteFrom('contact_group_member')
      .where('group_id', '=', groupId)
      .where(numberIn(context.store.engine, 'contact_id', gone))
      .execute()
  }
  for (let at = 0; at < more.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('contact_group_member')
      .values(more.slice(at, at + ROWS_AT_ONCE).map((contact_id) => ({ group_id: groupId, contact_id })))
      .execute()
  }
  await noteCards(trx, context, accountId, [...gone, ...more])
}

/** Puts a new contact into the groups whose cards have named its UID before it came. */
export async function joinAwaiting(trx: Trx, accountId: number, contactId: number, uid: string): Promise<void> {
  const cards = await selectGroupCards(trx, accountId).where('awaited', '<>', '[]').execute()
  for (const { group_id, awaited } of cards) {
    const uids: string[] = JSON.parse(awaited)
    if (group_id === null || !uids.includes(uid)) continue
    await trx
      .updateTable('contact_group_card')
      .set({ awaited: JSON.stringify(uids.filter((one) => one !== uid)) })
      .where('group_id', '=', group_id)
      .execute()
    await joinGroups(trx, contactId, [group_id])
  }
}

/**
 * Deletes a group by its card; groups below it, which no card shows as such, move up. Answers false where no group has
 * this name. Throws `DavError`.
 */
export async function removeGroupCard(
  trx: Trx,
  context: Pick<TransactionContext, 'store'>,
  accountId: number,
  { name, condition }: Pick<Write, 'name' | 'condition'>,
): Promise<boolean> {
  const card = await groupCardOf(trx, accountId, name)
  if (!card || card.group_id === null) return false
  if (!condition(groupCardTag(card))) throw new DavError(412)
  const { group_id: groupId } = card
  await noteCards(trx, context, accountId, await membersOf(trx, context, [groupId]))
  await trx
    .updateTable('contact_group')
    .set((eb) => ({
      parent_id: eb.selectFrom('contact_group as above').select('above.parent_id').where('above.id', '=', groupId),
    }))
    .where('parent_id', '=', groupId)
    .execute()
  await trx.deleteFrom('contact_group').where('id', '=', groupId).execute()
  return true
}
