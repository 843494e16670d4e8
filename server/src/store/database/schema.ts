import type { Availability, FolderRole, ShareLevel } from '@yanshu/contracts'
import type { Generated } from 'kysely'
import type { ChangeKind } from './changeLog.ts'
import type { StoredText } from './storedText.ts'

/**
 * The tables as Kysely sees them, the same on SQLite and PostgreSQL. Conventions that keep both engines alike:
 * flags are 0 or 1, moments are epoch milliseconds, lists are JSON text, sizes are bytes, names are snake case.
 */
export interface Schema {
  domain: { id: Generated<number>; name: string; created_at: number }
  department: { id: Generated<number>; parent_id: number | null; name: string; sort: number }
  /** Where somebody works beside their own department (`account.dept_id`), in the order in which it is shown. */
  part_time_department: { account_id: number; department_id: number; sort: number }
  /** Who leads a department, the first first. */
  department_head: { department_id: number; account_id: number; sort: number }
  account: AccountTable
  /** What people are found by: whoever has a key that begins with what is typed. */
  person_key: PersonKeyTable
  department_key: { key: string; department_id: number }
  duty_key: { key: string; duty: string }
  /** The number of the newest change of somebody's contacts. */
  contact_book: {
    account_id: number
    seq: number
    /** Changes up to here can no longer be told one by one: what was deleted by then is gone for good. */
    floor_seq: Generated<number>
  }
  contact: ContactTable
  /** The mail addresses of a contact, lower case. What they are called stands with the contact. */
  contact_email: { contact_id: number; account_id: number; address: string }
  contact_group: { id: Generated<number>; account_id: number; parent_id: number | null; name: string; sort: number }
  contact_group_member: { group_id: number; contact_id: number }
  contact_import: ContactImportTable
  /** What an import did: `before` is null for a contact that it made, `revision` the one it left behind. */
  contact_import_row: { import_id: number; contact_id: number; before: string | null; revision: number }
  mail_group: MailGroupTable
  /** Mails to a group that wait for one of its managers. */
  mail_group_waiting: {
    id: string
    group_id: number
    message_id: number
    envelope_from: string
    sender_id: number | null
    created_at: number
  }
  /** An account, or everybody of a department, in a role of a mail group. */
  mail_group_person: {
    id: Generated<number>
    group_id: number
    role: 'manager' | 'member' | 'permitted'
    account_id: number | null
    department_id: number | null
  }
  /** Further addresses that reach an account. */
  alias: { address: string; account_id: number }
  session: SessionTable
  /** The screen lock of a person; null for what the organisation's value holds of. `password_hash` '' for none. */
  lock_setting: {
    account_id: number
    flag: number
    auto_flag: number | null
    /** Minutes. */
    locktime: number | null
    password_hash: string
  }
  /** Who may switch to a public mailbox. */
  public_mailbox_grant: { mailbox_id: number; account_id: number; granted_at: number }
  /** To which other account (`other_id`) an account may switch. Type 1: another one of the same person. */
  account_association: { account_id: number; other_id: number; type: number }
  /** Secrets that somebody brings back, until they do or their time is over: `hash` is all that is kept of them. */
  ticket: {
    hash: string
    purpose: string
    account_id: number | null
    data: string
    tries: Generated<number>
    expires_at: number
  }
  second_factor: SecondFactorTable
  /** What is left of the codes that stand in for a lost phone. */
  recovery_code: { account_id: number; hash: string }
  passkey: PasskeyTable
  /** Where the push services of browsers take notes for a session that may be closed. */
  push_subscription: PushSubscriptionTable
  /** Mails that browsers which may be closed are still to be told of. */
  push_note: { id: Generated<number>; account_id: number; mail_id: number; created_at: number }
  /** Key pairs of this system; `sealed` is the private half, which the server's key opens. */
  server_key: { name: string; public: string; sealed: string; created_at: number }
  /** What operators have set; `scope_id` is the department or account, 0 for the organisation. `value` is JSON. */
  switch_value: SwitchTable
  general_setting: { account_id: number; key: string; value: string }
  /** What the organisation tells everybody; `withdrawn_at` is null while it is shown. */
  announcement: {
    id: Generated<number>
    title: string
    content: string
    published_at: number
    withdrawn_at: number | null
  }
  announcement_read: { account_id: number; announcement_id: number }
  feedback: FeedbackTable
  feedback_file: {
    id: Generated<number>
    feedback_id: number
    name: string
    content_type: string
    size: number
    blob_hash: string
  }
  /** One-use tokens of the management console, hashed. */
  console_token: { hash: string; account_id: number; expires_at: number }
  /** Attempts that are counted to slow guessing down; `scope` is for instance `login:address`. */
  throttle: { scope: string; count: number; expires_at: number }
  folder: FolderTable
  /** Folders with a password that a session has opened; it ends with the session. */
  folder_unlock: { session_id: string; folder_id: number }
  archive_job: ArchiveJobTable
  label: LabelTable
  message: MessageTable
  message_body: MessageBodyTable
  attachment: AttachmentTable
  /** Whom a message names, lower case. What it says of them, and in which order, stands in `message`. */
  message_address: { message_id: number; kind: AddressKind; address: string }
  mail: MailTable
  /** `listed` is 0 while the mail lies in the recycle bin or in spam: the label then neither shows nor counts it. */
  mail_label: { label_id: number; mail_id: number; sort_key: number; listed: number }
  /** How many mails of each day (sort keys of 24 hours, UTC) lie in a folder; kept by triggers. */
  mail_day: { folder_id: number; sticky: number; day: number; total: number; unread: number }
  /** Mails that are not in the index of full-text search yet; with `in_old_index` that of an older version has them. */
  mail_to_index: { sort_key: number; account_id: number; in_old_index: number }
  draft: DraftTable
  draft_client: DraftClientTable
  upload: UploadTable
  blob: { hash: string; size: number; created_at: number }
  outgoing: OutgoingTable
  outgoing_recipient: OutgoingRecipientTable
  delivery_log: DeliveryLogTable
  /** What pages reported of a version in an hour. No row says who. */
  beacon_count: BeaconCountTable
  beacon_error: BeaconErrorTable
  /** A canary that was found failing since a revision, so that the operators are told once. */
  canary_alert: { remote: string; version: string; revision: number; at: number }
  /** What steps of delivery noted of a mail for one recipient; kept for some weeks. */
  delivery_verdict: DeliveryVerdictTable
  /** What steps of delivery want done after a delivery; each row until it is done. */
  delivery_effect: DeliveryEffectTable
  mail_rule: MailRuleTable
  /** Blocked and allowed senders: an address, or a domain with its @. */
  listed_sender: { account_id: number; pattern: string; kind: 'blocked' | 'allowed'; added_at: number }
  /** Raised with each change of an account's rules or listed senders; who has none has no row. */
  rule_book: { account_id: number; version: number }
  rule_run: RuleRunTable
  /** A mail before a run changed it. */
  rule_run_mail: {
    run_id: number
    mail_id: number
    folder_id: number
    seen: number
    color: number
    labels_added: string
  }
  /** `value` is JSON of `AutoReply`; whoever was answered before `since` is answered again. */
  auto_reply: {
    account_id: number
    value: string
    enabled: number
    start_at: number | null
    end_at: number | null
    since: number
  }
  /** When a sender (lower case) was answered last. */
  auto_reply_sent: { account_id: number; sender: string; at: number }
  auto_forward: { account_id: number; enabled: number; keep_copy: number }
  forward_address: ForwardAddressTable
  signature: {
    id: Generated<number>
    account_id: number
    name: string
    html: string
    for_new: number
    for_reply: number
  }
  letter_template: {
    id: Generated<number>
    account_id: number
    name: string
    folder: string
    subject: string
    html: string
  }
  /** The name that mails from an own address carry. */
  address_name: { account_id: number; address: string; name: string }
  login_log: LoginLogTable
  client_code: ClientCodeTable
  /** What was changed in the security of an account, by a call; kept for 30 days. */
  setting_change: SettingChangeTable
  /** When somebody looked at the security of their account last, and the time before. */
  security_visit: { account_id: number; seen_at: number; before_at: number | null }
  /** What undoes an import of settings (JSON). */
  settings_import: { id: Generated<number>; account_id: number; at: number; undo: string }
  /** The picture of a person, in base64. */
  account_picture: { account_id: number; picture_id: string; type: string; data: string }
  /** What programs of others may use; the scope '' stands for all of it. */
  client_protocol: { account_id: number; scope: string; enabled: number }
  /** Addresses (lower case) an account has written to (`uses` times) or had mail from (`received`). */
  correspondent: CorrespondentTable
  calendar: CalendarTable
  /** Whom a calendar is shared with; `subject_id` is an account or a department, 0 for everyone. */
  calendar_share: { calendar_id: number; subject: ShareSubjectKind; subject_id: number; level: ShareLevel }
  /** What somebody shows of the calendars that they may see, and in which colour of their own. */
  calendar_view: { account_id: number; calendar_id: number; shown: number; color: number | null }
  /** JSON of what somebody has chosen for their calendar. */
  calendar_setting: { account_id: number; value: string }
  event: EventTable
  /** How often the content of a calendar has changed, and what its maker calls it in CalDAV; '' for its number. */
  calendar_sync: { calendar_id: number; seq: Generated<number>; dav_name: Generated<string> }
  calendar_object: CalendarObjectTable
  /** Rows of events before a change (JSON), and the ids with versions that it left, for as long as it can be taken back. */
  event_undo: { id: string; account_id: number; at: number; before: string; after: string }
  invitation_due: InvitationDueTable
  invitation_arrival: InvitationArrivalTable
  /** The next time that each reminder of an event is due. */
  reminder: { event_id: number; minutes: number; due_at: number; at: number; start_at: number }
  reminder_notice: ReminderNoticeTable
  calendar_subscription: SubscriptionTable
  /** Calendars that anybody who knows the secret may read. */
  calendar_publication: { calendar_id: number; secret: string; level: 'busy' | 'view'; created_at: number }
  /** Accounts that are rooms; `capacity` in people. */
  room: { account_id: number; capacity: number; place: string }
  /** What changed in an account, newest sequence number last; rows are kept for some days. */
  change_log: ChangeLogTable
  /** Files an import has finished, so that a second run goes on where the first stopped. */
  import_progress: { account_id: number; source: string; position: number; updated_at: number }
  /** Messages that lost a mail while a mail on its way out refers to them; noted by triggers. */
  garbage_message: { id: Generated<number>; message_id: number; since: number }
  /** Content that lost a reference, noted by triggers; the same hash may stand here several times. */
  garbage_blob: { id: Generated<number>; hash: string; since: number }
  /** What the assistant was asked and has not answered yet; `request` is JSON. */
  assistant_job: { id: string; account_id: number; session_id: string; request: string; created_at: number }
  /** What the assistant has sent to a model for somebody. */
  assistant_sent: { id: Generated<number>; account_id: number; at: number; type: number; host: string; text: string }
  /** Requests and characters that went to a model, by months such as `2026-11` (UTC). */
  assistant_usage: { account_id: number; month: string; requests: Generated<number>; characters: Generated<number> }
  /** Answers that the assistant has given, by the ticket they answered; `extra` is JSON, `searched` in lower case. */
  assistant_answer: {
    seq: Generated<number>
    ticket: string
    account_id: number
    at: number
    type: number
    mail_id: number | null
    title: string
    text: string
    thought: string
    extra: string
    searched: string
    rating: Generated<number>
    note: Generated<string>
  }
  /** How the operator has set the assistant's model. */
  assistant_setting: { name: string; value: string }
  /** When work that one server does for all was last done. */
  housekeeping: { name: string; done_at: number }
  /** Room kept for logging in, reading and deleting on a full disk. Only SQLite. */
  reserve: { id: number; filler: Uint8Array }
}

