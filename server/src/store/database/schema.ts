import type { AutoReply, ShareLevel } from '@yanshu/contracts'
import type { Generated } from 'kysely'
import type {
  AccountTable,
  ClientCodeTable,
  LoginLogTable,
  PasskeyTable,
  PushSubscriptionTable,
  SecondFactorTable,
  SessionTable,
} from './access.schema.ts'
import type {
  ApprovalEventTable,
  ApprovalLinkTable,
  ApprovalPersonTable,
  ApprovalRecordTable,
  ApprovalRuleTable,
  ApprovalStandInTable,
} from './approval.schema.ts'
import type {
  CalendarObjectTable,
  CalendarTable,
  EventTable,
  InvitationArrivalTable,
  InvitationDueTable,
  ReminderNoticeTable,
  ShareSubjectKind,
  SubscriptionTable,
  TaskReminderTable,
  TaskTable,
} from './calendar.schema.ts'
import type { DeletedMailTable } from './deletedMail.schema.ts'
import type {
  BlindCopyTable,
  DeliveryEffectTable,
  DeliveryLogTable,
  DeliveryVerdictTable,
  ForwardAddressTable,
  LetterCorrectionTable,
  MailRuleTable,
  OutgoingRecipientTable,
  OutgoingTable,
  RecalledMailTable,
  RuleRunTable,
  SendingLimitTable,
  SentRecipientsTable,
} from './delivery.schema.ts'
import type {
  DocumentContentTable,
  DocumentGrantTable,
  DocumentLockTable,
  DocumentShareTable,
  DocumentShareVisitTable,
  DocumentSpaceTable,
  DocumentTable,
  DocumentTeamTable,
  DocumentVersionTable,
  SharingRuleTable,
} from './documents.schema.ts'
import type { FollowUpTable } from './followUp.schema.ts'
import type {
  CertificateStatusTable,
  KeyCertificateTable,
  KeyEscrowTable,
  KeyEscrowUseTable,
  KeyVaultTable,
  KnownCertificateTable,
  MailAuthorityTable,
  MailKeyTable,
} from './keys.schema.ts'
import type {
  LetterPolicyTable,
  LetterReaderTable,
  LetterSittingTable,
  OutsideReaderTable,
} from './letterPolicy.schema.ts'
import type {
  AddressKind,
  ArchiveJobTable,
  AttachmentTable,
  AwaitedMailTable,
  ChangeLogTable,
  ConversationTable,
  DraftClientTable,
  DraftTable,
  FileTextTable,
  FolderTable,
  LabelTable,
  MailTable,
  MessageBodyTable,
  MessageTable,
  UnfinishedUploadTable,
  UploadPartTable,
  UploadTable,
} from './mail.schema.ts'
import type {
  BeaconCountTable,
  BeaconErrorTable,
  FeedbackTable,
  MailGroupTable,
  SettingChangeTable,
  SwitchTable,
} from './organisation.schema.ts'
import type {
  ContactGroupCardTable,
  ContactImportTable,
  ContactTable,
  CorrespondentTable,
  PersonKeyTable,
} from './people.schema.ts'

export type { AccountTable, SessionTable } from './access.schema.ts'
export type { EventTable, TaskTable } from './calendar.schema.ts'
export type {
  DeliveryEffectTable,
  DeliveryLogTable,
  MailRuleTable,
  OutgoingOrigin,
  OutgoingRow,
  OutgoingState,
  RuleRunTable,
} from './delivery.schema.ts'
export type {
  AddressKind,
  ArchiveJobTable,
  DraftTable,
  FileTextTable,
  FolderTable,
  LabelTable,
  MessageBodyTable,
} from './mail.schema.ts'

import type { DraftVersionTable, DraftWindowTable, HandedDraftTable } from './draftVersions.schema.ts'
import type { FileLinkReaderTable, FileLinkTable } from './fileLinks.schema.ts'
import type {
  MigrationBookTable,
  MigrationFileTable,
  MigrationFolderTable,
  MigrationItemTable,
  MigrationMailTable,
  MigrationSentTable,
  MigrationTable,
} from './mailMigration.schema.ts'
import type {
  ExportPlaceTable,
  MisuseReportTable,
  SenderCharsetTable,
  TeamAnswerTable,
  TeamCommentTable,
  TeamMailTable,
} from './reading.schema.ts'
import type { UploadRequestFileTable, UploadRequestTable } from './uploadRequests.schema.ts'

