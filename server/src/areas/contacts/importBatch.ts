import { CONTACT_PROBLEMS_SHOWN, type ContactRowProblem } from '@yanshu/contracts'
import { sql } from 'kysely'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { type Job, JobClaimLostError } from '../../store/jobs/index.ts'
import { combine } from './combine.ts'
import { TooManyContactsError } from './contactErrors.ts'
import { findDoubles } from './findDoubles.ts'
import type { FoundPerson, RowProblem } from './format/fitContact.ts'
import type { ImportGroups } from './importGroups.ts'
import { requireRoom } from './keepPeople.ts'
import { type KeptPhoto, keepPhotos } from './keepPhotos.ts'
import { takeSnapshot } from './snapshot.ts'
import { columnsOf, insertContacts, nextSeq, updateContact } from './writeContact.ts'

/** A running import. */
export interface Import {
  readonly accountId: number
  readonly importId: number
  readonly groupId: number | null
  readonly groups: ImportGroups
  /** Throws when another server has the import now: then nothing is written twice. */
  readonly hold: Job['hold']
}

/** Imports some people together; when that fails one by one, so that a single one stops no other. */
export async function importBatch(context: Context, one: Import, people: readonly FoundPerson[]): Promise<void> {
  const forgetGroups = one.groups.mark()
  try {
    const photos = await keepPhotos(context, people)
    const write = (trx: Trx) => {
      // Groups of an attempt that was rolled back are not there.
      forgetGroups()
      return writeBatch(trx, context, one, people, photos)
    }
    await transact(context, write, { grows: true })
  } catch (error) {
    forgetGroups()
    // No fault of these people: the import goes on from here later.
    if (error instanceof JobClaimLostError || isDiskFull(error)) throw error
    if (people.length > 1) {
      for (const person of people) await importBatch(context, one, [person])
      return
    }
    const full = error instanceof TooManyContactsError
    if (!full) context.log.warn({ err: error, importId: one.importId }, 'a contact of a file could not be imported')
    const problems = people.map(({ row, fields }) => ({
      row,
      name: fields.name,
      reason: full ? 'too-many' : 'refused',
    }))
    await transact(context, async (trx) => {
      await one.hold(trx)
      await noteProgress(trx, context, one, { done: people.length, skipped: people.length, problems })
    })
  }
}

async function writeBatch(
  trx: Trx,
  context: TransactionContext,
  one: Import,
  people: readonly FoundPerson[],
  photos: ReadonlyMap<FoundPerson, KeptPhoto>,
): Promise<void> {
  const { engine } = context.store
  const { accountId, importId, groupId, groups } = one
  await one.hold(trx)
  const seq = await nextSeq(trx, accountId)
  const writing = { accountId, now: context.now(), seq }
  const doubles = await findDoubles(trx, engine, accountId, people)
  const fresh = people.filter((person) => !doubles.has(person))
  if (fresh.length > 0) await requireRoom(trx, accountId, fresh.length)
  await freeUids(
    trx,
    accountId,
    fresh.map(({ uid }) => uid),
  )
  const problems: { row: number; name: string; reason: ContactRowProblem }[] = []
  const groupsFor = async ({ row, fields, groups: names }: FoundPerson): Promise<number[]> => {
    const { ids, isCut } = await groups.idsOf(trx, names)
    if (isCut) problems.push({ row, name: fields.name, reason: 'too-many' })
    return [...new Set([...(groupId === null ? [] : [groupId]), ...ids])]
  }
  await recordPhotos(trx, context, people, photos)
  const ids = await insertContacts(
    trx,
    writing,
    fresh.map((person) => ({
      fields: person.fields,
      uid: person.uid,
      more: { card: JSON.stringify(person.card), ...photoColumns(photos.get(person)) },
    })),
  )
  const rows: { contact_id: number; before: string | null; revision: number }[] = []
  for (const [at, person] of fresh.entries()) {
    const contactId = ids[at]
    if (contactId === undefined) continue
    await joinGroups(trx, contactId, await groupsFor(person))
    rows.push({ contact_id: contactId, before: null, revision: 1 })
  }
  const touched = new Set<number>()
  let updated = 0
  for (const [person, row] of doubles) {
    // Two people of a file who are one contact: the second one adds to the first.
    const there = touched.has(row.id)
      ? await trx.selectFrom('contact').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
      : row
    const added = await joinGroups(trx, row.id, await groupsFor(person))
    const fields = combine(there, person)
    const columns = columnsOf(fields)
    const photo = there.photo_hash === null ? photoColumns(photos.get(person)) : {}
    const card = person.card.length > 0 ? JSON.stringify(person.card) : there.card
    const same =
      Object.entries(columns).every(([name, value]) => there[name as keyof typeof columns] === value) &&
      there.card === card &&
      Object.keys(photo).length === 0
    if (same && added.length === 0) continue
    if (!same) await updateContact(trx, { ...writing, contactId: row.id }, fields, { card, ...photo })
    if (touched.has(row.id)) {
      const last = rows.find(({ contact_id }) => contact_id === row.id)
      if (last && !same) last.revision += 1
      continue
    }
    touched.add(row.id)
    updated += 1
    rows.push({ contact_id: row.id, before: takeSnapshot(row, added), revision: row.revision + (same ? 0 : 1) })
  }
  await noteRows(trx, importId, rows)
  await noteProgress(trx, context, one, { done: people.length, added: fresh.length, updated, problems })
}

