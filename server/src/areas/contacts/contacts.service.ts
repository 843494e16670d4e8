import { CONTACT_KEPT_MS, type Contact, type ContactRow, IMAGE_SIZE_MAX, type SaveContact } from '@yanshu/contracts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { BadRequestError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import type { Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { foldKeyword } from '../../store/names/soundings.ts'
import { findOwnedFiles } from '../files/index.ts'
import { ContactChangedError, PhotoRefusedError } from './contactErrors.ts'
import { asContact, asRow, ROW_COLUMNS, shownInitial } from './contactRows.ts'
import { findByKeys } from './findKeys.ts'
import { groupsBelow } from './groups.service.ts'
import { requireRoom } from './keepPeople.ts'

export type Parts = Pick<Context, 'store' | 'now' | 'events'>

export interface ContactQuery {
  readonly groupId?: number | undefined
  readonly starred?: boolean | undefined
  readonly keyword: string
  readonly offset: number
  readonly pageSize: number
}

export interface ContactList {
  readonly list: ContactRow[]
  readonly total: number
  readonly initials: { initial: string; count: number }[]
}

/** Pictures that a browser shows and every other program reads. */
const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** Notifies the open windows of an account that its contacts have changed. */
export const announceContacts = ({ events }: Pick<Context, 'events'>, accountId: number): void =>
  events.publish(accountId, { optType: 'event', name: 'contacts.changed', data: {} })