export interface AccountTable {
  id: Generated<number>
  /** Lower case, unique; the login name. */
  address: string
  domain_id: number
  name: string
  /** Pinyin of the name without tones, syllables parted by spaces, and the initials; filled on write. */
  name_pinyin: string
  name_initials: string
  password_hash: string
  company: string
  dept_id: number | null
  phone: Generated<string>
  duties: Generated<string>
  gender: Generated<number>
  is_admin: Generated<number>
  /** 1 person, 2 public mailbox. */
  account_type: Generated<number>
  disabled: Generated<number>
  /** 0 for no limit. */
  quota_bytes: Generated<number>
  used_bytes: Generated<number>
  /** 0 no, 1 must change the password now, 2 should soon. */
  change_password: Generated<number>
  /** Until then who should change the password is not reminded. */
  password_prompt_after: Generated<number>
  /** Mail address at another provider by which a forgotten password is replaced; '' for none. */
  recovery_email: Generated<string>
  created_at: number
  /** The number of the newest change; raised in the transaction that changes. */
  change_seq: Generated<number>
}

/** What a login asks beside the password. */
export interface SecondFactorTable {
  account_id: number
  /** Base32, sealed with the server's key (earlier versions did not); null while no app of codes is on. */
  totp_secret: string | null
  /** The newest step whose code was used: a code counts once (RFC 6238 §5.2). */
  totp_last_step: Generated<number>
  /** 1 when a code is sent to the phone. */
  sms: Generated<number>
}

