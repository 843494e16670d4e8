import { eventsOf } from '@yanshu/shell-api'
import type { MailAction } from '../list-view/mailActions.ts'

/** A key that was pressed while a long list is marked as a whole. */
interface BulkKey {
  /** By `listKey`. */
  readonly list: string
  readonly action: MailAction
}

export const bulkKeys = eventsOf<BulkKey>()
