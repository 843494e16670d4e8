import { Code, type DocumentGrant } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'
import { departmentPaths } from '../../store/accounts/departments.ts'
import type { Context } from '../../store/context/context.ts'
import type { DocumentGrantTable } from '../../store/database/documents.schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { requireAccess } from './access.ts'
import { type Changing, liveDocuments, lockDocuments } from './documentTree.ts'

/** Files are shared inside of the organisation alone. */
class NotHereError extends CallError {
  constructor(name: string) {
    super(Code.badRequest, {
      details: {
        zh: `${name} 不是本组织的账号、群组或部门`,
        en: `${name} is no account, group or department of this organisation`,
      },
    })
  }
}

/** With whom a file or folder is shared, and the departments that it could be shared with. */
export async function listGrants(context: Context, accountId: number, documentId: number) {
  await requireAccess(context, accountId, [documentId], { level: 'manage' })
  const paths = await departmentPaths(context.store.db)
  return { grants: await readGrants(context, documentId, paths), departments: departmentsToShareWith(paths) }
}

/** Departments by their paths, in the order in which they are chosen from. */
export const departmentsToShareWith = (paths: ReadonlyMap<number, string>) =>
  [...paths]
    .map(([departmentId, name]) => ({ departmentId, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'zh'))

/** With whom a file or folder is shared. */
export async function readGrants(
  { store: { db } }: Pick<Context, 'store'>,
  documentId: number,
  departments: ReadonlyMap<number, string>,
): Promise<DocumentGrant[]> {
  const rows = await db
    .selectFrom('document_grant')
    .leftJoin('account', (join) =>
      join.onRef('account.id', '=', 'document_grant.subject_id').on('document_grant.subject', '=', 'person'),
    )
    .leftJoin('mail_group', (join) =>
      join.onRef('mail_group.id', '=', 'document_grant.subject_id').on('document_grant.subject', '=', 'group'),
    )
    .select(['subject', 'subject_id', 'level', 'account.name', 'account.address'])
    .select(['mail_group.name as group_name', 'mail_group.address as group_address'])
    .where('document_id', '=', documentId)
    .orderBy('subject')
    .orderBy('subject_id')
    .execute()
  return rows.flatMap((row): DocumentGrant[] => {
    const { subject: kind, subject_id: departmentId, level } = row
    if (kind === 'everyone') return [{ subject: { kind }, level }]
    if (kind === 'department') {
      const name = departments.get(departmentId)
      return name === undefined ? [] : [{ subject: { kind, departmentId, name }, level }]
    }
    const address = kind === 'group' ? row.group_address : row.address
    const name = (kind === 'group' ? row.group_name : row.name) ?? ''
    return address === null ? [] : [{ subject: { kind, address, name }, level }]
  })
}

/** Shares a file or folder with exactly these. An address that no account or group here has is refused. */
export async function saveGrants(
  context: Context,
  accountId: number,
  { documentId, grants }: { readonly documentId: number; readonly grants: readonly DocumentGrant[] },
): Promise<DocumentGrant[]> {
  const { ownerId } = await requireAccess(context, accountId, [documentId], { level: 'manage' })
  await transact(context, async (trx) => {
    const { now } = await lockDocuments(trx, context, ownerId)
    await liveDocuments(trx, context.store.engine, ownerId, [documentId])
    await writeGrants(trx, { accountId: ownerId, now, documentId, grants })
  })
  return readGrants(context, documentId, await departmentPaths(context.store.db))
}

interface Granting extends Changing {
  readonly documentId: number
  readonly grants: readonly DocumentGrant[]
}

/** Writes exactly these grants of a file or folder of the account, under its lock. */
export async function writeGrants(trx: Trx, { accountId, now, documentId, grants }: Granting): Promise<void> {
  const rows = new Map<string, DocumentGrantTable>()
  for (const { subject, level } of grants) {
    const found = await subjectOf(trx, subject)
    // The owner needs no share.
    if (found.subject === 'person' && found.subject_id === accountId) continue
    const row = { document_id: documentId, ...found, level, created_at: now }
    rows.set(`${found.subject} ${found.subject_id}`, row)
  }
  await trx.deleteFrom('document_grant').where('document_id', '=', documentId).execute()
  for (const row of rows.values()) await trx.insertInto('document_grant').values(row).execute()
}

async function subjectOf(trx: Trx, subject: DocumentGrant['subject']) {
  if (subject.kind === 'everyone') return { subject: subject.kind, subject_id: 0 }
  if (subject.kind === 'department') {
    const { departmentId } = subject
    const row = await trx.selectFrom('department').select('id').where('id', '=', departmentId).executeTakeFirst()
    if (!row) throw new NotHereError(subject.name)
    return { subject: subject.kind, subject_id: row.id }
  }
  const address = subject.address.trim().toLowerCase()
  const account = await trx
    .selectFrom('account')
    .select('id')
    .where('address', '=', address)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  if (account) return { subject: 'person', subject_id: account.id } as const
  const group = await trx.selectFrom('mail_group').select('id').where('address', '=', address).executeTakeFirst()
  if (!group) throw new NotHereError(address)
  return { subject: 'group', subject_id: group.id } as const
}
