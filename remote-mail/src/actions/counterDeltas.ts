import type { BeforeAfter } from '@yanshu/lists'
import type { RoleOf } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'

/** By how much a counter of the sidebar changes. */
export interface CounterDelta {
  readonly folderId?: number
  readonly labelId?: number
  readonly mail?: number
  readonly unread?: number
}

/**
 * What an action does to the counters of folders and labels:
 * - every mail counts in its folder, and once more among the unread ones while it is not seen;
 * - it counts in each of its labels alike, but not while it lies in the recycle bin or in spam;
 * - a mail that goes from one folder to another leaves the first count and joins the second, with its unread;
 * - nothing that leaves a mail's folder, labels and seen as they were touches a counter.
 */
export function counterDeltas(mails: readonly BeforeAfter<MailRow>[], roleOf: RoleOf): readonly CounterDelta[] {
  const folders = new Map<number, { mail: number; unread: number }>()
  const labels = new Map<number, { mail: number; unread: number }>()
  const add = (counts: typeof folders, id: number, row: MailRow, sign: 1 | -1) => {
    const count = counts.get(id) ?? { mail: 0, unread: 0 }
    counts.set(id, { mail: count.mail + sign, unread: count.unread + (row.seen ? 0 : sign) })
  }
  const count = (row: MailRow, sign: 1 | -1) => {
    add(folders, row.mailboxId, row, sign)
    const role = roleOf(row.mailboxId)
    if (role === 'trash' || role === 'spam') return
    for (const labelId of row.labelIds) add(labels, labelId, row, sign)
  }
  for (const [before, after] of mails) {
    if (before) count(before, -1)
    if (after) count(after, 1)
  }
  const changed = ([, { mail, unread }]: [number, { mail: number; unread: number }]) => mail !== 0 || unread !== 0
  return [
    ...[...folders].filter(changed).map(([folderId, delta]) => ({ folderId, ...delta })),
    ...[...labels].filter(changed).map(([labelId, delta]) => ({ labelId, ...delta })),
  ]
}