/** A contact that another batch of the same import has changed keeps what it was before the whole import. */
async function noteRows(
  trx: Trx,
  importId: number,
  rows: readonly { contact_id: number; before: string | null; revision: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('contact_import_row')
    .values(rows.map((row) => ({ import_id: importId, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['import_id', 'contact_id']).doUpdateSet((eb) => ({ revision: eb.ref('excluded.revision') })),
    )
    .execute()
}

async function noteProgress(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  { importId, groups }: Import,
  more: {
    readonly done: number
    readonly added?: number
    readonly updated?: number
    readonly skipped?: number
    readonly problems?: readonly { readonly row: number; readonly name: string; readonly reason: string }[]
  },
): Promise<void> {
  const { problems = [] } = more
  const there =
    problems.length === 0
      ? null
      : await trx.selectFrom('contact_import').select('problems').where('id', '=', importId).executeTakeFirst()
  await trx
    .updateTable('contact_import')
    .set((eb) => ({
      done: eb('done', '+', more.done),
      added: eb('added', '+', more.added ?? 0),
      updated: eb('updated', '+', more.updated ?? 0),
      skipped: eb('skipped', '+', more.skipped ?? 0),
      moved_at: now(),
      groups_made: JSON.stringify(groups.made),
      ...(there
        ? {
            problems: JSON.stringify(
              [...(JSON.parse(there.problems) as RowProblem[]), ...problems].slice(0, CONTACT_PROBLEMS_SHOWN),
            ),
          }
        : {}),
    }))
    .where('id', '=', importId)
    .execute()
}

/** The UID of a deleted contact becomes free, so that the same person in a file can be imported again. */
export async function freeUids(trx: Trx, accountId: number, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return
  await trx
    .updateTable('contact')
    .set({ uid: sql<string>`uid || '~' || id`, dav_name: '' })
    .where('account_id', '=', accountId)
    .where('uid', 'in', [...uids])
    .where('deleted_at', 'is not', null)
    .execute()
}

/** Puts a contact into groups; answers in which of them it was not yet. */
export async function joinGroups(trx: Trx, contactId: number, groupIds: readonly number[]): Promise<number[]> {
  if (groupIds.length === 0) return []
  const rows = await trx
    .insertInto('contact_group_member')
    .values(groupIds.map((group_id) => ({ group_id, contact_id: contactId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('group_id')
    .execute()
  return rows.map(({ group_id }) => group_id)
}

async function recordPhotos(
  trx: Trx,
  { store, now }: TransactionContext,
  people: readonly FoundPerson[],
  photos: ReadonlyMap<FoundPerson, KeptPhoto>,
): Promise<void> {
  const kept = people.flatMap((person) => photos.get(person) ?? [])
  if (kept.length === 0) return
  const { recordBlobs } = await import('../../store/blobs/blobRows.ts')
  await recordBlobs(trx, store.engine, kept, now())
}

/** The columns of a contact that name its picture; none without one. */
export const photoColumns = (photo: KeptPhoto | undefined) =>
  photo ? { photo_hash: photo.hash, photo_size: photo.size, photo_type: photo.type } : {}
