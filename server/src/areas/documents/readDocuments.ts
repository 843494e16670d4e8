import {
  DOCUMENTS_ACROSS_MAX,
  type DocumentItem,
  type DocumentPlace,
  type DocumentSort,
  type DocumentSpace,
  isViewOnly,
} from '@yanshu/contracts'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { Schema } from '../../store/database/schema.ts'
import { foldKeyword } from '../../store/names/soundings.ts'
import { phrasesOf } from '../../store/search/tokens.ts'
import { readSharingRule } from '../../store/sharing/sharingRule.ts'
import { type Access, isSharedWith, levelsOn, subjectsOf } from './access.ts'
import { DocumentNotFoundError } from './documentErrors.ts'
import { limitBytes, usedBytes } from './documentSpace.ts'
import { pathOf, requireFolder } from './documentTree.ts'
import { editorsOf } from './lockedFor.ts'
import { findShared, isSought } from './searchShared.ts'

export interface ListAsking extends Access {
  readonly place: DocumentPlace
  readonly parentId: number
  readonly text: string
  readonly sort: DocumentSort
  readonly order: 'asc' | 'desc'
  /** Of the row that the page goes on after, instead of `offset`. */
  readonly after?: readonly [number, string | number, number] | undefined
  readonly offset: number
  readonly pageSize: number
}

const COLUMN = { name: 'sort_name', time: 'changed_at', size: 'size' } as const
const RECENT_MAX = 200

