import { FOLDER_DEPTH_MAX, FOLDER_NAME_MAX, type MigrationSource } from '@yanshu/contracts'
import { folderNameFor } from '../../mailflow/import/maildirNames.ts'
import { NameTakenError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { folderOfRole } from '../../store/mailbox/index.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import { createFolder } from '../folders/index.ts'

export interface Target {
  readonly folderId: number
  /** Its name here where it had to differ from that on the other server; '' where it is the same. */
  readonly renamed: string
  /** Folders that were made, each with its whole name. */
  readonly made: readonly (readonly [id: number, name: string])[]
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The folder here that a folder of the other server goes into: the system's own for its use, else one of the same name
 * in folders of the same names, made where they are missing. What is deeper than folders may lie here joins its last
 * names; names that are too long are cut.
 */
export async function targetFolder(
  context: Context,
  accountId: number,
  { role, names }: Pick<MigrationSource, 'role' | 'names'>,
): Promise<Target> {
  const { db } = context.store
  if (role) return { folderId: await folderOfRole(db, accountId, role), renamed: '', made: [] }
  const here = namesHere(names)
  let folderId: number | null = null
  const made: [number, string][] = []
  for (const name of here) folderId = await findOrMake(context, accountId, name, folderId, made)
  if (folderId === null) return { folderId: await folderOfRole(db, accountId, 'inbox'), renamed: '', made }
  return { folderId, renamed: here.join('/') === names.join('/') ? '' : here.join('/'), made }
}

/** The names by which a folder of the other server is known here. */
export function namesHere(names: readonly string[]): string[] {
  const clean = names.map((name) => folderNameFor([name.replaceAll('/', '-').normalize('NFC')], NONE))
  const tail = clean.slice(FOLDER_DEPTH_MAX - 1)
  const around = clean.slice(0, FOLDER_DEPTH_MAX - 1)
  if (tail.length <= 1) return [...around, ...tail]
  const joined = [...tail.join('-')].slice(-FOLDER_NAME_MAX).join('').trim()
  return [...around, joined]
}

/** The same folder where it is here already; null else. Nothing is made. */
export async function findTarget(
  context: Pick<Context, 'store'>,
  accountId: number,
  { role, names }: Pick<MigrationSource, 'role' | 'names'>,
): Promise<number | null> {
  const { db } = context.store
  if (role) return folderOfRole(db, accountId, role)
  const here = namesHere(names)
  if (here.length === 0) return folderOfRole(db, accountId, 'inbox')
  return (await folderByName(context, accountId, here.join('/')))?.id ?? null
}

const folderByName = ({ store }: Pick<Context, 'store'>, accountId: number, name: string) =>
  store.db
    .selectFrom('folder')
    .select('id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'custom')
    .where('name', '=', name)
    .executeTakeFirst()

async function findOrMake(
  context: Context,
  accountId: number,
  name: string,
  parentId: number | null,
  made: [id: number, name: string][],
): Promise<number> {
  const find = async () => {
    const { db } = context.store
    const parent =
      parentId === null
        ? null
        : await db.selectFrom('folder').select('name').where('id', '=', parentId).executeTakeFirstOrThrow()
    return folderByName(context, accountId, parent ? `${parent.name}/${name}` : name)
  }
  const known = await find()
  if (known) return known.id
  try {
    const { folderId } = await createFolder(context, systemActor(accountId), name, parentId)
    const { db } = context.store
    const { name: whole } = await db
      .selectFrom('folder')
      .select('name')
      .where('id', '=', folderId)
      .executeTakeFirstOrThrow()
    made.push([folderId, whole])
    return folderId
  } catch (error) {
    if (!(error instanceof NameTakenError)) throw error
    // Another import has made it meanwhile, or a system folder of another use has the name.
    const other = await find()
    if (other) return other.id
    return findOrMake(context, accountId, folderNameFor([name], new Set([name])), parentId, made)
  }
}
