import type { DocumentAccess, DocumentGrant, DocumentLevel } from '@yanshu/contracts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { ForbiddenError } from '../../platform/http/errors.ts'
import type { Engine } from '../../store/database/engine.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { Schema } from '../../store/database/schema.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { DocumentNotFoundError } from './documentErrors.ts'

/** The store, or a transaction of it. */
interface Parts {
  readonly store: { readonly db: Kysely<Schema>; readonly engine: Engine }
}

/** Departments are nested by operators, so a circle is possible. */
const DEPARTMENTS_MAX = 20
/** Folders above a file; more than there can be. */
const WAY_MAX = 40

const RANK: Readonly<Record<DocumentAccess, number>> = { view: 1, edit: 2, manage: 3, own: 4 }

/** What a person may do with files of an account. */
export interface Access {
  /** Whose files they are. */
  readonly ownerId: number
  readonly access: DocumentAccess
}

/** By what files can be shared with an account: itself, its departments with all above them, and its groups. */
export interface Subjects {
  readonly accountId: number
  readonly departments: readonly number[]
  readonly groups: readonly number[]
}

/** Reads them by themselves, so that each way of sharing is found by its index. */
export async function subjectsOf({ db }: { readonly db: Kysely<Schema> }, accountId: number): Promise<Subjects> {
  const { rows } = await sql<{ kind: 'department' | 'group'; id: number }>`
    with recursive chain(id, depth) as (
      select dept_id, 0 from account where id = ${accountId} and dept_id is not null
      union all
      select department_id, 0 from part_time_department where account_id = ${accountId}
      union all
      select department.parent_id, chain.depth + 1 from department join chain on department.id = chain.id
        where department.parent_id is not null and chain.depth < ${sql.lit(DEPARTMENTS_MAX)})
    select 'department' as kind, id from chain
    union
    select 'group', group_id from mail_group_person
      where account_id = ${accountId} and role in ('member', 'manager')
    union
    select 'group', group_id from mail_group_person
      where department_id in (select id from chain) and role in ('member', 'manager')`.execute(db)
  const of = (wanted: string) => rows.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  return { accountId, departments: of('department'), groups: of('group') }
}

/**
 * The files and folders that others share with an account, as a filter on `document`. What is shared by an account that
 * was disabled is left out.
 */
export function isSharedWith(engine: Engine, { accountId, departments, groups }: Subjects) {
  const given = (subject: DocumentGrant['subject']['kind'], ids: readonly number[]) => sql`
    select document_id from document_grant where subject = ${sql.lit(subject)} and ${numberIn(engine, 'subject_id', ids)}`
  return sql<SqlBool>`
    document.id in (${given('person', [accountId])} union ${given('department', departments)}
      union ${given('group', groups)} union ${given('everyone', [0])})
    and document.account_id <> ${accountId}
    and exists (select 1 from account where account.id = document.account_id and account.disabled = 0)`
}

/**
 * What an account may do with files of others that are not in the bin: the most that is given for each or for a folder above
 * it. `above` counts only what is given for a folder above.
 */
export async function levelsOn(
  { db, engine }: { readonly db: Kysely<Schema>; readonly engine: Engine },
  accountId: number,
  ids: readonly number[],
  { above = false } = {},
): Promise<Map<number, DocumentLevel>> {
  const { departments, groups } = await subjectsOf({ db }, accountId)
  // From the files to what is given for them, and not by the index of subjects: much may be given to all accounts.
  const given = (subject: DocumentGrant['subject']['kind'], to: readonly number[]) =>
    sql`(given.subject || '' = ${sql.lit(subject)} and ${numberIn(engine, 'given.subject_id', to)})`
  const { rows } = await sql<{ id: number; level: DocumentLevel }>`
    with recursive up(begin_id, id, parent_id, depth) as (
      select id, id, parent_id, 0 from document where ${numberIn(engine, 'id', [...new Set(ids)])} and bin_root is null
      union all
      select up.begin_id, document.id, document.parent_id, up.depth + 1
        from up join document on document.id = up.parent_id where up.depth < ${sql.lit(WAY_MAX)})
    select up.begin_id as id, given.level from up cross join document_grant as given
      where given.document_id = up.id and up.depth >= ${sql.lit(above ? 1 : 0)} and (${given('person', [accountId])}
        or ${given('department', departments)} or ${given('group', groups)} or ${given('everyone', [0])})`.execute(db)
  const levels = new Map<number, DocumentLevel>()
  for (const { id, level } of rows) {
    const there = levels.get(id)
    if (!there || RANK[level] > RANK[there]) levels.set(id, level)
  }
  return levels
}

