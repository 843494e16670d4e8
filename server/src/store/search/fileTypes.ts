import { FILE_TYPES, type FileTypeName } from '@yanshu/contracts'
import { type RawBuilder, sql } from 'kysely'
import { FILES_OF_MAIL_MAX, FILES_SEARCHED, isFileKind } from './fileTexts.ts'

const isOfType = (type: FileTypeName): RawBuilder<unknown> =>
  sql`(${sql.join(
    FILE_TYPES[type].map((extension) => sql`lower(a.name) like ${sql.lit(`%.${extension}`)}`),
    sql` or `,
  )})`

/** The files `a` of a message `g` that a search may know. */
export const isKnownFile = sql`${FILES_SEARCHED} and ${isFileKind} and a.position < ${sql.lit(FILES_OF_MAIL_MAX)}`

/** The kind of a file `a`, by the end of its name; null for any other. */
export const typeOfFile = sql`case ${sql.join(
  typeNames().map((type) => sql`when ${isOfType(type)} then ${sql.lit(type)}`),
  sql` `,
)} end`

/** Condition on a message `g`: one of its files is of a kind. */
export const filesOfType = (type: FileTypeName): RawBuilder<unknown> =>
  sql`(${FILES_SEARCHED} and exists (select 1 from attachment a
    where a.message_id = g.id and ${isFileKind} and a.position < ${sql.lit(FILES_OF_MAIL_MAX)} and ${isOfType(type)}))`

function typeNames(): FileTypeName[] {
  return Object.keys(FILE_TYPES) as FileTypeName[]
}