/** A page of files and folders that an account sees, how many there are, and the way to the folder. */
export async function listDocuments(
  context: Pick<Context, 'store' | 'search' | 'now'>,
  accountId: number,
  asking: ListAsking,
) {
  const { db, engine } = context.store
  const { place, parentId, sort, order, after, pageSize, ownerId, access } = asking
  const offset = after ? 0 : asking.offset
  if (place === 'folder') await requireFolder(db, ownerId, parentId)
  const words =
    place === 'search'
      ? foldKeyword(asking.text)
          .split(/\s+/)
          .filter((word) => word !== '')
      : []
  if (place === 'search' && words.length === 0) return { list: [], total: 0, path: [], access, team: false }
  const sought = { words, phrases: phrasesOf(asking.text) }
  const withText = place === 'search' ? await context.search.findDocuments(context, accountId, sought.phrases) : []
  const ofShared = place === 'search' ? await findShared(context, accountId, sought, DOCUMENTS_ACROSS_MAX) : null
  const ofOthers = place === 'shared' || place === 'team'
  const subjects = ofOthers ? await subjectsOf(context.store, accountId) : null
  const all = db
    .selectFrom('document')
    .where((eb) =>
      subjects
        ? isSharedWith(engine, subjects)
        : ofShared
          ? foundBy(eb, {
              engine,
              accountId,
              ofShared: [...ofShared.keys()],
              isSought: isSought(engine, words, withText),
            })
          : eb('document.account_id', '=', ownerId),
    )
    .$if(ofOthers, (query) => query.where(isOfTeam(place === 'team')))
    .$if(place !== 'bin', (query) => query.where('document.bin_root', 'is', null))
    .$if(place === 'folder', (query) => query.where('document.parent_id', '=', parentId))
    // Of a folder, what was deleted from it by itself.
    .$if(place === 'bin' && parentId > 0, (query) => query.where('document.parent_id', '=', parentId))
    .$if(place === 'starred', (query) => query.where(sql<SqlBool>`document.starred = 1`))
    .$if(place === 'recent', (query) => query.where(sql<SqlBool>`document.kind = 1`))
    .$if(place === 'bin', (query) =>
      query.where(sql<SqlBool>`document.bin_root = document.id`).where('document.binned_at', '>', 0),
    )
  const most = place === 'recent' ? RECENT_MAX : DOCUMENTS_ACROSS_MAX
  const counted =
    place === 'folder'
      ? await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      : await db
          .selectFrom(all.select('document.id').limit(most).as('some'))
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
  const total = Number(counted.total)
  const byPlace = place === 'recent' ? 'changed_at' : place === 'bin' ? 'binned_at' : COLUMN[sort]
  const direction = place === 'recent' || place === 'bin' ? 'desc' : order
  const byKind = place !== 'recent' && place !== 'bin'
  const rows = await all
    .$if(after !== undefined, (query) => query.where(behind(after ?? [0, 0, 0], { byPlace, direction, byKind })))
    .leftJoin('document as folder', 'folder.id', 'document.parent_id')
    .selectAll('document')
    .select('folder.name as folder_name')
    .leftJoin('account as owner', 'owner.id', 'document.account_id')
    .select('owner.name as owner_name')
    .$if(byKind, (query) => query.orderBy('document.kind'))
    .orderBy(`document.${byPlace}`, direction)
    .orderBy('document.id', direction)
    .offset(offset)
    .limit(place === 'folder' ? pageSize : Math.max(0, Math.min(pageSize, most - offset)))
    .execute()
  const levels = ofOthers
    ? await levelsOn(
        context.store,
        accountId,
        rows.map(({ id }) => id),
      )
    : ofShared
  // Of a file that is shared by itself, the folder that it lies in is not seen.
  const parentsOfOthers = rows.flatMap((row) => (row.account_id === accountId ? [] : [row.parent_id]))
  const seenParents = ofShared ? await levelsOn(context.store, accountId, parentsOfOthers) : null
  const editors = await editorsOf(
    context.store,
    rows.map(({ id }) => id),
    context.now(),
  )
  const accessTo = (row: { readonly id: number; readonly account_id: number }) =>
    levels && row.account_id !== accountId ? (levels.get(row.id) ?? 'view') : access
  const isFolderSeen = (row: { readonly parent_id: number; readonly account_id: number }) =>
    place !== 'folder' && !ofOthers && (row.account_id === accountId || seenParents?.has(row.parent_id) === true)
  const isRestricted =
    rows.some((row) => accessTo(row) === 'view') && isViewOnly(await readSharingRule(context.store.db))
  const list = rows.map(
    (row): DocumentItem => ({
      documentId: row.id,
      parentId: row.parent_id,
      kind: row.kind === 0 ? 'folder' : 'file',
      name: row.name,
      contentType: row.content_type,
      size: row.size,
      starred: row.starred === 1 && row.account_id === accountId,
      version: row.version,
      createdAt: row.created_at,
      changedAt: row.changed_at,
      binnedAt: row.binned_at,
      folder: isFolderSeen(row) ? (row.folder_name ?? '') : '',
      sortName: row.sort_name,
      access: accessTo(row),
      owner: row.account_id === accountId ? '' : (row.owner_name ?? ''),
      lockedBy: editors.get(row.id)?.name ?? '',
      lockedHere: editors.get(row.id)?.holderId === accountId,
      viewOnly: isRestricted && accessTo(row) === 'view',
    }),
  )
  const path = place === 'folder' ? await seenPath(context, accountId, { ownerId, parentId }) : []
  const team = place === 'team' || (ownerId !== accountId && (await isInTeam(db, path)))
  return { list, total, path: path.map(({ id, name }) => ({ documentId: id, name })), access, team }
}

interface FoundBy {
  readonly engine: Context['store']['engine']
  readonly accountId: number
  /** Of colleagues and teams, with the rights of the account asked already. */
  readonly ofShared: readonly number[]
  readonly isSought: ReturnType<typeof isSought>
}

/** What a search finds: own files that are sought, and those that others share. */
function foundBy(eb: ExpressionBuilder<Schema, 'document'>, { engine, accountId, ofShared, isSought }: FoundBy) {
  const own = eb.and([eb('document.account_id', '=', accountId), isSought(eb)])
  return ofShared.length === 0 ? own : eb.or([own, numberIn(engine, 'document.id', ofShared)])
}

