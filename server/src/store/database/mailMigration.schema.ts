import type { MigrationReason, MigrationSource, MigrationState } from '@yanshu/contracts'
import type { Generated } from 'kysely'

/** Mail that a person brings from another server. */
export interface MigrationTable {
  id: Generated<number>
  account_id: number
  state: MigrationState
  reason: Generated<MigrationReason>
  host: string
  port: number
  security: 'tls' | 'starttls'
  user_name: string
  /** The password, sealed; '' once it is not needed. */
  secret: string
  /** A certificate that the person has accepted (DER as base64); '' for the known authorities. */
  certificate: string
  since: number | null
  before_at: number | null
  created_at: number
  finished_at: number | null
  worked_ms: Generated<number>
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
}
