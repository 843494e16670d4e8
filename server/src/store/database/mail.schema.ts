// Tables of mail that is kept: messages, bodies, addresses, folders, labels, drafts, uploads, changes, archives.

import type { FolderRole } from '@yanshu/contracts'
import type { Generated } from 'kysely'
import type { ChangeKind } from './changeLog.ts'
import type { StoredText } from './storedText.ts'

/** One change, or several of a kind in one folder, of one transaction. */
export interface ChangeLogTable {
  account_id: number
  /** Without gaps in each account. */
  seq: number
  at: number
  kind: ChangeKind
  folder_id: number | null
  /** JSON list of the mails. */
  mail_ids: string
}

/** An ancestor that the header of a mail names and the mailbox does not hold. */
export interface AwaitedMailTable {
  account_id: number
  rfc_message_id: string
  mail_id: number
  /** How many ancestors that the mail names are nearer. */
  depth: number
  /** 1 while no ancestor of the mail is there. */
  orphan: number
}

/** The mails of a thread that lie in one folder; kept by triggers on `mail`. */
export interface ConversationTable {
  thread_id: number
  folder_id: number
  /** Sort key of the newest of them. */
  newest: number
  mails: number
  unread: number
  /** How many of them are kept on top of the folder. */
  stuck: number
  /** 1 where one is. */
  sticky: number
}

export interface FolderTable {
  id: Generated<number>
  account_id: number
  role: FolderRole
  /** With the names of the folders that it lies in before it, parted by a slash: one name in an account leads to one folder. */
  name: string
  /** The folder that it lies in; null at the top. */
  parent_id: Generated<number | null>
  sort: number
  state: Generated<number>
  password_hash: string | null
  /** 1 where it has a password, or lies in one that has. */
  guarded: Generated<number>
  /** Counters stand on the row and change in the transaction that changes the mails. */
  total: Generated<number>
  unread: Generated<number>
  size: Generated<number>
  uid_next: Generated<number>
  /** Threads with mails in it, and those with an unread one; kept by triggers on `conversation`. */
  conversations: Generated<number>
  unread_conversations: Generated<number>
}

/** Everything of an account as one file: being made, or made. Its file is no part of what the account's quota counts. */
export interface ArchiveJobTable {
  id: string
  /** One for each account. */
  account_id: number
  state: 'waiting' | 'running' | 'ready' | 'failed'
  /** JSON list of the folders with a password that were open to who asked. */
  open_folders: string
  /** JSON list of the folders with a password that the archive is without. */
  left_out: Generated<string>
  created_at: number
  /** Until when a server of a version before jobs has it to itself; 0 since. */
  claimed_until: number
  done: Generated<number>
  total: Generated<number>
  lost: Generated<number>
  blob_hash: Generated<string | null>
  size: Generated<number>
  expires_at: Generated<number | null>
}

export interface LabelTable {
  id: Generated<number>
  account_id: number
  name: string
  color: number
  state: Generated<number>
  sort: number
  total: Generated<number>
  unread: Generated<number>
  size: Generated<number>
}

/** The content of a message; stored once however many mailboxes hold it. Drafts have a message of their own. */
export interface MessageTable {
  id: Generated<number>
  /** Blob of the message as it came; null for drafts. */
  raw_hash: string | null
  size: number
  /** Message-ID with its brackets, '' when missing. */
  rfc_message_id: string
  in_reply_to: string
  /** Space separated Message-IDs. */
  refs: string
  subject: string
  from_name: string
  from_address: string
  /** JSON lists of {name, address}. */
  to_list: string
  cc_list: string
  reply_to: string
  /** JSON {name, address} or null. */
  sender: string | null
  receipt_to: string | null
  date: number | null
  preview: string
  has_attachment: number
  priority: number
  /** Auto-Submitted or a list: answered by no automaton. */
  automatic: number
  /** 1 when it came from outside and its From names one of our domains. */
  claims_own_domain: Generated<number>
  /** 1 when a calendar object in it asks for an answer. */
  invites: Generated<number>
  /** 1 when its sender has closed it with a reading password: no model and no answer of the assistant has its text. */
  with_password: Generated<number>
  /** 1 for the head of a letter whose sender restricts how it is read (`letter_policy`). */
  restricted: Generated<number>
  /** JSON: who handed it in from outside, and whether it is from whom it names. Null for what was written here. */
  arrival: Generated<string | null>
}