export interface PasskeyTable {
  /** The credential's id, base64url. */
  id: string
  account_id: number
  /** COSE, base64url. */
  public_key: string
  /** The newest signature counter; 0 for authenticators that do not count. */
  counter: number
  /** JSON: how the browser reaches it. */
  transports: string
  name: string
  created_at: number
  last_used_at: number | null
}

export interface PushSubscriptionTable {
  /** SHA-256 of the endpoint. */
  hash: string
  endpoint: string
  account_id: number
  session_id: string
  /** The browser's public key and secret, base64url (RFC 8291 §3.2). */
  p256dh: string
  auth: string
  /** 1 when sender and subject may be told. */
  with_content: number
  language: string
  created_at: number
}

export interface PersonKeyTable {
  /** 0 for what everybody finds, else the account whose contact it is. */
  owner_id: number
  /** How well the key points at the person (`RANK`). */
  rank: number
  key: string
  kind: 'account' | 'contact' | 'group'
  ref_id: number
}

/** Somebody in the personal contacts of an account. */
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

/** Contacts of a file, or a merge of contacts: what can be undone as a whole. */
export interface ContactImportTable {
  id: Generated<number>
  account_id: number
  kind: Generated<'import' | 'merge'>
  /** `running` is one that a server is at work on, or was when it ended (`moved_at` says when it last went on). */
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
}

