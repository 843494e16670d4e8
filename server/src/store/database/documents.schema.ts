// Tables of the document center.
import type { DocumentGrant, DocumentLevel } from '@yanshu/contracts'
import type { Generated } from 'kysely'

/** A file or folder. Its columns repeat what its newest version is, so that a list is one read. */
export interface DocumentTable {
  id: Generated<number>
  account_id: number
  /** The folder that it lies in; 0 for the outermost one, which has no row. */
  parent_id: number
  /** 0 a folder, 1 a file: folders stand first in every list. */
  kind: 0 | 1
  name: string
  /** Equal for names that clash (`documentNameKey`). Among what lies in one folder there is one of each. */
  name_key: string
  /** By what names are sorted: Chinese by its pinyin, numbers by their size. */
  sort_name: string
  /** What a name is found by: itself in small letters, its pinyin and the initials of that, in lines. */
  found_by: string
  content_type: string
  size: number
  /** The number of the newest version; 0 for a folder. */
  version: number
  starred: number
  created_at: number
  changed_at: number
  /** In the recycle bin: since when, and with which file or folder it came there, itself or one above. 0: to be deleted now. */
  binned_at: number | null
  bin_root: number | null
}

/** A version of a file. Its content is kept by `blob_hold`, and counted by triggers. */
export interface DocumentVersionTable {
  id: Generated<number>
  document_id: number
  account_id: number
  number: number
  size: number
  content_type: string
  blob_hash: string
  created_at: number
  /** The upload in parts that it came by. */
  upload_id: Generated<string | null>
}

/** Each content that the files of an account have, once; `uses` counts their versions. Kept by triggers. */
export interface DocumentContentTable {
  account_id: number
  blob_hash: string
  size: number
  uses: number
}

/** What an account keeps: bytes of its contents, and its files and folders. Kept by triggers. */
export interface DocumentSpaceTable {
  account_id: number
  used: number
  documents: number
}

/** A link by which files are fetched without a login. */
export interface DocumentShareTable {
  id: Generated<number>
  account_id: number
  /** The secret of the link. Its owner reads it again, so it stands as it is; without the code it opens nothing. */
  token: string
  /** What who comes by the link has to enter. */
  code: string
  /** Of its first file, as its owner sees it. */
  name: string
  created_at: number
  expires_at: number
  /** How often it may be opened, and how often it was. */
  count_max: number
  used: number
  downloads: number
  cancelled_at: number | null
  /** From when its days count: when it was made, or its days were set anew. */
  valid_from: number
  /** When its owner is to be asked about its end; null once that is done. */
  remind_at: number | null
  /** When its code was last sent by SMS. */
  code_sent_at: Generated<number | null>
}

/** What the organisation allows of sharing files (`SharingRule`): one row, by the number 1. */
export interface SharingRuleTable {
  id: number
  outside: number
  code_required: number
  days_max: number
  watermark: number
  view_only: number
  changed_at: number
}

/**
 * Who came by a link: `place` is the address of the network, without what names one device; of a code that was sent, the last
 * four digits of the phone.
 */
export interface DocumentShareVisitTable {
  id: Generated<number>
  share_id: number
  at: number
  kind: 'visit' | 'download' | 'code'
  place: string
  /** Who was logged in to this organisation, and is not the owner; null for others. */
  account_id: Generated<number | null>
}

/** What a person, a group, a department or all accounts may do with a file or folder, and with all that lies inside of it. */
export interface DocumentGrantTable {
  document_id: number
  subject: DocumentGrant['subject']['kind']
  /** The account, group or department; 0 for all accounts. */
  subject_id: number
  level: DocumentLevel
  created_at: number
}

/** The folder of a team, which an account of no person holds. */
export interface DocumentTeamTable {
  document_id: number
  created_at: number
}

/** A lock of a program that edits a file or folder by WebDAV, or of a person who edits a file elsewhere. It ends by itself. */
export interface DocumentLockTable {
  token: string
  document_id: number
  account_id: number
  /** 1 beside other shared ones. */
  shared: number
  /** 1 for all that lies inside of a folder too. */
  deep: number
  /** How the program calls whom it locks for. */
  owner: string
  expires_at: number
  /** Who has locked a file at the page, which may be another than whose it is; null for a program. */
  holder_id: Generated<number | null>
}
