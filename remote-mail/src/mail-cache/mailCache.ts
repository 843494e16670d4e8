import type { MailListItem } from '@yanshu/contracts'
import type { ItemCache, RowPatch } from '@yanshu/lists'

/** A mail as a row of lists. Never changed in place: a change makes a new object. */
export type MailRow = Readonly<MailListItem>

/** What an action does to a mail until the server answers; see {@link RowPatch}. */
export type MailPatch = RowPatch<MailRow>

/** Every mail that some list or the reading pane has, once. */
export type MailCache = ItemCache<MailRow, number>
