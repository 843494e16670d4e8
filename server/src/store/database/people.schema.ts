// Tables of whom an account writes to: contacts, their import, what people are found by, correspondents.
import type { Generated } from 'kysely'

export interface PersonKeyTable {
  /** 0 for what all accounts find, else the account whose contact it is. */
  owner_id: number
  /** How well the key points at the person (`RANK`). */
  rank: number
  key: string
  kind: 'account' | 'contact' | 'group'
  ref_id: number
}

/** A person in the personal contacts of an account. */
export interface ContactTable {
  id: Generated<number>
  account_id: number
  /** The UID of vCard, unique in the account. */
  uid: string
  name: string
  nickname: string
  organization: string
  duties: string
  note: string
  /** `1990-05-01`, `--05-01` without a year, '' when it is not known. */
  birthday: string
  /** 1 when month and day are of the Chinese calendar. */
  birthday_lunar: number
  /** JSON lists of {kind, value}. */
  emails: string
  phones: string
  addresses: string
  starred: Generated<number>
  photo_hash: Generated<string | null>
  photo_size: Generated<number>
  photo_type: Generated<string>
  /** A to Z, or ~ for what comes after them. */
  initial: string
  /** Orders the list below an initial. */
  sort_name: string
  /** Grows with each change, so that two windows do not overwrite each other. */
  revision: Generated<number>
  /** The change of the account's contacts that it last took part in. */
  seq: number
  created_at: number
  updated_at: number
  /** When it was deleted; it can be brought back until the sweep takes it. */
  deleted_at: Generated<number | null>
  /** The properties of the vCard that it came from, jCard (RFC 7095) without its picture; `[]` when it was written here. */
  card: Generated<string>
  /** What a client of CardDAV has called it, '' for `UID.vcf`. */
  dav_name: Generated<string>
}

/** A personal group as a card of CardDAV; what is written beside its name and its contacts. */
export interface ContactGroupCardTable {
  id: Generated<number>
  account_id: number
  /** Null once the group is deleted. */
  group_id: number | null
  uid: string
  /** The number of its last change, of the same series as those of contacts. */
  seq: number
  /** What a client called it; '' for its UID. */
  dav_name: Generated<string>
  /** Properties of the card that have no field here, as JSON. */
  card: Generated<string>
  /** UIDs that the card names and no contact has, as JSON. */
  awaited: Generated<string>
}

/** Contacts of a file, or a merge of contacts: what can be undone as a whole. */
export interface ContactImportTable {
  id: Generated<number>
  account_id: number
  kind: Generated<'import' | 'merge'>
  /** `running` is one that a server is at work on, or was when it ended (`moved_at` is when it last went on). */
  state: Generated<'running' | 'done' | 'failed'>
  file_name: string
  created_at: number
  moved_at: Generated<number>
  undone_at: Generated<number | null>
  /** Contacts of the file, those that are through, and what became of them. */
  total: Generated<number>
  done: Generated<number>
  added: Generated<number>
  updated: Generated<number>
  skipped: Generated<number>
  /** JSON list of what was wrong with which row, the first ones. */
  problems: Generated<string>
  /** JSON list of the ids of personal groups that it made. */
  groups_made: Generated<string>
  /** JSON of what an import reads and how, until it is done; null for the others. */
  source: Generated<string | null>
}

export interface CorrespondentTable {
  account_id: number
  address: string
  name: string
  uses: Generated<number>
  received: Generated<number>
  last_used_at: number
}
