import { type RawBuilder, sql } from 'kysely'
import type { Finding } from './searchIndex.ts'

/** The conditions on a mail `m` and its message `g` that are the same on both engines. */
export function filtersOf(finding: Finding): RawBuilder<unknown> {
  const parts = [sql`m.account_id = ${finding.accountId}`]
  if (finding.folderId !== undefined) parts.push(sql`m.folder_id = ${finding.folderId}`)
  else if (finding.unlisted.length > 0) parts.push(sql`m.folder_id not in (${sql.join(finding.unlisted)})`)
  if (finding.isUnread !== undefined) parts.push(sql`m.seen = ${finding.isUnread ? 0 : 1}`)
  if (finding.hasAttachment !== undefined) parts.push(sql`g.has_attachment = ${finding.hasAttachment ? 1 : 0}`)
  return sql.join(parts, sql` and `)
}

/** The bounds in time, on whatever column holds the sort key. */
export function boundsOf(finding: Finding, column: RawBuilder<unknown>, before: number | null): RawBuilder<unknown> {
  const parts = [sql`1 = 1`]
  if (finding.from !== undefined) parts.push(sql`${column} >= ${finding.from}`)
  if (finding.until !== undefined) parts.push(sql`${column} < ${finding.until}`)
  if (before !== null) parts.push(sql`${column} < ${before}`)
  return sql.join(parts, sql` and `)
}

/** The message is only looked at where a filter needs it. */
export const joinMessage = (finding: Finding): RawBuilder<unknown> =>
  finding.hasAttachment === undefined ? sql`` : sql`join message g on g.id = m.message_id`
