import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { nameFromElsewhere } from './documentNames.ts'
import { keepFile, type NewFile } from './keepFiles.ts'

/**
 * Keeps a file that another person handed in to an account, in the transaction that has locked the account. Where its folder is
 * gone or in the bin, it lies in the outermost one; where its name is taken, it has another. Answers its number. Throws
 * `DocumentsFullError` and `DocumentTooManyError`.
 */
export async function keepReceived(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  { folderId, file, limit }: { readonly folderId: number | null; readonly file: NewFile; readonly limit: number },
): Promise<number> {
  const folder = await trx
    .selectFrom('document')
    .select('id')
    .where('id', '=', folderId ?? 0)
    .where('account_id', '=', accountId)
    .where('kind', '=', 0)
    .where('bin_root', 'is', null)
    .executeTakeFirst()
  const changing = { accountId, now: context.now() }
  const named = { ...file, name: nameFromElsewhere(file.name) }
  const { documentId } = await keepFile(trx, context, changing, {
    ...{ parentId: folder?.id ?? 0, file: named, onClash: 'both', limit },
  })
  return documentId
}
