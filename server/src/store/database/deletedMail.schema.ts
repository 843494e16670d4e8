import type { Generated } from 'kysely'

/** A mail that was deleted for good and can be restored for some days; its message is kept by `message_hold`. */
export interface DeletedMailTable {
  id: Generated<number>
  account_id: number
  message_id: number
  /** Where it lay, before the recycle bin where that was its last place; null when the folder is gone. */
  folder_id: number | null
  received_at: number
  size: number
  seen: number
  color: number
  replied: number
  forwarded: number
  system_notice: number
  bcc_list: string
  /** When it was deleted. */
  at: number
}
