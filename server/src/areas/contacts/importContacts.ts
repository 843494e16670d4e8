import { setImmediate } from 'node:timers/promises'
import { CONTACT_KEPT_MS, CONTACT_PROBLEMS_SHOWN, type ContactImport, type ContactPreview } from '@yanshu/contracts'
import { sql } from 'kysely'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { combine } from './combine.ts'
import { ImportNotFoundError, ImportRunningError, TooManyContactsError } from './contactErrors.ts'
import { announceContacts, requireRoom } from './contacts.service.ts'
import { type Reading, readContactsApart } from './contactWork.ts'
import { findDoubles } from './findDoubles.ts'
import type { FoundPerson, RowProblem } from './format/fitContact.ts'
import { createImportGroups, type ImportGroups } from './importGroups.ts'
import { type KeptPhoto, keepPhotos } from './keepPhotos.ts'
import { takeSnapshot } from './snapshot.ts'
import { columnsOf, insertContacts, nextSeq, updateContact } from './writeContact.ts'

/** People of one transaction: some ten milliseconds. */
const BATCH = 25
/** People that are looked up at once. */
const LOOKED_UP = 200
const SAMPLE = 20
/** An import that has not gone on for so long was left by a server that ended. */
const LEFT_AFTER_MS = 60_000
/** How often open windows hear of an import that is under way. */
const ANNOUNCE_EVERY_MS = 2_000

/** What a file holds and what importing it would do. Writes nothing. */
export async function previewImport(context: Context, accountId: number, reading: Reading): Promise<ContactPreview> {
  const read = await readContactsApart(context, accountId, reading)
  const { db, engine } = context.store
  let updated = 0
  const known: ContactPreview['sample'] = []
  const strangers: ContactPreview['sample'] = []
  for (let at = 0; at < read.people.length; at += LOOKED_UP) {
    const part = read.people.slice(at, at + LOOKED_UP)
    const doubles = await findDoubles(db, engine, accountId, part)
    updated += doubles.size
    for (const person of part) {
      const there = doubles.get(person)
      const list = there ? known : strangers
      if (list.length < SAMPLE) list.push({ ...shownOf(person), updates: there?.name ?? '' })
    }
    await setImmediate()
  }
  const half = SAMPLE / 2
  const first = known.slice(0, Math.max(half, SAMPLE - strangers.length))
  return {
    format: read.format,
    version: read.version,
    charset: read.charset,
    total: read.total,
    added: read.people.length - updated,
    updated,
    skipped: read.total - read.people.length,
    columns: read.columns.map((column) => ({ ...column, samples: [...column.samples] })),
    sample: [...first, ...strangers.slice(0, SAMPLE - first.length)],
    problems: read.problems.slice(0, CONTACT_PROBLEMS_SHOWN),
    problemCount: read.problems.length,
  }
}

const shownOf = ({ fields }: FoundPerson) => ({
  name: fields.name,
  address: fields.emails[0]?.value ?? '',
  phone: fields.phones[0]?.value ?? '',
  organization: fields.organization,
})

interface Running {
  stopping: boolean
  readonly work: Set<Promise<void>>
}

const running = new WeakMap<Context['config'], Running>()
const runningOf = ({ config }: Pick<Context, 'config'>): Running => {
  const there = running.get(config) ?? { stopping: false, work: new Set() }
  running.set(config, there)
  return there
}

/** Lets the batches that are under way end; what is left of an import can be imported again. */
export async function stopImports(context: Pick<Context, 'config'>): Promise<void> {
  const mine = runningOf(context)
  mine.stopping = true
  await Promise.all(mine.work)
}

/**
 * Reads a file and begins to import it; the work goes on after the answer. Throws what reading throws,
 * `ImportRunningError`, `NotFoundError` for a group that is not the account's.
 */
