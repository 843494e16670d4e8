import { FILE_TYPES, type FileTypeName } from '@yanshu/contracts'
import { type RawBuilder, sql } from 'kysely'
import { FILES_OF_MAIL_MAX, FILES_SEARCHED, isFileKind } from './fileTexts.ts'

/** The extensions of each kind, in small letters. */
const EXTENSIONS: Readonly<Record<FileTypeName, readonly string[]>> = {
  pdf: ['pdf', 'ofd'],
  document: ['doc', 'docx', 'dot', 'dotx', 'wps', 'odt', 'rtf', 'txt', 'md'],
  sheet: ['xls', 'xlsx', 'xlsm', 'et', 'csv', 'ods'],
  slides: ['ppt', 'pptx', 'pps', 'ppsx', 'dps', 'odp'],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'svg', 'tif', 'tiff', 'heic'],
  archive: ['zip', 'rar', '7z', 'tar', 'gz', 'tgz', 'bz2', 'xz'],
  media: ['mp3', 'wav', 'm4a', 'ogg', 'amr', 'mp4', 'mov', 'avi', 'mkv', 'webm'],
  mail: ['eml', 'msg'],
}

const isOfType = (type: FileTypeName): RawBuilder<unknown> =>
  sql`(${sql.join(
    EXTENSIONS[type].map((extension) => sql`lower(a.name) like ${sql.lit(`%.${extension}`)}`),
    sql` or `,
  )})`

/** The files `a` of a message `g` that a search may know. */
export const isKnownFile = sql`${FILES_SEARCHED} and ${isFileKind} and a.position < ${sql.lit(FILES_OF_MAIL_MAX)}`

/** The kind of a file `a`, by the end of its name; null for any other. */
export const typeOfFile = sql`case ${sql.join(
  FILE_TYPES.map((type) => sql`when ${isOfType(type)} then ${sql.lit(type)}`),
  sql` `,
)} end`

/** Condition on a message `g`: one of its files is of a kind. */
export const filesOfType = (type: FileTypeName): RawBuilder<unknown> =>
  sql`(${FILES_SEARCHED} and exists (select 1 from attachment a
    where a.message_id = g.id and ${isFileKind} and a.position < ${sql.lit(FILES_OF_MAIL_MAX)} and ${isOfType(type)}))`
