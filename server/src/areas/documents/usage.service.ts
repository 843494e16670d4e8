import { type DepartmentQuota, type DocumentUsage, LARGEST_DOCUMENTS, type LargeDocument } from '@yanshu/contracts'
import { type SqlBool, sql } from 'kysely'
import { NotFoundError } from '../../platform/http/errors.ts'
import { departmentPaths } from '../../store/accounts/departments.ts'
import type { Context } from '../../store/context/context.ts'
import { setSwitch, switchOfMany, unsetSwitch } from '../../store/switches/switches.ts'

type Parts = Pick<Context, 'store'>

const MEGABYTE = 1_048_576

/** The account of an address that is written in any case. Throws `NotFoundError`. */
export async function accountAt({ store }: Parts, address: string): Promise<number> {
  const row = await store.db
    .selectFrom('account')
    .select('id')
    .where('address', '=', address.trim().toLowerCase())
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  return row.id
}

/** How much people keep, the most first, and what is set of it above them. */
export async function readUsage(
  { store }: Parts,
  { text, offset, pageSize }: { text: string; offset: number; pageSize: number },
) {
  const { db } = store
  const pattern = `%${text.trim().toLowerCase().replace(/[!%_]/g, '!$&')}%`
  const rows = await db
    .selectFrom('document_space')
    .innerJoin('account', 'account.id', 'document_space.account_id')
    .select(['account.id', 'account.name', 'account.address', 'document_space.used', 'document_space.documents'])
    .$if(text.trim() !== '', (query) =>
      query.where(
        sql<SqlBool>`(lower(account.name) like ${pattern} escape '!' or account.address like ${pattern} escape '!')`,
      ),
    )
    .orderBy('document_space.used', 'desc')
    .orderBy('document_space.account_id')
    .offset(offset)
    .limit(pageSize + 1)
    .execute()
  const shown = rows.slice(0, pageSize)
  const limits = await switchOfMany(
    db,
    shown.map(({ id }) => id),
    'netdiskSize',
  )
  const set = await setQuotas({ store })
  const list = shown.map(
    ({ id, name, address, used, documents }): DocumentUsage => ({
      ...{ name, address, used, files: documents },
      limit: (limits.get(id) ?? 0) * MEGABYTE,
      own: set.people.get(id) ?? null,
    }),
  )
  return {
    list,
    more: rows.length > pageSize,
    organisation: set.organisation,
    departments: await departments(store, set),
  }
}

interface SetQuotas {
  readonly organisation: number | null
  readonly departments: ReadonlyMap<number, number>
  readonly people: ReadonlyMap<number, number>
}

async function setQuotas({ store }: Parts): Promise<SetQuotas> {
  const rows = await store.db
    .selectFrom('switch_value')
    .select(['scope', 'scope_id', 'value'])
    .where('name', '=', 'netdiskSize')
    .execute()
  const of = (scope: string) =>
    new Map(rows.flatMap((row) => (row.scope === scope ? [[row.scope_id, Number(row.value)] as const] : [])))
  return {
    organisation: of('organisation').get(0) ?? null,
    departments: of('department'),
    people: of('user'),
  }
}

async function departments({ db }: Context['store'], set: SetQuotas): Promise<DepartmentQuota[]> {
  const paths = await departmentPaths(db)
  return [...paths]
    .map(([departmentId, name]) => ({ departmentId, name, own: set.departments.get(departmentId) ?? null }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'zh'))
}

/** Whose quota is set. */
export type QuotaSubject =
  | { readonly kind: 'person'; readonly address: string }
  | { readonly kind: 'department'; readonly departmentId: number }
  | { readonly kind: 'organisation' }

/** Sets megabytes that may be kept; null for what is set above. Throws `NotFoundError` for what is not there. */
export async function saveQuota(
  context: Pick<Context, 'store' | 'now'>,
  { subject, megabytes }: { readonly subject: QuotaSubject; readonly megabytes: number | null },
): Promise<void> {
  const scope = await scopeOf(context, subject)
  if (megabytes === null) await unsetSwitch(context, scope, 'netdiskSize')
  else
    await setSwitch(context, scope, { name: 'netdiskSize', value: megabytes, locked: await isLocked(context, scope) })
}

type Scope = Parameters<typeof setSwitch>[1]

async function scopeOf(context: Parts, subject: QuotaSubject): Promise<Scope> {
  if (subject.kind === 'organisation') return { scope: 'organisation' }
  if (subject.kind === 'person') return { scope: 'user', id: await accountAt(context, subject.address) }
  const { departmentId: id } = subject
  const row = await context.store.db.selectFrom('department').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFoundError()
  return { scope: 'department', id }
}

/** What an operator has locked stays locked by its new value. */
async function isLocked({ store }: Parts, scope: Scope): Promise<boolean> {
  const row = await store.db
    .selectFrom('switch_value')
    .select('locked')
    .where('scope', '=', scope.scope)
    .where('scope_id', '=', scope.scope === 'organisation' ? 0 : scope.id)
    .where('name', '=', 'netdiskSize')
    .executeTakeFirst()
  return row?.locked === 1
}

/** The largest files that are not in a recycle bin. */
export async function largestDocuments({ store }: Parts): Promise<LargeDocument[]> {
  const rows = await store.db
    .selectFrom('document')
    .innerJoin('account', 'account.id', 'document.account_id')
    .select(['document.name', 'document.size', 'document.changed_at', 'account.name as owner', 'account.address'])
    .where(sql<SqlBool>`document.kind = 1`)
    .where('document.bin_root', 'is', null)
    .orderBy('document.size', 'desc')
    .limit(LARGEST_DOCUMENTS)
    .execute()
  return rows.map(({ name, size, changed_at: changedAt, owner, address }) => ({
    owner: { name: owner, address },
    ...{ name, size, changedAt },
  }))
}
