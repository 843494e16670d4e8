import { DOCUMENTS_MAX } from '@yanshu/contracts'
import type { ArchiveAsking, ArchivePart } from '../../store/archive/archivePart.ts'
import { BlobMissingError } from '../../store/blobs/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { entriesOf } from './zipDocuments.ts'

const filesOf = async (context: Context, accountId: number) => {
  const roots = await context.store.db
    .selectFrom('document')
    .select('id')
    .where('account_id', '=', accountId)
    .where('parent_id', '=', 0)
    .where('bin_root', 'is', null)
    .execute()
  const entries = await entriesOf(context, accountId, { rootIds: roots.map(({ id }) => id), most: DOCUMENTS_MAX })
  return entries.flatMap(({ name, size, hash }) => (hash === null ? [] : [{ name, size, hash }]))
}

/** The files of the document center in their folders, each in its newest version; without its recycle bin. */
export const documentsPart: ArchivePart = {
  name: 'documents',
  count: async (context, { accountId }) => (await filesOf(context, accountId)).length,
  files: async (context, asking) =>
    (await filesOf(context, asking.accountId)).map(({ name, size, hash }) => ({
      path: `files/${name}`,
      content: contentOf(context, asking, { size, hash }),
    })),
}

async function* contentOf(
  context: Context,
  { onWritten }: ArchiveAsking,
  { size, hash }: { readonly size: number; readonly hash: string },
): AsyncGenerator<Uint8Array> {
  try {
    yield* await context.blobs.read(hash, { size })
    onWritten()
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error
    onWritten(true)
  }
}