export interface MessageBodyTable {
  message_id: number
  html: StoredText | null
  /** The plain text part, or the text of the HTML when there is none: what search reads. */
  text: StoredText
  /** 1 when the mail itself had a plain text part. */
  has_text: number
  /** 1 when only the beginning stands here; the raw message has the rest. */
  truncated: Generated<number>
  /** 1 when depth and elements of the HTML were bounded as it was stored; else they are when it is read. */
  bounded: Generated<number>
}

export type AddressKind = 'from' | 'sender' | 'to' | 'cc' | 'reply_to'

export interface AttachmentTable {
  /** Random, unguessable; the fileId of the client. */
  id: string
  message_id: number
  position: number
  name: string
  content_type: string
  size: number
  blob_hash: string
  content_id: string | null
  disposition: 'attachment' | 'inline'
  kind: 'file' | 'calendar' | 'message'
}

/** The text of a file, once for each content. */
export interface FileTextTable {
  blob_hash: string
  /** 0 to be read; 1 read, and mails that hold it are still to be indexed again; 2 read; 3 without text, or not readable. */
  state: 0 | 1 | 2 | 3
  /** Of a mail that holds it: the largest is read first. */
  sort_key: number
  /** How often it was tried: a file that ends the process is not tried for ever. */
  attempts: number
  text: StoredText | null
  /** The words of the text as the index has them, each once, parted by spaces. */
  words: StoredText | null
}

/** One message in one folder of one account. */
export interface MailTable {
  id: Generated<number>
  account_id: number
  folder_id: number
  uid: number
  message_id: number
  /**
   * Orders every list, newest first, and is the row number of full-text search: seconds since 1970 × 2^20, then
   * milliseconds × 2^10, then random.
   * Unique in the whole store and below 2^53 until the year 2242, so it is exact in JavaScript.
   */
  sort_key: number
  received_at: number
  size: number
  seen: Generated<number>
  sticky: Generated<number>
  color: Generated<number>
  replied: Generated<number>
  forwarded: Generated<number>
  system_notice: Generated<number>
  /** What the risk check found when the mail was first listed: 0 not checked, 1 no mark, 2 marked. */
  risk: Generated<number>
  /** JSON list of the blind copies, in the sender's own copy only. */
  bcc_list: Generated<string>
  /** The conversation within the account: the sort key that one of its mails had as it came in. */
  thread_id: number
  /** Where a mail of the recycle bin came from. */
  previous_folder_id: number | null
  /** When a letter leaves that waits for its time; null once it has left, and for all others. */
  send_at: Generated<number | null>
}

export interface DraftTable {
  mail_id: number
  /** That of its mail. */
  account_id: number
  revision: number
  kind: string
  source_mail_id: number | null
  from_address: string
  to_list: string
  cc_list: string
  bcc_list: string
  subject: string
  html: string
  /** JSON list of upload and attachment ids. */
  file_ids: string
  priority: number
  request_receipt: number
  /** JSON of the other options of the letter, by name. */
  options: string
  saved_at: number
  /** The login and the person that saved it last; null where that is not known. */
  saved_session: Generated<string | null>
  saved_person: Generated<number | null>
}

/** Which draft a client's own name for it made. Outlives the draft: a late repetition must not make another. */
export interface DraftClientTable {
  account_id: number
  client_id: string
  mail_id: number
  created_at: number
}

export interface UploadTable {
  id: string
  account_id: number
  name: string
  content_type: string
  size: number
  blob_hash: string
  /** 1 for a picture of the text. */
  picture: number
  created_at: number
  /** When the sweep last found a draft that names it; the moment it came in before that. */
  checked_at: Generated<number>
  /** Of what came in parts: the SHA-256 of the SHA-256 of its parts. */
  digest: Generated<string | null>
}

/** An upload of which parts have come in. */
export interface UnfinishedUploadTable {
  id: string
  account_id: number
  /** The link by which another person hands it in; null for an upload of the account. */
  request_id: Generated<number | null>
  /** Whose document center it goes into, and into which folder, 0 for the outermost one; null for other uploads. */
  documents_of: Generated<number | null>
  parent_id: Generated<number | null>
  name: string
  content_type: string
  /** Bytes of the whole. */
  size: number
  /** What the digest of the parts has to be; null where the client could not compute it. */
  digest: string | null
  created_at: number
  /** When it was begun, or a part came in last. */
  touched_at: number
}

export interface UploadPartTable {
  upload_id: string
  number: number
  blob_hash: string
  size: number
}