export type { MailGroupTable } from './organisation.schema.ts'
export type { ContactGroupCardTable, ContactTable, PersonKeyTable } from './people.schema.ts'

/**
 * The tables as Kysely sees them, the same on SQLite and PostgreSQL. Conventions that keep both engines alike:
 * flags are 0 or 1, moments are epoch milliseconds, lists are JSON text, sizes are bytes, names are snake case.
 */
export interface Schema {
  domain: { id: Generated<number>; name: string; created_at: number }
  department: { id: Generated<number>; parent_id: number | null; name: string; sort: number }
  /** Where a person works beside their own department (`account.dept_id`), in the order in which it is shown. */
  part_time_department: { account_id: number; department_id: number; sort: number }
  /** Who leads a department, the first first. */
  department_head: { department_id: number; account_id: number; sort: number }
  account: AccountTable
  /** What people are found by: a person has a key that begins with what is typed. */
  person_key: PersonKeyTable
  department_key: { key: string; department_id: number }
  duty_key: { key: string; duty: string }
  /** The number of the newest change of an account's contacts. */
  contact_book: {
    account_id: number
    seq: number
    /** Changes up to here can no longer be listed one by one: what was deleted by then is gone for good. */
    floor_seq: Generated<number>
  }
  contact: ContactTable
  /** The mail addresses of a contact, lower case. What they are called stands with the contact. */
  contact_email: { contact_id: number; account_id: number; address: string }
  contact_group: { id: Generated<number>; account_id: number; parent_id: number | null; name: string; sort: number }
  contact_group_member: { group_id: number; contact_id: number }
  contact_group_card: ContactGroupCardTable
  contact_import: ContactImportTable
  /** What an import did: `before` is null for a contact that it made, `revision` the one it left behind. */
  contact_import_row: { import_id: number; contact_id: number; before: string | null; revision: number }
  mail_group: MailGroupTable
  /** An account, or all people of a department, in a role of a mail group. */
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
  /** Secrets that a client sends back, until it does or their time is over: `hash` is all that is kept of them. */
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
  key_vault: KeyVaultTable
  mail_key: MailKeyTable
  key_certificate: KeyCertificateTable
  known_certificate: KnownCertificateTable
  mail_authority: MailAuthorityTable
  certificate_status: CertificateStatusTable
  key_escrow: KeyEscrowTable
  key_escrow_use: KeyEscrowUseTable
  /** Where the push services of browsers take notes for a session that may be closed. */
  push_subscription: PushSubscriptionTable
  /**
   * What browsers which may be closed are still to be notified of: a mail, or below zero the notice of a reminder (minus its
   * number). With `follow_up_id` it is about the follow-up of the mail, with `approval_id` about a record of approval, and then
   * `mail_id` is 0. Not before `created_at`, which the server that sends it moves ahead meanwhile.
   */
  push_note: {
    id: Generated<number>
    account_id: number
    mail_id: number
    created_at: number
    follow_up_id: Generated<number | null>
    approval_id: Generated<number | null>
  }
  /** Key pairs of this system; `sealed` is the private half, which the server's key opens. */
  server_key: { name: string; public: string; sealed: string; created_at: number }
  /** What operators have set; `scope_id` is the department or account, 0 for the organisation. `value` is JSON. */
  switch_value: SwitchTable
  general_setting: { account_id: number; key: string; value: string }
  /** What the organisation announces to all accounts; `withdrawn_at` is null while it is shown. */
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
  export_place: ExportPlaceTable
  misuse_report: MisuseReportTable
  team_mail: TeamMailTable
  team_comment: TeamCommentTable
  team_answer: TeamAnswerTable
  sender_charset: SenderCharsetTable
  /** Searches that a person keeps; `query` is that of the address of their results. */
  saved_search: { account_id: number; name: string; query: string; position: number }
  /** Mail without an answer for so many days is due, of what was not that old at `since`. */
  unanswered_reminder: { account_id: number; days: number; since: number }
  follow_up: FollowUpTable
  migration: MigrationTable
  migration_book: MigrationBookTable
  migration_file: MigrationFileTable
  migration_folder: MigrationFolderTable
  migration_item: MigrationItemTable
  migration_mail: MigrationMailTable
  migration_sent: MigrationSentTable
  awaited_mail: AwaitedMailTable
  label: LabelTable
  message: MessageTable
  message_body: MessageBodyTable
  attachment: AttachmentTable
  /** Whom a message names, lower case. Their names and their order are in `message`. */
  message_address: { message_id: number; kind: AddressKind; address: string }
  mail: MailTable
  /** `listed` is 0 while the mail lies in the recycle bin or in spam: the label then neither shows nor counts it. */
  mail_label: { label_id: number; mail_id: number; sort_key: number; listed: number }
  /** How many mails of each day (sort keys of 24 hours, UTC) lie in a folder; kept by triggers. */
  mail_day: { folder_id: number; sticky: number; day: number; total: number; unread: number }
  conversation: ConversationTable
  /** Threads whose later answers go into a folder instead of the inbox. */
  muted_thread: { thread_id: number; account_id: number; folder_id: number }
  /** Mails that are not in the index of full-text search yet. */
  mail_to_index: { sort_key: number; account_id: number }
  /** Mails that the index has without the text of a file that was read since. */
  mail_to_index_again: { sort_key: number; account_id: number }
  file_text: FileTextTable
  /** Own files whose words are to be put into the index of the document center, or again. */
  document_to_index: { document_id: number }
  /** Rows of the full-text index, and whose mail has them. Only SQLite. */
  word_place: { place: number; sort_key: number }
  /** The most by which a mail of an account stands behind the place of its second. Only SQLite. */
  word_spread: { account_id: number; most: number }
  draft: DraftTable
  draft_client: DraftClientTable
  draft_version: DraftVersionTable
  draft_window: DraftWindowTable
  handed_draft: HandedDraftTable
  upload: UploadTable
  unfinished_upload: UnfinishedUploadTable
  upload_request: UploadRequestTable
  upload_request_file: UploadRequestFileTable
  upload_part: UploadPartTable
  file_link: FileLinkTable
  file_link_reader: FileLinkReaderTable
  blob: { hash: string; size: number; created_at: number }
  outgoing: OutgoingTable
  outgoing_recipient: OutgoingRecipientTable
  delivery_log: DeliveryLogTable
  sending_limit: SendingLimitTable
  sent_recipients: SentRecipientsTable
  /** What pages reported of a version in an hour. No row names an account. */
  beacon_count: BeaconCountTable
  beacon_error: BeaconErrorTable
  /** A canary that was found failing since a revision, so that the operators are notified once. */
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
  /** Senders whose first mails are held, in lower case, until the person decides. */
  held_sender: { account_id: number; address: string }
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
  /**
   * `value` is JSON of `AutoReply`, with `outside_to` of it beside; a sender who was answered before `since` is answered again.
   */
  auto_reply: {
    account_id: number
    value: string
    outside_to: Generated<AutoReply['outsideTo']>
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
    /** The own address whose letters it is for; '' for all of them. */
    sender: string
  }
  letter_template: {
    id: Generated<number>
    account_id: number
    name: string
    folder: string
    subject: string
    html: string
  }
  /** Letter papers; `account_id` null for those of the organisation. */
  paper: { id: Generated<number>; account_id: number | null; name: string; design: string }
  /** Requests for a receipt that were answered, once for each message: 1 with a receipt, 0 without. */
  receipt_answer: { account_id: number; message_id: number; at: number; sent: number }
  /** Who has read a mail of the account, by the receipts that came back. */
  receipt_reader: { account_id: number; message_id: number; at: number; address: string }
  /** The name that mails from an own address carry. */
  address_name: { account_id: number; address: string; name: string }
  login_log: LoginLogTable
  client_code: ClientCodeTable
  /** Addresses that were given up, and which account may take them again. */
  past_address: { address: string; account_id: number | null; left_at: number }
  /** What was changed in the security of an account, by a call; kept for 30 days. */
  setting_change: SettingChangeTable
  /** When a person opened the security page of their account last, and the time before. */
  security_visit: { account_id: number; seen_at: number; before_at: number | null }
  /** What remotes keep for a person; `value` is JSON. */
  remote_setting: { account_id: number; remote: string; name: string; value: string }
  /** What undoes an import of settings (JSON). */
  settings_import: { id: Generated<number>; account_id: number; at: number; undo: string }
  /** The picture of a person, in base64. */
  account_picture: { account_id: number; picture_id: string; type: string; data: string }
  /** What programs of others may use; the scope '' stands for all of it. */
  client_protocol: { account_id: number; scope: string; enabled: number }
  /** Addresses (lower case) an account has written to (`uses` times) or had mail from (`received`). */
  correspondent: CorrespondentTable
  calendar: CalendarTable
  /** Whom a calendar is shared with; `subject_id` is an account or a department, 0 for all accounts. */
  calendar_share: { calendar_id: number; subject: ShareSubjectKind; subject_id: number; level: ShareLevel }
  /** What an account shows of the calendars that it may see, and in which colour of its own. */
  calendar_view: { account_id: number; calendar_id: number; shown: number; color: number | null }
  /** JSON of what a person has chosen for their calendar. */
  calendar_setting: { account_id: number; value: string }
  event: EventTable
  /** Files of events (`event.files`) by their content. Kept by triggers. */
  event_file: { event_id: number; calendar_id: number; file_id: string; blob_hash: string; size: number }
  /** How often the content of a calendar has changed, and what its maker calls it in CalDAV; '' for its number. */
  calendar_sync: { calendar_id: number; seq: Generated<number>; dav_name: Generated<string> }
  calendar_object: CalendarObjectTable
  task: TaskTable
  /** Rows of tasks before a change (JSON), and the ids with versions that it left. */
  task_undo: { id: string; account_id: number; at: number; before: string; after: string }
  task_reminder: TaskReminderTable
  /** Rows of events before a change (JSON), and the ids with versions that it left, for as long as it can be taken back. */
  event_undo: { id: string; account_id: number; at: number; before: string; after: string }
  invitation_due: InvitationDueTable
  invitation_arrival: InvitationArrivalTable
  /** The next time that each reminder of an event is due. */
  reminder: { event_id: number; minutes: number; due_at: number; at: number; start_at: number }
  reminder_notice: ReminderNoticeTable
  calendar_subscription: SubscriptionTable
  /** Calendars that may be read with the secret alone. */
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
  /** Messages that are kept by a row of the table `owner`; those of mailboxes and of the queue stand with them. */
  message_hold: { message_id: number; owner: string; owner_id: string }
  /** Content that is kept by a row of the table `owner` which names it inside of a text, or without an index. */
  blob_hold: { hash: string; owner: string; owner_id: string }
  /** What the assistant was asked and has not answered yet; `request` is JSON. */
  assistant_job: { id: string; account_id: number; session_id: string; request: string; created_at: number }
  /** What the assistant has sent to a model for an account. */
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
  approval_rule: ApprovalRuleTable
  approval_record: ApprovalRecordTable
  approval_person: ApprovalPersonTable
  approval_event: ApprovalEventTable
  approval_stand_in: ApprovalStandInTable
  approval_link: ApprovalLinkTable
  letter_policy: LetterPolicyTable
  deleted_mail: DeletedMailTable
  blind_copy: BlindCopyTable
  /** An action that was done without a network, with what came of it: sent again, it is not done again. */
  settled_action: { id: Generated<number>; account_id: number; request: string; answer: string; at: number }
  recalled_mail: RecalledMailTable
  letter_correction: LetterCorrectionTable
  letter_reader: LetterReaderTable
  letter_sitting: LetterSittingTable
  outside_reader: OutsideReaderTable
  document: DocumentTable
  document_version: DocumentVersionTable
  document_content: DocumentContentTable
  document_space: DocumentSpaceTable
  document_grant: DocumentGrantTable
  document_lock: DocumentLockTable
  document_team: DocumentTeamTable
  document_share: DocumentShareTable
  /** The files and folders that a link is to. */
  document_share_item: { share_id: number; document_id: number }
  document_share_visit: DocumentShareVisitTable
  sharing_rule: SharingRuleTable
  job: JobTable
  /** When work that one server does for all was last done. */
  housekeeping: { name: string; done_at: number }
  /** The servers that answer on this store; `step` is the newest step of the schema that the build knows. */
  live_server: { id: string; version: string; step: string; since: number; seen_at: number }
  /** Room kept for logging in, reading and deleting on a full disk. Only SQLite. */
  reserve: { id: number; filler: Uint8Array }
}

/** Work that runs by itself: one row for each key of a kind, until it is done. Written by `store/jobs` alone. */
export interface JobTable {
  id: Generated<number>
  kind: string
  key: string
  /** When it is due; while it is claimed, until when the claim holds. */
  run_at: number
  /** When it is due once more, where it was asked for while it was being done. */
  again_at: Generated<number | null>
  /** Those that have begun. */
  attempts: Generated<number>
  /** Names the claim; null when it is not being done. */
  claim: Generated<string | null>
  /** How far the work is, as `120/400`; '' when the kind does not count. */
  progress: Generated<string>
  /** Why the last attempt failed; without anything of a mail or a person. */
  note: Generated<string>
  created_at: number
  /** When the last attempt failed; null while there are more. */
  failed_at: Generated<number | null>
}
