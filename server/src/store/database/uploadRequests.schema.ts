// Tables of links by which others hand files in.
import type { Generated } from 'kysely'

export interface UploadRequestTable {
  id: Generated<number>
  account_id: number
  /** The secret of the link. Its owner reads it again, so it stands as it is; without the code it opens nothing. */
  token: string
  code: string
  title: string
  /** Where the files lie; null when that folder was deleted. */
  folder_id: number | null
  created_at: number
  expires_at: number
  files_max: number
  size_max: number
  /** What came by it. */
  files: number
  bytes: number
  ended_at: number | null
  /** The last file of which its owner was written to, 0 for none; null where they are never written to. */
  noticed_id: number | null
}

export interface UploadRequestFileTable {
  id: Generated<number>
  request_id: number
  /** Of the upload that it was, so that the same one is handed in once. */
  upload_id: string
  /** null when it was deleted. */
  document_id: number | null
  name: string
  size: number
  sender: string
  at: number
}