export async function startImport(
  context: Context,
  accountId: number,
  { groupId, ...reading }: Reading & { readonly groupId: number | null },
): Promise<number> {
  const read = await readContactsApart(context, accountId, reading)
  const now = context.now()
  const importId = await transact(
    context,
    async (trx) => {
      await requireIdle(trx, accountId, now)
      if (groupId !== null) await requireGroup(trx, accountId, groupId)
      await trx
        .deleteFrom('contact_import')
        .where('account_id', '=', accountId)
        .where('created_at', '<', now - CONTACT_KEPT_MS)
        .execute()
      const { id } = await trx
        .insertInto('contact_import')
        .values({
          account_id: accountId,
          file_name: read.fileName,
          created_at: now,
          moved_at: now,
          state: 'running',
          total: read.total,
          skipped: read.total - read.people.length,
          done: read.total - read.people.length,
          problems: JSON.stringify(read.problems.slice(0, CONTACT_PROBLEMS_SHOWN)),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    { grows: true },
  )
  const mine = runningOf(context)
  const groups = createImportGroups(accountId, now)
  const work: Promise<void> = runImport(context, { accountId, importId, groupId, groups }, read.people)
    .catch((error: unknown) => {
      context.log.error({ err: error, importId }, 'an import of contacts ended before its end')
    })
    .finally(() => mine.work.delete(work))
  mine.work.add(work)
  return importId
}

async function requireIdle(trx: Trx, accountId: number, now: number): Promise<void> {
  // Two that begin at the same moment wait for each other here.
  await nextSeq(trx, accountId)
  const other = await trx
    .selectFrom('contact_import')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'running')
    .where('moved_at', '>', now - LEFT_AFTER_MS)
    .executeTakeFirst()
  if (other) throw new ImportRunningError()
}

async function requireGroup(trx: Trx, accountId: number, groupId: number): Promise<void> {
  const group = await trx
    .selectFrom('contact_group')
    .select('id')
    .where('id', '=', groupId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!group) throw new NotFoundError()
}

interface Import {
  readonly accountId: number
  readonly importId: number
  readonly groupId: number | null
  readonly groups: ImportGroups
}

async function runImport(context: Context, one: Import, people: readonly FoundPerson[]): Promise<void> {
  const mine = runningOf(context)
  let announced = context.now()
  for (let at = 0; at < people.length; at += BATCH) {
    if (mine.stopping) return
    await importBatch(context, one, people.slice(at, at + BATCH))
    await setImmediate()
    if (context.now() - announced < ANNOUNCE_EVERY_MS) continue
    announced = context.now()
    announceContacts(context, one.accountId)
  }
  await context.store.db
    .updateTable('contact_import')
    .set({ state: 'done', groups_made: JSON.stringify(one.groups.made) })
    .where('id', '=', one.importId)
    .execute()
  announceContacts(context, one.accountId)
}

/** Imports some people together; when that fails one by one, so that a single one stops no other. */
async function importBatch(context: Context, one: Import, people: readonly FoundPerson[]): Promise<void> {
  try {
    const photos = await keepPhotos(context, people)
    await transact(context, (trx) => writeBatch(trx, context, one, people, photos), { grows: true })
  } catch (error) {
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
    await transact(context, (trx) =>
      noteProgress(trx, context, one, { done: people.length, skipped: people.length, problems }),
    )
  }
}

async function writeBatch(
  trx: Trx,
  context: Context,
  { accountId, importId, groupId, groups }: Import,
  people: readonly FoundPerson[],
  photos: ReadonlyMap<FoundPerson, KeptPhoto>,
): Promise<void> {
  const { engine } = context.store
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
  const groupsFor = async (person: FoundPerson): Promise<number[]> => [
    ...new Set([...(groupId === null ? [] : [groupId]), ...(await groups.idsOf(trx, person.groups))]),
  ]
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
  await noteProgress(
    trx,
    context,
    { accountId, importId, groupId, groups },
    {
      done: people.length,
      added: fresh.length,
      updated,
    },
  )
}

/** A contact that another batch of the same import has touched keeps what was before the whole import. */
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
  { now }: Pick<Context, 'now'>,
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

/** A deleted contact lets go of its UID, so that who stands in a file again may come again. */
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
  { store, now }: Context,
  people: readonly FoundPerson[],
  photos: ReadonlyMap<FoundPerson, KeptPhoto>,
): Promise<void> {
  const kept = people.flatMap((person) => photos.get(person) ?? [])
  if (kept.length === 0) return
  const { recordBlobs } = await import('../../store/blobs/blobRows.ts')
  await recordBlobs(trx, store.engine, kept, now())
}

export const photoColumns = (photo: KeptPhoto | undefined) =>
  photo ? { photo_hash: photo.hash, photo_size: photo.size, photo_type: photo.type } : {}

/** Imports and merges that can still be undone, the newest first. */
export async function listImports(context: Context, accountId: number): Promise<ContactImport[]> {
  const rows = await context.store.db
    .selectFrom('contact_import')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('created_at', '>', context.now() - CONTACT_KEPT_MS)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => asImport(context, row))
}

/** One of them. Throws `ImportNotFoundError`. */
export async function readImport(context: Context, accountId: number, importId: number): Promise<ContactImport> {
  const row = await context.store.db
    .selectFrom('contact_import')
    .selectAll()
    .where('id', '=', importId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row || row.created_at <= context.now() - CONTACT_KEPT_MS) throw new ImportNotFoundError()
  return asImport(context, row)
}

type ImportRow = Awaited<ReturnType<typeof rowOf>>
const rowOf = (trx: Trx, id: number) =>
  trx.selectFrom('contact_import').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

function asImport({ now }: Pick<Context, 'now'>, row: ImportRow): ContactImport {
  const left = row.state === 'running' && row.moved_at <= now() - LEFT_AFTER_MS
  return {
    importId: row.id,
    kind: row.kind,
    state: row.undone_at !== null ? 'undone' : row.state === 'done' ? 'done' : left ? 'stopped' : 'running',
    fileName: row.file_name,
    createdAt: row.created_at,
    undoUntil: row.created_at + CONTACT_KEPT_MS,
    total: row.total,
    done: row.done,
    added: row.added,
    updated: row.updated,
    skipped: row.skipped,
    problems: JSON.parse(row.problems),
  }
}