export interface MailGroupTable {
  id: Generated<number>
  /** Lower case, in one of the own domains. */
  address: string
  name: string
  note: string
  /** Whose mail is taken: of anybody, of the organisation, of its members, or of those who are permitted. */
  senders: 'anybody' | 'organisation' | 'members' | 'permitted'
  /** 1 when mail of others than its managers waits until one of them lets it through. */
  moderated: Generated<number>
  created_at: number
}

export type ShareSubjectKind = 'person' | 'department' | 'everyone'

export interface CalendarTable {
  id: Generated<number>
  account_id: number
  name: string
  color: number
  sort: number
  created_at: number
}

/** An event; a series is one row, and each of its instances that differs from it one more (`series_id`). */
/** What has one UID in a calendar: an event with its exceptions. Kept by triggers, also when it is gone. */
export interface CalendarObjectTable {
  calendar_id: number
  uid: string
  /** The number of its last change in `calendar_sync`. */
  seq: number
  /** What a client calls it; '' for its UID with `.ics`. */
  dav_name: Generated<string>
  /** Properties (JSON) that only the client that wrote them understands. */
  extra: Generated<string>
}

export interface EventTable {
  id: Generated<number>
  calendar_id: number
  /** The series that it is an exception of, null for an event of its own. */
  series_id: number | null
  /** When it would happen by the rule of its series. */
  recurrence_at: number | null
  uid: string
  sequence: Generated<number>
  /** Raised with each change of the series or of one of its exceptions; counted on the row of the series. */
  version: Generated<number>
  title: string
  place: string
  description: string
  link: string
  all_day: number
  /** Of whole days: midnight UTC of the first day, and of the day after the last. */
  start_at: number
  end_at: number
  /** IANA name. */
  zone: string
  availability: Availability
  cancelled: Generated<number>
  private: number
  color: number | null
  /** JSON lists. */
  categories: string
  reminders: string
  attendees: string
  /** JSON {name, address}; null where nobody was invited. */
  organizer: string | null
  /** JSON of `EventRepeat`, null when it happens once. */
  repeat: string | null
  /** JSON lists of moments: those of the rule that are left out, and further ones. */
  exdates: Generated<string>
  rdates: Generated<string>
  /** Between which moments it happens, with all its instances; `last_at` is far away when it has no end. */
  first_at: number
  last_at: number
  updated_at: number
  updated_by: number
  /** DTSTAMP of what its organiser said last (RFC 5546 §2.1.5); 0 for one's own. */
  stamp: Generated<number>
  /** The sequence with which its time changed last: an answer to an older one is of no use. */
  moved_sequence: Generated<number>
}

