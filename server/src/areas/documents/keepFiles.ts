import { DOCUMENT_VERSIONS_MAX } from '@yanshu/contracts'
import { holdForMany } from '../../store/blobs/blobOwners.ts'
import { type BlobRef, recordBlobs } from '../../store/blobs/blobRows.ts'
import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { DocumentNameTakenError, DocumentNotFoundError } from './documentErrors.ts'
import { freeNameIn, nameColumns, namedIn } from './documentNames.ts'
import { requireSpace } from './documentSpace.ts'
import { type Changing, requireRoom } from './documentTree.ts'

/** Content that becomes a file or a version. */
export interface NewContent extends BlobRef {
  readonly contentType: string
}

export interface NewFile extends NewContent {
  readonly name: string
}

/** What to do where the name is there. */
export type OnClash = 'refuse' | 'both' | 'version'

const ROWS_AT_ONCE = 200

/** Writes versions with what keeps their content. */
export async function writeVersions(
  trx: Trx,
  context: TransactionContext,
  { accountId, now }: Changing,
  versions: readonly (NewContent & { readonly documentId: number; readonly number: number })[],
): Promise<void> {
  // The rows of content first: what is locked for them is locked in one order.
  await recordBlobs(trx, context.store.engine, versions, now)
  for (let at = 0; at < versions.length; at += ROWS_AT_ONCE) {
    const some = versions.slice(at, at + ROWS_AT_ONCE)
    const rows = some.map((one) => ({
      document_id: one.documentId,
      account_id: accountId,
      number: one.number,
      size: one.size,
      content_type: one.contentType,
      blob_hash: one.hash,
      created_at: now,
    }))
    const written = await trx
      .insertInto('document_version')
      .values(rows)
      .returning(['id', 'blob_hash as hash', 'size'])
      .execute()
    const held = written.map(({ id, hash, size }) => ({ ownerId: id, hash, size }))
    await holdForMany(trx, { engine: context.store.engine, now }, 'document_version', held)
  }
}

/** Adds one file to a folder that is there. Answers what it became. */
export async function keepFile(
  trx: Trx,
  context: TransactionContext,
  changing: Changing,
  { parentId, file, onClash, limit }: { parentId: number; file: NewFile; onClash: OnClash; limit: number },
): Promise<{ documentId: number; name: string }> {
  const { accountId, now } = changing
  await requireSpace(trx, accountId, limit, [file])
  const other = await namedIn(trx, accountId, parentId, file.name)
  if (other && onClash === 'version' && other.kind === 1) {
    await addVersion(trx, context, changing, { documentId: other.id, newest: other.version, content: file })
    return { documentId: other.id, name: file.name }
  }
  if (other && onClash !== 'both') throw new DocumentNameTakenError(file.name)
  await requireRoom(trx, changing, { parentId, here: 1 })
  const name = other ? await freeNameIn(trx, accountId, parentId, file.name) : file.name
  const { id } = await trx
    .insertInto('document')
    .values({
      ...nameColumns(name),
      account_id: accountId,
      parent_id: parentId,
      kind: 1,
      content_type: file.contentType,
      size: file.size,
      version: 1,
      starred: 0,
      created_at: now,
      changed_at: now,
      binned_at: null,
      bin_root: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeVersions(trx, context, changing, [{ ...file, documentId: id, number: 1 }])
  return { documentId: id, name }
}

/** Makes content the newest version of a file; the oldest ones beyond thirty go. */
export async function addVersion(
  trx: Trx,
  context: TransactionContext,
  changing: Changing,
  { documentId, newest, content }: { documentId: number; newest: number; content: NewContent },
): Promise<void> {
  const number = newest + 1
  await writeVersions(trx, context, changing, [{ ...content, documentId, number }])
  await trx
    .updateTable('document')
    .set({ version: number, size: content.size, content_type: content.contentType, changed_at: changing.now })
    .where('id', '=', documentId)
    .execute()
  const kept = await trx
    .selectFrom('document_version')
    .select('number')
    .where('document_id', '=', documentId)
    .orderBy('number', 'desc')
    .offset(DOCUMENT_VERSIONS_MAX)
    .limit(1)
    .executeTakeFirst()
  if (!kept) return
  await trx
    .deleteFrom('document_version')
    .where('document_id', '=', documentId)
    .where('number', '<=', kept.number)
    .execute()
}

/** Makes an older version the newest one, which it then is by a number of its own. Throws `DocumentNotFoundError`. */
export async function restoreVersion(
  trx: Trx,
  context: TransactionContext,
  changing: Changing,
  { documentId, version }: { documentId: number; version: number },
): Promise<void> {
  const row = await trx
    .selectFrom('document_version')
    .innerJoin('document', 'document.id', 'document_version.document_id')
    .select([
      'document.version',
      'document_version.blob_hash',
      'document_version.size',
      'document_version.content_type',
    ])
    .where('document_version.document_id', '=', documentId)
    .where('document_version.number', '=', version)
    .where('document.account_id', '=', changing.accountId)
    .where('document.bin_root', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DocumentNotFoundError()
  if (row.version === version) return
  const content = { hash: row.blob_hash, size: row.size, contentType: row.content_type }
  await addVersion(trx, context, changing, { documentId, newest: row.version, content })
}
