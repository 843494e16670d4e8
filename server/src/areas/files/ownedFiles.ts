import type { Attachment } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../store/database/schema.ts'
import { filesOfMails } from '../../store/mailbox/index.ts'

/** A file that an account may read: uploaded by it, or part of a mail that it holds. */
export interface OwnedFile {
  readonly id: string
  readonly name: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  readonly blobHash: string
  readonly contentId: string | null
  readonly kind: Attachment['kind']
  readonly source: 'upload' | 'picture' | 'mail'
}

const FILE_ID = /^[\w-]{16,80}$/

/** Whether a text can be the id of a file: PostgreSQL refuses some others with an error. */
export const isFileId = (id: string): boolean => FILE_ID.test(id)

/** Finds files among those the account may read; ids that name none of them are left out. Order as asked. */
export async function findOwnedFiles(
  db: Kysely<Schema>,
  accountId: number,
  ids: readonly string[],
): Promise<OwnedFile[]> {
  const wanted = [...new Set(ids)].filter(isFileId)
  if (wanted.length === 0) return []
  const uploads = await db
    .selectFrom('upload')
    .selectAll()
    .where('id', 'in', wanted)
    .where('account_id', '=', accountId)
    .execute()
  const attachments = await filesOfMails(db, accountId, wanted)
  const found = new Map<string, OwnedFile>()
  for (const row of uploads) {
    found.set(row.id, {
      id: row.id,
      name: row.name,
      contentType: row.content_type,
      size: row.size,
      blobHash: row.blob_hash,
      contentId: null,
      kind: 'file',
      source: row.picture ? 'picture' : 'upload',
    })
  }
  for (const row of attachments) {
    found.set(row.id, {
      id: row.id,
      name: row.name,
      contentType: row.content_type,
      size: row.size,
      blobHash: row.blob_hash,
      contentId: row.content_id,
      kind: row.kind,
      source: 'mail',
    })
  }
  return wanted.flatMap((id) => found.get(id) ?? [])
}

/** The same for one id; null when there is none that the account may read. */
export async function findOwnedFile(db: Kysely<Schema>, accountId: number, id: string): Promise<OwnedFile | null> {
  return (await findOwnedFiles(db, accountId, [id]))[0] ?? null
}

/** As the client sees it. */
export const asAttachment = (file: OwnedFile): Attachment => ({
  fileId: file.id,
  name: file.name,
  contentType: file.contentType,
  size: file.size,
  contentId: file.contentId,
  kind: file.kind,
})
