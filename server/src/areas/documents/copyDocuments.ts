import { DOCUMENT_COPIES_AT_ONCE } from '@yanshu/contracts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { requireFits } from './changeDocuments.ts'
import { DocumentTooManyError } from './documentErrors.ts'
import { freeNameIn, nameColumns } from './documentNames.ts'
import { limitBytes, requireSpace } from './documentSpace.ts'
import { allBelow, type Changing, liveDocuments, lockDocuments, requireFolder, requireRoom } from './documentTree.ts'
import { writeVersions } from './keepFiles.ts'

const ROWS_AT_ONCE = 200

/**
 * Copies files and folders of an account with all that lies inside into a folder of the same or another one, each file in its
 * newest version. Content is not stored a second time. With `name` the copy is called so. Answers the copies of what was named.
 */
export async function copy(
  context: Context,
  { from, to }: Owners,
  { documentIds, parentId, name: newName }: { documentIds: readonly number[]; parentId: number; name?: string },
): Promise<number[]> {
  const limit = await limitBytes(context, to)
  return transact(
    context,
    async (trx) => {
      const changing = { ...(await lockDocuments(trx, context, to)), limit }
      const { engine } = context.store
      const roots = await liveDocuments(trx, engine, from, documentIds)
      await requireFolder(trx, to, parentId)
      await requireFits(trx, context, { accountId: from, ids: documentIds, parentId, intoId: to })
      const copies: number[] = []
      let made = 0
      for (const root of roots) {
        const below = await allBelow(trx, engine, from, { ids: [root.id], most: DOCUMENT_COPIES_AT_ONCE })
        made += below.length
        if (made > DOCUMENT_COPIES_AT_ONCE) throw new DocumentTooManyError(DOCUMENT_COPIES_AT_ONCE)
        await requireRoom(trx, changing, { parentId, here: 1, made: below.length })
        const name = await freeNameIn(trx, to, parentId, newName ?? root.name)
        const copyOf = new Map<number, number>([[root.parent_id, parentId]])
        for (let depth = 0; ; depth++) {
          const level = below.filter((one) => one.depth === depth).map(({ id }) => id)
          if (level.length === 0) break
          await copyLevel(trx, context, changing, {
            level,
            copyOf,
            rename: new Map(depth === 0 ? [[root.id, name]] : []),
          })
        }
        copies.push(copyOf.get(root.id) ?? 0)
      }
      return copies
    },
    { grows: true },
  )
}

/** Whose the files are that are copied, and whose the folder is that they are copied into. */
interface Owners {
  readonly from: number
  readonly to: number
}

interface Copying extends Changing {
  /** Bytes that the account may keep. */
  readonly limit: number
}

interface Level {
  readonly level: readonly number[]
  /** The copy of each folder above, and of what is copied here afterwards. */
  readonly copyOf: Map<number, number>
  readonly rename: ReadonlyMap<number, string>
}

async function copyLevel(
  trx: Trx,
  context: TransactionContext,
  changing: Copying,
  { level, copyOf, rename }: Level,
): Promise<void> {
  for (let at = 0; at < level.length; at += ROWS_AT_ONCE) {
    const ids = level.slice(at, at + ROWS_AT_ONCE)
    const rows = await trx
      .selectFrom('document')
      .leftJoin('document_version', (join) =>
        join
          .onRef('document_version.document_id', '=', 'document.id')
          .onRef('document_version.number', '=', 'document.version'),
      )
      .selectAll('document')
      .select('document_version.blob_hash')
      .where(numberIn(context.store.engine, 'document.id', ids))
      .execute()
    const versions = []
    for (const { id, blob_hash: hash, ...columns } of rows) {
      const name = rename.get(id)
      const written = await trx
        .insertInto('document')
        .values({
          ...columns,
          ...(name === undefined ? {} : nameColumns(name)),
          account_id: changing.accountId,
          parent_id: copyOf.get(columns.parent_id) ?? 0,
          version: columns.kind,
          starred: 0,
          created_at: changing.now,
          changed_at: changing.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      copyOf.set(id, written.id)
      if (hash !== null) {
        versions.push({
          documentId: written.id,
          number: 1,
          hash,
          size: columns.size,
          contentType: columns.content_type,
        })
      }
    }
    if (versions.length === 0) continue
    await requireSpace(trx, changing.accountId, changing.limit, versions)
    await writeVersions(trx, context, changing, versions)
  }
}
