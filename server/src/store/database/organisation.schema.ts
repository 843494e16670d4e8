// Tables of what the organisation is and sets: switches, groups of mail, feedback, its log of settings, what pages report.
import type { Generated } from 'kysely'

export interface MailGroupTable {
  id: Generated<number>
  /** Lower case, in one of the own domains. */
  address: string
  name: string
  note: string
  /** Whose mail is accepted: of any sender, of the organisation, of its members, or of those who are permitted. */
  senders: 'anybody' | 'organisation' | 'members' | 'permitted'
  /** 1 when mail of others than its managers waits until one of them lets it through. */
  moderated: Generated<number>
  created_at: number
}

export interface SwitchTable {
  scope: 'organisation' | 'department' | 'user'
  scope_id: number
  name: string
  value: string
  /** 1 when nothing below may say otherwise. */
  locked: number
  set_at: number
}

/** What a person wrote to those who run the system. */
export interface FeedbackTable {
  id: Generated<number>
  /** Null when the account is gone. */
  account_id: number | null
  address: string
  name: string
  content: string
  user_agent: string
  created_at: number
}

export interface SettingChangeTable {
  id: Generated<number>
  account_id: number
  at: number
  what: string
  detail: string
  session_id: string
  ip: string
  user_agent: string
}

export interface BeaconCountTable {
  /** When the hour began. */
  hour: number
  /** `host`, or the name of a remote. */
  remote: string
  /** Its label, `other` for one that the manifest does not list. */
  version: string
  revision: number
  /** `load`, `failure.integrity`, `vital.LCP`, … */
  kind: string
  /** The step of a time or value among the bounds of its kind; 0 for what is only counted. */
  step: number
  count: number
}

export interface BeaconErrorTable {
  remote: string
  version: string
  fingerprint: string
  /** The class of the error. */
  name: string
  /** JSON of places in the code. */
  frames: string
  count: number
  last_at: number
}