/**
 * Whether what an account shares is open to others, by a link or by name: not while it is disabled or has no document center.
 */
export async function sharesAreOpen({ store: { db } }: Parts, ownerId: number): Promise<boolean> {
  const owner = await db.selectFrom('account').select('disabled').where('id', '=', ownerId).executeTakeFirst()
  return owner?.disabled === 0 && (await switchesOf(db, ownerId)).netdiskEnable
}

interface Wanted {
  readonly level: DocumentLevel
  /** Given for a folder above: what is shared itself is not renamed, moved or deleted by others. */
  readonly above?: boolean
}

/**
 * Whose the files of a call are, all of one owner, and what the caller may do with each of them. 0, the outermost folder, is
 * the caller's own. Throws `DocumentNotFoundError` where one is not even seen, `ForbiddenError` where it is and may not be
 * changed so.
 */
export async function requireAccess(
  context: Parts,
  accountId: number,
  documentIds: readonly number[],
  wanted: Wanted,
): Promise<Access> {
  const own = { ownerId: accountId, access: 'own' } as const
  const ids = [...new Set(documentIds)].filter((id) => id !== 0)
  if (ids.length === 0) return own
  const { db, engine } = context.store
  const rows = await db
    .selectFrom('document')
    .select(['id', 'account_id'])
    .where(numberIn(engine, 'id', ids))
    .execute()
  const [ownerId = accountId, ...more] = new Set(rows.map(({ account_id }) => account_id))
  if (rows.length < ids.length || more.length > 0) throw new DocumentNotFoundError()
  if (ownerId === accountId) return own
  const levels = await levelsOn(context.store, accountId, ids)
  if (ids.some((id) => !levels.has(id)) || documentIds.includes(0)) throw new DocumentNotFoundError()
  if (!(await sharesAreOpen(context, ownerId))) throw new DocumentNotFoundError()
  const asked = wanted.above ? await levelsOn(context.store, accountId, ids, { above: true }) : levels
  const all = ids.map((id) => asked.get(id) ?? null)
  if (all.some((level) => level === null || RANK[level] < RANK[wanted.level])) throw new ForbiddenError()
  const access = all.reduce((least, level) => (least && level && RANK[level] < RANK[least] ? level : least))
  return { ownerId, access: access ?? wanted.level }
}

/**
 * The same for what lies in the recycle bin: who may change the folders that it came from, may bring it back.
 */
export async function requireAccessInBin(
  context: Parts,
  accountId: number,
  documentIds: readonly number[],
): Promise<Access> {
  const { db, engine } = context.store
  const rows = await db
    .selectFrom('document')
    .select(['account_id', 'parent_id'])
    .where(numberIn(engine, 'id', [...new Set(documentIds)]))
    .execute()
  if (rows.every(({ account_id }) => account_id === accountId)) return { ownerId: accountId, access: 'own' }
  if (rows.some(({ account_id, parent_id }) => account_id === accountId || parent_id === 0)) {
    throw new DocumentNotFoundError()
  }
  return requireAccess(
    context,
    accountId,
    rows.map(({ parent_id }) => parent_id),
    { level: 'edit' },
  )
}