/** Events whose people are to be told of a change. */
export interface InvitationDueTable {
  /** Whose calendar it is in. */
  account_id: number
  uid: string
  due_at: number
  /** How many changes it stands for, so that one made while mails are written is not lost. */
  changes: number
  attempts: Generated<number>
  /** JSON of the event's rows as its people know them. */
  known_rows: string
}

/** A calendar object that came with a mail and is to be read. */
export interface InvitationArrivalTable {
  id: Generated<number>
  account_id: number
  /** The recipient's address. */
  address: string
  /** null for mail that nobody keeps, such as a room's. */
  mail_id: number | null
  blob_hash: string
  /** In lower case; '' where the sender cannot be believed. */
  sender: string
  /** Whether this house has written it. */
  own: number
  attempts: Generated<number>
  retry_at: number
}

/** A reminder that was due; each once. */
export interface ReminderNoticeTable {
  id: Generated<number>
  account_id: number
  event_id: number
  minutes: number
  /** Which one of a series. */
  at: number
  start_at: number
  due_at: number
  fired_at: number
  closed_at: number | null
}

/** A calendar that is filled from an address. */
export interface SubscriptionTable {
  calendar_id: number
  url: string
  /** Of what was taken in last. */
  content_hash: Generated<string>
  next_at: number
  fetched_at: number | null
  failures: Generated<number>
  /** Why the last try failed; '' when it did not. */
  failure: Generated<string>
}

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

export interface SwitchTable {
  scope: 'organisation' | 'department' | 'user'
  scope_id: number
  name: string
  value: string
  /** 1 when nothing below may say otherwise. */
  locked: number
  set_at: number
}

export interface CorrespondentTable {
  account_id: number
  address: string
  name: string
  uses: Generated<number>
  received: Generated<number>
  last_used_at: number
}

/** One login. Tokens stand here only as SHA-256, so that a copy of the database opens nothing. */
export interface SessionTable {
  id: string
  account_id: number
  access_hash: string
  access_expires_at: number
  refresh_hash: string
  refresh_expires_at: number
  /** The refresh token before the last rotation: good for some seconds (lost answers, two tabs), then a sign of theft. */
  previous_refresh_hash: string | null
  /** Random; with the presented refresh token it yields the next pair, so that a repeated call gets the same answer. */
  rotation_salt: string
  /** The one before, for the grace of the refresh token before. */
  previous_rotation_salt: string
  rotated_at: number
  created_at: number
  last_used_at: number
  user_agent: string
  ip: string
  /** Since when the screen is locked, null when it is not. */
  locked_at: Generated<number | null>
  /** The session from which somebody switched to this account; this one ends with it. */
  parent_id: Generated<string | null>
  /** Who sits before it: the account of the parent session, null for the account itself. */
  person_id: Generated<number | null>
}

export interface FolderTable {
  id: Generated<number>
  account_id: number
  role: FolderRole
  name: string
  sort: number
  state: Generated<number>
  password_hash: string | null
  /** Counters stand on the row and change in the transaction that changes the mails. */
  total: Generated<number>
  unread: Generated<number>
  size: Generated<number>
  uid_next: Generated<number>
}

/** Everything of an account as one file: being made, or made. Its file is no part of what the account's quota counts. */
export interface ArchiveJobTable {
  id: string
  /** One for each account. */
  account_id: number
  state: 'waiting' | 'running' | 'ready' | 'failed'
  /** JSON list of the folders with a password that were open to who asked. */
  open_folders: string
  created_at: number
  /** Until when the server that makes it has it to itself. */
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

/** What a message says; stored once however many mailboxes hold it. Drafts have a message of their own. */
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
  /** What the risk check found when the mail was first listed: 0 not looked at, 1 no mark, 2 marked. */
  risk: Generated<number>
  /** JSON list of the blind copies, in the sender's own copy only. */
  bcc_list: Generated<string>
  /** The conversation within the account: the sort key that one of its mails had as it came in. */
  thread_id: number
  /** Where a mail of the recycle bin came from. */
  previous_folder_id: number | null
}

