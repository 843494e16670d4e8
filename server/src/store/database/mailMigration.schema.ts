import type {
  MigrationBookReason,
  MigrationFolderReason,
  MigrationKind,
  MigrationReason,
  MigrationSource,
  MigrationState,
} from '@yanshu/contracts'
import type { Generated } from 'kysely'

/** Mail that a person brings from another server, or copies to one. */
export interface MigrationTable {
  id: Generated<number>
  account_id: number
  state: MigrationState
  reason: Generated<MigrationReason>
  host: string
  port: number
  security: 'tls' | 'starttls'
  user_name: string
  login: Generated<'password' | 'token' | 'refresh'>
  /** The password, access token or refresh token, sealed; '' once it is not needed. */
  secret: string
  /** A certificate that the person has accepted (DER as base64); '' for the known authorities. */
  certificate: string
  since: number | null
  before_at: number | null
  created_at: number
  finished_at: number | null
  worked_ms: Generated<number>
  /** Whether what it has brought is being deleted again, or was. */
  undo: Generated<'' | 'running' | 'done'>
  /** Since when it is paused; null while it is not. */
  paused_at: Generated<number | null>
  /** Who has begun it: the person, or an administrator with a table of people. */
  origin: Generated<'person' | 'operator'>
  /** Which folders the job lists itself: all but spam and the recycle bin (`usual`), or all; '' once they are listed. */
  listing: Generated<'' | 'usual' | 'all'>
  /** 1 while it only counts. */
  dry: Generated<number>
  /** Bytes of mails that one command asks for: less where connections to that server break. */
  command_bytes: Generated<number>
  /** Whether address books and calendars are brought, too (1), and where they are; '' where that is looked for. */
  contacts: Generated<number>
  calendars: Generated<number>
  dav: Generated<string>
  /** Whether mail comes from another server (`in`), goes to one (`out`), or comes from files (`files`). */
  kind: Generated<MigrationKind>
  /** For `out`: ids, as JSON, of the folders with a password that were open to who has begun it. */
  open_folders: Generated<string>
  /** For `files`: the folder that their mails go into. */
  folder_id: Generated<number | null>
}

/** A file of mail that a migration brings; deleted with its end. */
export interface MigrationFileTable {
  id: Generated<number>
  migration_id: number
  name: string
  blob_hash: string
  size: number
  /** 1 once all of it was dealt with. */
  done: Generated<number>
}

/** A folder of the other server. */
export interface MigrationFolderTable {
  id: Generated<number>
  migration_id: number
  place: number
  path: string
  /** Its own name behind those of the folders around it, as JSON. */
  names: string
  role: MigrationSource['role']
  /** The folder here, and its name where it had to differ. */
  folder_id: number | null
  folder_name: Generated<string>
  state: Generated<'waiting' | 'running' | 'done'>
  total: Generated<number>
  brought: Generated<number>
  known: Generated<number>
  noted: Generated<number>
  bytes: Generated<number>
  /** Mails that were brought, and deleted again because the migration was undone. */
  undone: Generated<number>
  /** Folders here that were made for it: a JSON list of ids, each with the name that it was given. */
  made: Generated<string>
  /** Mails here that a later run has marked as they are marked there by now. */
  changed: Generated<number>
  /** What a dry run has counted, and up to which mail (`Counted` of countFolder.ts), as JSON. */
  estimate: Generated<string | null>
  /** Why a folder was left out as a whole; '' where it was not. */
  reason: Generated<MigrationFolderReason>
  /** For `out`: its mails that the other server had at the end of the last run, and their bytes; null before that. */
  there_found: Generated<number | null>
  there_bytes: Generated<number | null>
}

/** A mail of this mailbox that a copy to another server has dealt with. */
export interface MigrationSentTable {
  migration_folder_id: number
  mail_id: number
  /** Copied there now; there before; not copied. */
  outcome: 'sent' | 'known' | 'noted'
  /** Its number there; null where the server has not named one, or it was not copied. */
  uid_validity: string
  uid: number | null
  reason: string
  detail: string
  size: number
  /** Its marks here when they were last compared (`lettersOf`). */
  marks: string
  /** The labels that it was given there, as JSON: by the ids of the labels here what they are called there. */
  labels: Generated<string>
}

/** A mail of the other server that a migration has dealt with. */
export interface MigrationMailTable {
  migration_folder_id: number
  /** With `uid` it names a mail of the folder for good (RFC 9051 §2.3.1.1). */
  uid_validity: string
  uid: number
  outcome: 'brought' | 'known' | 'noted'
  /** The mail here; null for one that was not brought. */
  mail_id: number | null
  /** Why it was not brought: a name of the receipt's, and what the other server or the reader of mail answered. */
  reason: string
  detail: string
  size: number
  /** What it is known by where its header has changed (`contentHashOf`); '' where it was not read. */
  content_hash: Generated<string>
  /** Its marks there when they were last compared (`lettersOf`); null before that. */
  marks: Generated<string | null>
  /** Its number over all folders of Gmail (X-GM-MSGID); '' on other servers. */
  gmail_id: Generated<string>
}

/** An address book or a calendar of the other server; or, without an address, that there is none of the kind. */
export interface MigrationBookTable {
  id: Generated<number>
  migration_id: number
  kind: 'contacts' | 'calendars'
  url: string
  name: string
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>
  /** Why it has failed. */
  reason: Generated<MigrationBookReason>
  /** The calendar here; null for an address book. */
  calendar_id: number | null
  /** Cards or events there; brought; not brought, each with its reason. */
  total: Generated<number>
  brought: Generated<number>
  noted: Generated<number>
}

/** A card or an event of the other server that was dealt with. */
export interface MigrationItemTable {
  migration_book_id: number
  url: string
  /** Its version there (ETag): one that is the same in a later run is not brought again. */
  etag: string
  outcome: 'brought' | 'noted'
  /** Why it was not brought, or what of it was not; '' for a whole one. */
  reason: string
}
