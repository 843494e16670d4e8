import { prepared } from '../../store/database/prepared.ts'
import type { Trx } from '../../store/database/transact.ts'
import { folderOfRole } from '../../store/mailbox/index.ts'
import type { SystemRole } from '../../store/mailbox/roles.ts'

/** A folder of the recipient: by its role, or one of their own by its id. */
export type Place = { readonly role: SystemRole } | { readonly folderId: number }

/** How one account gets a mail, where it differs from the others. */
export interface Placement {
  readonly place: Place
  readonly seen: boolean
  readonly color: number
  /** Listed without a notification. */
  readonly quiet?: boolean
}

/**
 * The id of the folder. Another person's folder, and one that was deleted, is replaced by the inbox, so that no mail is
 * lost.
 */
export async function folderAt(trx: Trx, accountId: number, place: Place): Promise<number> {
  if ('role' in place) return folderOfRole(trx, accountId, place.role)
  const [own] = await selectOwn(trx, { folderId: place.folderId, accountId })
  return own ? own.id : folderOfRole(trx, accountId, 'inbox')
}

const selectOwn = prepared((db, by: { folderId: number; accountId: number }) =>
  db.selectFrom('folder').select('id').where('id', '=', by.folderId).where('account_id', '=', by.accountId).compile(),
)