export interface DraftTable {
  mail_id: number
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
  saved_at: number
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
}

/** A mail on its way out. Held until `release_at`, then delivered to local people at once and to others by the relay. */
export interface OutgoingTable {
  id: string
  account_id: number
  /** The sender's copy; the draft when the mail was taken back. */
  mail_id: number
  /** Chosen by the client; unique per account, so that a repeated call sends once. '' for the system's own mail. */
  request_id: string
  message_id: number
  envelope_from: string
  state: 'held' | 'released' | 'done' | 'cancelled'
  release_at: number
  created_at: number
  /** JSON of what it was written from, until it has left: what it becomes again when it is taken back. */
  writing: string | null
  /** How often this server failed to move it on, and when the next attempt is due. */
  attempts: Generated<number>
  retry_at: Generated<number>
}

export interface OutgoingRecipientTable {
  outgoing_id: string
  address: string
  state: 'held' | 'queued' | 'delivered' | 'relayed' | 'failed'
  attempts: Generated<number>
  /** When the relay may be asked again; means something only while it is queued. */
  next_attempt_at: number
  /** When the sender was told that it failed. */
  notified_at: Generated<number | null>
  reason: Generated<string>
  /** Why it failed as programs read it (RFC 3463), such as 5.7.1; '' when only the reason says it. */
  status: Generated<string>
}

/** One attempt to hand a mail to the relay for one recipient; kept for 30 days. */
export interface DeliveryLogTable {
  id: Generated<number>
  at: number
  outgoing_id: string
  rfc_message_id: string
  /** Of the envelope; '' for reports. */
  sender: string
  recipient: string
  outcome: 'relayed' | 'later' | 'failed'
  /** What the relay answered. */
  reply: string
}

export interface DeliveryVerdictTable {
  id: Generated<number>
  /** Null for an address that a step speaks for, such as a mail group. */
  account_id: number | null
  address: string
  /** The delivered mail; null when there is none. It may be gone. */
  mail_id: number | null
  step: string
  /** A word of the step, or refused, discarded, replaced, failed. */
  outcome: string
  /** What the step finds it by, such as the address that was answered. */
  key: string
  /** JSON. */
  detail: string
  at: number
}

export interface DeliveryEffectTable {
  id: Generated<number>
  account_id: number | null
  address: string
  mail_id: number | null
  step: string
  /** JSON of the step. */
  data: string
  created_at: number
  attempts: Generated<number>
  retry_at: number
}

/** What somebody wrote to those who run the system. */
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

/** A classification rule; conditions and actions are JSON of the contract. */
export interface MailRuleTable {
  id: Generated<number>
  account_id: number
  name: string
  enabled: number
  match: 'all' | 'any'
  conditions: string
  actions: string
  sort: number
}

/** A rule at work on the mails of a folder. `rule` is JSON as it was when the run began. */
export interface RuleRunTable {
  id: Generated<number>
  account_id: number
  rule: string
  folder_id: number
  state: 'running' | 'done' | 'stopped' | 'undone'
  total: number
  done: Generated<number>
  caught: Generated<number>
  /** Mails below this sort key are still to be looked at. */
  next_key: number
  created_at: number
}

export interface ForwardAddressTable {
  account_id: number
  /** Lower case. */
  address: string
  outside: number
  confirmed_at: number | null
  /** SHA-256 of the code that was mailed, '' when none is open. */
  code_hash: Generated<string>
  code_sent_at: Generated<number>
  tries: Generated<number>
  added_at: number
}

/** Somebody logged in, or tried to; kept for 30 days. */
export interface LoginLogTable {
  id: Generated<number>
  account_id: number
  at: number
  ip: string
  user_agent: string
  way: 'web' | 'client'
  result: 'ok' | 'wrong' | 'refused'
  session_id: string | null
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

/** An authorization code for a program of others; of the code itself only its SHA-256. */
export interface ClientCodeTable {
  id: Generated<number>
  account_id: number
  name: string
  /** Comma list. */
  scopes: string
  code_hash: string
  created_at: number
  revoked_at: number | null
  last_used_at: number | null
  last_ip: Generated<string>
  last_agent: Generated<string>
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