/** A part of the own contacts, by pinyin; with a keyword the best first. */
export async function listContacts({ store }: Parts, accountId: number, query: ContactQuery): Promise<ContactList> {
  const { db, engine } = store
  const groups = query.groupId === undefined ? null : await groupsBelow(store, accountId, query.groupId)
  const chosen = () => {
    let select = db.selectFrom('contact').where('account_id', '=', accountId).where('deleted_at', 'is', null)
    if (query.starred) select = select.where('starred', '=', 1)
    if (groups) {
      select = select.where('contact.id', 'in', (eb) =>
        eb
          .selectFrom('contact_group_member')
          .select('contact_id')
          .where(numberIn(engine, 'group_id', groups)),
      )
    }
    return select
  }
  if (query.keyword.trim() !== '') return found(store, accountId, query, chosen())
  const counts = await chosen()
    .select(['initial', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('initial')
    .orderBy('initial')
    .execute()
  const rows = await chosen()
    .select(ROW_COLUMNS)
    .orderBy('initial')
    .orderBy('sort_name')
    .orderBy('id')
    .limit(query.pageSize)
    .offset(query.offset)
    .execute()
  const initials = counts.map(({ initial, count }) => ({ initial: shownInitial(initial), count: Number(count) }))
  return {
    list: rows.map(asRow),
    total: initials.reduce((sum, { count }) => sum + count, 0),
    initials,
  }
}

async function found(
  store: Context['store'],
  accountId: number,
  { keyword, offset, pageSize }: ContactQuery,
  chosen: SelectQueryBuilder<Schema, 'contact', object>,
): Promise<ContactList> {
  const typed = foldKeyword(keyword).replaceAll(/\s+/g, '')
  const hits = (await findByKeys(store, accountId, typed)).filter(({ kind }) => kind === 'contact')
  const rows = await chosen
    .select(ROW_COLUMNS)
    .where(
      numberIn(
        store.engine,
        'contact.id',
        hits.map(({ ref_id }) => ref_id),
      ),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const list = hits.flatMap(({ ref_id }) => byId.get(ref_id) ?? []).map(asRow)
  return { list: list.slice(offset, offset + pageSize), total: list.length, initials: [] }
}

/** One contact. Throws `NotFoundError` for what is not there, deleted, or another's. */
export async function readContact({ store }: Pick<Context, 'store'>, accountId: number, id: number): Promise<Contact> {
  const row = await store.db
    .selectFrom('contact')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  const groups = await store.db
    .selectFrom('contact_group_member')
    .select('group_id')
    .where('contact_id', '=', id)
    .orderBy('group_id')
    .execute()
  return asContact(
    row,
    groups.map(({ group_id }) => group_id),
  )
}

/**
 * Adds a contact, or changes it. Throws `NotFoundError`, `ContactChangedError` when the revision is not the one that
 * was read, `PhotoRefusedError`.
 */
export async function saveContact(context: Parts, accountId: number, body: SaveContact): Promise<Contact> {
  const { contactId, revision, groupIds, photoId, ...fields } = body
  if (contactId !== null && revision === undefined) throw new BadRequestError(['revision'])
  const photo = photoId === undefined ? undefined : photoId && (await photoOf(context, accountId, photoId))
  const write = async (trx: Trx): Promise<number> => {
    const { insertContact, nextSeq, updateContact } = await import('./writeContact.ts')
    const seq = await nextSeq(trx, accountId)
    const now = context.now()
    let id = contactId
    if (id === null) {
      await requireRoom(trx, accountId)
      id = await insertContact(trx, { accountId, now, seq }, fields)
    } else {
      const known = await trx
        .selectFrom('contact')
        .select('revision')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!known) throw new NotFoundError()
      if (known.revision !== revision) throw new ContactChangedError()
      await updateContact(trx, { accountId, now, seq, contactId: id }, fields)
    }
    await putIntoGroups(trx, accountId, id, groupIds)
    if (photo !== undefined) {
      const columns = photo
        ? { photo_hash: photo.blobHash, photo_size: photo.size, photo_type: photo.contentType }
        : { photo_hash: null, photo_size: 0, photo_type: '' }
      await trx.updateTable('contact').set(columns).where('id', '=', id).execute()
    }
    return id
  }
  const id = await transact(context, write, { grows: true })
  announceContacts(context, accountId)
  return readContact(context, accountId, id)
}

async function photoOf({ store }: Parts, accountId: number, photoId: string) {
  const [file] = await findOwnedFiles(store.db, accountId, [photoId])
  if (!file) throw new PhotoRefusedError('missing')
  if (!PHOTO_TYPES.includes(file.contentType)) throw new PhotoRefusedError('type')
  if (file.size > IMAGE_SIZE_MAX) throw new PhotoRefusedError('size')
  return file
}

async function putIntoGroups(trx: Trx, accountId: number, contactId: number, groupIds: readonly number[]) {
  // Only what changes: each row that comes or goes is a new change of its group for programs.
  await trx
    .deleteFrom('contact_group_member')
    .where('contact_id', '=', contactId)
    .where((eb) => eb.not(eb('group_id', 'in', [...groupIds, 0])))
    .execute()
  if (groupIds.length === 0) return
  const own = await trx
    .selectFrom('contact_group')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...new Set(groupIds)])
    .execute()
  if (own.length === 0) return
  await trx
    .insertInto('contact_group_member')
    .values(own.map(({ id }) => ({ group_id: id, contact_id: contactId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes contacts; they can be restored for `CONTACT_KEPT_MS`. Answers which were deleted. */
export async function deleteContacts(context: Parts, accountId: number, ids: readonly number[]): Promise<number[]> {
  const now = context.now()
  const gone = await transact(context, async (trx) => {
    const { nextSeq } = await import('./writeContact.ts')
    const seq = await nextSeq(trx, accountId)
    // Contacts that were deleted long ago are removed for good when something else is deleted.
    const old = await trx
      .deleteFrom('contact')
      .where('account_id', '=', accountId)
      .where('deleted_at', '<', now - CONTACT_KEPT_MS)
      .returning(['id', 'seq'])
      .execute()
    const oldIds = old.map(({ id }) => id)
    if (old.length > 0) {
      // A client that does not know of their deletion yet has to read everything again.
      const floor = old.reduce((most, row) => Math.max(most, row.seq), 0)
      await trx
        .updateTable('contact_book')
        .set({ floor_seq: floor })
        .where('account_id', '=', accountId)
        .where('floor_seq', '<', floor)
        .execute()
    }
    await trx
      .deleteFrom('person_key')
      .where('kind', '=', 'contact')
      .where(numberIn(context.store.engine, 'ref_id', oldIds))
      .execute()
    const rows = await trx
      .updateTable('contact')
      .set((eb) => ({ deleted_at: now, seq, revision: eb('revision', '+', 1) }))
      .where(numberIn(context.store.engine, 'id', ids))
      .where(ownedBy('account_id', accountId))
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  })
  if (gone.length > 0) announceContacts(context, accountId)
  return gone
}

/** Restores deleted contacts, with their groups. Answers which were restored. */
export async function restoreContacts(context: Parts, accountId: number, ids: readonly number[]): Promise<number[]> {
  const back = await transact(context, async (trx) => {
    const { nextSeq } = await import('./writeContact.ts')
    const seq = await nextSeq(trx, accountId)
    const rows = await trx
      .updateTable('contact')
      .set((eb) => ({ deleted_at: null, seq, revision: eb('revision', '+', 1) }))
      .where(numberIn(context.store.engine, 'id', ids))
      .where(ownedBy('account_id', accountId))
      .where('deleted_at', 'is not', null)
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  })
  if (back.length > 0) announceContacts(context, accountId)
  return back
}

/** Stars contacts, or removes the star. */
export async function starContacts(
  context: Parts,
  accountId: number,
  ids: readonly number[],
  starred: boolean,
): Promise<void> {
  await transact(context, async (trx) => {
    const { nextSeq } = await import('./writeContact.ts')
    const seq = await nextSeq(trx, accountId)
    await trx
      .updateTable('contact')
      .set({ starred: starred ? 1 : 0, seq })
      .where(numberIn(context.store.engine, 'id', ids))
      .where(ownedBy('account_id', accountId))
      .execute()
  })
  announceContacts(context, accountId)
}

/** The hash of a contact's picture; null when there is none. */
export async function photoOfContact({ store }: Pick<Context, 'store'>, accountId: number, id: number) {
  const row = await store.db
    .selectFrom('contact')
    .select(['photo_hash', 'photo_size', 'photo_type'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`photo_hash is not null`)
    .executeTakeFirst()
  return row?.photo_hash ? { hash: row.photo_hash, size: row.photo_size, contentType: row.photo_type } : null
}
