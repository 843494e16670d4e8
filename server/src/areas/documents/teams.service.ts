import { Code, type DocumentGrant, type DocumentTeam } from '@yanshu/contracts'
import { CallError, NotFoundError } from '../../platform/http/errors.ts'
import { departmentPaths } from '../../store/accounts/departments.ts'
import { PUBLIC_MAILBOX } from '../../store/accounts/reachableAccounts.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { binIn, insertFolder, restoreIn } from './changeDocuments.ts'
import { DocumentTooManyError } from './documentErrors.ts'
import { nameColumns, requireFreeName, requireName } from './documentNames.ts'
import { lockDocuments, requireRoom } from './documentTree.ts'
import { departmentsToShareWith, readGrants, writeGrants } from './grants.service.ts'

/** Folders of teams in the organisation, those in the recycle bin included. */
const TEAMS_MAX = 1_000

/** The folder is held by an account of no person, so that it stays when people leave. */
class HolderRefusedError extends CallError {
  constructor(address: string) {
    super(Code.badRequest, {
      details: {
        zh: `${address} 不是可用的公共邮箱，团队文件夹须由公共邮箱保管`,
        en: `${address} is no public mailbox that is open: one of these has to hold the folder of a team`,
      },
    })
  }
}

/** The folders of teams with who may open them, the latest last, and the departments that they could be opened to. */
export async function listTeams(context: Pick<Context, 'store'>) {
  const { db } = context.store
  const rows = await db
    .selectFrom('document_team')
    .innerJoin('document', 'document.id', 'document_team.document_id')
    .innerJoin('account', 'account.id', 'document.account_id')
    .select(['document.id', 'document.name', 'document.bin_root', 'account.name as holder', 'account.address'])
    .orderBy('document_team.document_id')
    .limit(TEAMS_MAX)
    .execute()
  const paths = await departmentPaths(db)
  const list: DocumentTeam[] = []
  for (const { id, name, bin_root, holder, address } of rows) {
    const grants = await readGrants(context, id, paths)
    list.push({ documentId: id, name, holder: { name: holder, address }, grants, removed: bin_root !== null })
  }
  return { list, departments: departmentsToShareWith(paths) }
}

interface Team {
  readonly name: string
  readonly grants: readonly DocumentGrant[]
}

/** Makes the folder of a team, which a public mailbox holds. Answers its number. */
export async function makeTeam(
  context: Context,
  { holder, name, grants }: Team & { readonly holder: string },
): Promise<number> {
  requireName(name)
  const address = holder.trim().toLowerCase()
  const account = await context.store.db
    .selectFrom('account')
    .select('id')
    .where('address', '=', address)
    .where('account_type', '=', PUBLIC_MAILBOX)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  if (!account) throw new HolderRefusedError(address)
  return transact(
    context,
    async (trx) => {
      const changing = await lockDocuments(trx, context, account.id)
      await requireFewTeams(trx)
      await requireFreeName(trx, account.id, { parentId: 0, name })
      await requireRoom(trx, changing, { parentId: 0, here: 1 })
      const documentId = await insertFolder(trx, changing, 0, name)
      await trx.insertInto('document_team').values({ document_id: documentId, created_at: changing.now }).execute()
      await writeGrants(trx, { ...changing, documentId, grants })
      return documentId
    },
    { grows: true },
  )
}

async function requireFewTeams(trx: Trx): Promise<void> {
  const { teams } = await trx
    .selectFrom('document_team')
    .select(({ fn }) => fn.countAll<number | string>().as('teams'))
    .executeTakeFirstOrThrow()
  if (Number(teams) >= TEAMS_MAX) throw new DocumentTooManyError(TEAMS_MAX)
}

/** Renames the folder of a team and opens it to exactly these. Throws `NotFoundError`. */
export async function changeTeam(
  context: Context,
  { documentId, name, grants }: Team & { readonly documentId: number },
): Promise<void> {
  requireName(name)
  const holderId = await holderOf(context, documentId, false)
  await transact(context, async (trx) => {
    const changing = await lockDocuments(trx, context, holderId)
    await requireFreeName(trx, holderId, { parentId: 0, name, exceptId: documentId })
    const renamed = await trx
      .updateTable('document')
      .set({ ...nameColumns(name), changed_at: changing.now })
      .where('id', '=', documentId)
      .where('bin_root', 'is', null)
      .executeTakeFirst()
    if (renamed.numUpdatedRows === 0n) throw new NotFoundError()
    await writeGrants(trx, { ...changing, documentId, grants })
  })
}

/** Moves the folder of a team into the recycle bin for thirty days. Throws `NotFoundError`. */
export async function removeTeam(context: Context, documentId: number): Promise<void> {
  const holderId = await holderOf(context, documentId, false)
  await transact(context, async (trx) => {
    await binIn(trx, context, await lockDocuments(trx, context, holderId), [documentId])
  })
}

/** Restores it from there, with who may open it. Throws `NotFoundError`. */
export async function restoreTeam(context: Context, documentId: number): Promise<void> {
  const holderId = await holderOf(context, documentId, true)
  await transact(context, async (trx) => {
    await restoreIn(trx, context, await lockDocuments(trx, context, holderId), [documentId])
  })
}

/** The account that holds the folder of a team, in the recycle bin or not. Throws `NotFoundError`. */
async function holderOf({ store: { db } }: Context, documentId: number, binned: boolean): Promise<number> {
  const row = await db
    .selectFrom('document_team')
    .innerJoin('document', 'document.id', 'document_team.document_id')
    .select(['document.account_id', 'document.bin_root'])
    .where('document_team.document_id', '=', documentId)
    .executeTakeFirst()
  if (!row || (row.bin_root !== null) !== binned) throw new NotFoundError()
  return row.account_id
}