/** Whether a row is the folder of a team. */
export const isOfTeam = (wanted: boolean) =>
  sql<SqlBool>`${wanted ? sql`` : sql`not`} exists (select 1 from document_team where document_id = document.id)`

/** Whether one of the folders of a way is that of a team. */
async function isInTeam(db: Context['store']['db'], path: readonly { readonly id: number }[]): Promise<boolean> {
  if (path.length === 0) return false
  const ids = path.map(({ id }) => id)
  return !!(await db
    .selectFrom('document_team')
    .select('document_id')
    .where('document_id', 'in', ids)
    .executeTakeFirst())
}

/** The way to a folder: of another's files only from the outermost folder on that is shared with the account. */
async function seenPath(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  { ownerId, parentId }: { ownerId: number; parentId: number },
) {
  const path = await pathOf(store.db, ownerId, parentId)
  if (ownerId === accountId) return path
  const levels = await levelsOn(
    store,
    accountId,
    path.map(({ id }) => id),
  )
  return path.filter(({ id }) => levels.has(id))
}

interface Order {
  readonly byPlace: 'sort_name' | 'changed_at' | 'size' | 'binned_at'
  readonly direction: 'asc' | 'desc'
  readonly byKind: boolean
}

/** The rows that stand below one. */
function behind([kind, value, id]: readonly [number, string | number, number], { byPlace, direction, byKind }: Order) {
  const column = sql.ref(`document.${byPlace}`)
  const further = direction === 'asc' ? sql`>` : sql`<`
  const below = sql`(${column} ${further} ${value} or (${column} = ${value} and document.id ${further} ${id}))`
  return byKind
    ? sql<SqlBool>`(document.kind > ${kind} or (document.kind = ${kind} and ${below}))`
    : sql<SqlBool>`${below}`
}

/** How much an account keeps, of how much. */
export const readSpace = async (context: Context, accountId: number): Promise<DocumentSpace> => {
  const limit = await limitBytes(context, accountId)
  return { used: await usedBytes(context.store.db, accountId), limit: limit === Number.POSITIVE_INFINITY ? 0 : limit }
}

/** The versions of a file, the newest first. Throws `DocumentNotFoundError`. */
export async function listVersions({ store: { db } }: Pick<Context, 'store'>, accountId: number, documentId: number) {
  const rows = await db
    .selectFrom('document_version')
    .innerJoin('document', 'document.id', 'document_version.document_id')
    .select(['document_version.number', 'document_version.size', 'document_version.created_at'])
    .where('document_version.document_id', '=', documentId)
    .where('document.account_id', '=', accountId)
    .where('document.bin_root', 'is', null)
    .orderBy('document_version.number', 'desc')
    .execute()
  if (rows.length === 0) throw new DocumentNotFoundError()
  return rows.map(({ number, size, created_at }) => ({ version: number, size, createdAt: created_at }))
}

/** A file by its content, in its newest version or another. Throws `DocumentNotFoundError`. */
export async function readFile(
  { store: { db } }: Pick<Context, 'store'>,
  accountId: number,
  { documentId, version }: { documentId: number; version?: number | undefined },
) {
  const row = await db
    .selectFrom('document')
    .innerJoin('document_version', 'document_version.document_id', 'document.id')
    .select(['document.name', 'document_version.blob_hash as hash', 'document_version.size'])
    .select('document_version.content_type as contentType')
    .where('document.id', '=', documentId)
    .where('document.account_id', '=', accountId)
    .where('document.bin_root', 'is', null)
    .$if(version === undefined, (query) => query.whereRef('document_version.number', '=', 'document.version'))
    .$if(version !== undefined, (query) => query.where('document_version.number', '=', version ?? 0))
    .executeTakeFirst()
  if (!row) throw new DocumentNotFoundError()
  return row
}
