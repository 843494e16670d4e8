import { type RawBuilder, sql } from 'kysely'
import { filesOfType } from './fileTypes.ts'
import type { Finding, PersonSought } from './searchIndex.ts'

/** The conditions on a mail `m` and its message `g` that are the same on both engines. */
export function filtersOf(finding: Finding): RawBuilder<unknown> {
  const parts = [sql`m.account_id = ${finding.accountId}`]
  if (finding.folderId !== undefined) parts.push(sql`m.folder_id = ${finding.folderId}`)
  else if (finding.unlisted.length > 0) parts.push(sql`m.folder_id not in (${sql.join(finding.unlisted)})`)
  if (finding.isUnread !== undefined) parts.push(sql`m.seen = ${finding.isUnread ? 0 : 1}`)
  if (finding.hasAttachment !== undefined) parts.push(sql`g.has_attachment = ${finding.hasAttachment ? 1 : 0}`)
  if (finding.fileType !== undefined) parts.push(filesOfType(finding.fileType))
  for (const person of finding.people ?? []) parts.push(isPerson(person))
  return sql.join(parts, sql` and `)
}

/** The index knows who is named in a mail; this knows on which side. */
function isPerson({ side, addresses, words }: PersonSought): RawBuilder<unknown> {
  const named =
    side === 'from'
      ? sql`lower(g.from_name || ' ' || g.from_address)`
      : sql`lower(g.to_list || ' ' || g.cc_list || ' ' || m.bcc_list)`
  const holds = words.map((word) => sql`${named} like ${`%${escaped(word)}%`} escape '!'`)
  const kinds = side === 'from' ? sql`'from'` : sql`'to', 'cc'`
  const either = [
    ...(holds.length > 0 ? [sql`(${sql.join(holds, sql` and `)})`] : []),
    ...(addresses.length > 0
      ? [
          sql`exists (select 1 from message_address a where a.message_id = g.id
            and a.kind in (${kinds}) and a.address in (${sql.join(addresses)}))`,
        ]
      : []),
  ]
  return either.length > 0 ? sql`(${sql.join(either, sql` or `)})` : sql`1 = 0`
}

const escaped = (text: string): string => text.replaceAll(/[!%_]/g, '!$&')

/** The bounds in time, on whatever column holds the sort key. */
export function boundsOf(finding: Finding, column: RawBuilder<unknown>, before: number | null): RawBuilder<unknown> {
  const parts = [sql`1 = 1`]
  if (finding.from !== undefined) parts.push(sql`${column} >= ${finding.from}`)
  if (finding.until !== undefined) parts.push(sql`${column} < ${finding.until}`)
  if (before !== null) parts.push(sql`${column} < ${before}`)
  return sql.join(parts, sql` and `)
}

/** Whether a filter needs the message. */
export const looksAtMessage = (finding: Finding): boolean =>
  finding.hasAttachment !== undefined || finding.fileType !== undefined || (finding.people ?? []).length > 0

/** Whether nothing but words and unlisted folders decides which mails are found. */
export const isOfWordsAlone = (finding: Finding): boolean =>
  !looksAtMessage(finding) &&
  finding.folderId === undefined &&
  finding.isUnread === undefined &&
  finding.from === undefined &&
  finding.until === undefined

export const joinMessage = (finding: Finding): RawBuilder<unknown> =>
  looksAtMessage(finding) ? sql`join message g on g.id = m.message_id` : sql``

/** Whether a search asks the index; one by conditions alone reads the mails. */
export const asksForWords = ({ phrases, address, subject = [], people = [] }: Finding): boolean =>
  phrases.length > 0 || address !== undefined || subject.length > 0 || people.length > 0

/** Whether words are also looked for in the text of files. */
export const asksForFiles = ({ phrases, fields }: Finding): boolean =>
  phrases.length > 0 && (fields.length === 0 || fields.includes('files'))
