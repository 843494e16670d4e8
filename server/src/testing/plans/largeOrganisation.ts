/**
 * How many rows each table of a large organisation has: 1,000 accounts with 2,000 mails each. The engines plan over these
 * numbers, and a step of a plan is judged by them. Every table of the schema is named, so that a new one is thought about.
 */
export const ACCOUNTS = 1_000

/** Rows of a table for each account. */
const OF_ACCOUNT: Readonly<Record<string, number>> = {
  alias: 1,
  session: 5,
  approval_record: 20,
  approval_person: 40,
  approval_event: 60,
  approval_stand_in: 1,
  approval_link: 10,
  document: 1_000,
  document_to_index: 1_000,
  document_words: 1_000,
  document_version: 2_000,
  document_content: 1_500,
  document_space: 1,
  document_grant: 50,
  document_lock: 50,
  document_share: 50,
  document_share_item: 200,
  document_share_visit: 1_000,
  general_setting: 10,
  remote_setting: 10,
  deleted_mail: 500,
  blind_copy: 20,
  settled_action: 500,
  letter_policy: 20,
  letter_reader: 100,
  letter_sitting: 5,
  outside_reader: 20,
  folder: 20,
  follow_up: 500,
  label: 10,
  message: 1_500,
  message_body: 1_500,
  message_address: 6_000,
  attachment: 1_500,
  mail: 2_000,
  mail_label: 1_500,
  mail_day: 4_000,
  conversation: 1_800,
  muted_thread: 5,
  mail_to_index: 1_500,
  mail_to_index_again: 1_500,
  file_text: 1_000,
  mail_words: 1_500,
  word_place: 1_500,
  word_spread: 1,
  awaited_mail: 1_500,
  change_log: 3_000,
  draft: 10,
  draft_client: 10,
  draft_version: 50,
  draft_window: 2,
  handed_draft: 2,
  export_place: 1,
  sender_charset: 20,
  misuse_report: 2,
  saved_search: 10,
  unanswered_reminder: 1,
  team_mail: 200,
  team_comment: 400,
  team_answer: 200,
  recalled_mail: 20,
  letter_correction: 5,
  upload: 50,
  unfinished_upload: 5,
  upload_request: 20,
  upload_request_file: 200,
  upload_part: 500,
  file_link: 50,
  file_link_reader: 200,
  outgoing: 1_500,
  outgoing_recipient: 3_000,
  correspondent: 1_500,
  import_progress: 2,
  migration: 2,
  migration_book: 4,
  migration_file: 1,
  migration_folder: 20,
  migration_item: 300,
  migration_mail: 1_500,
  migration_sent: 500,
  delivery_verdict: 3_000,
  delivery_effect: 10,
  delivery_log: 3_000,
  sent_recipients: 20,
  receipt_answer: 100,
  receipt_reader: 100,
  person_key: 6_000,
  contact_book: 1,
  contact_import: 5,
  contact: 2_000,
  contact_email: 2_000,
  contact_group: 20,
  contact_group_member: 2_000,
  contact_group_card: 20,
  contact_import_row: 2_000,
  part_time_department: 1,
  calendar: 5,
  calendar_share: 10,
  calendar_view: 10,
  calendar_setting: 1,
  calendar_sync: 5,
  calendar_object: 5_000,
  calendar_subscription: 1,
  calendar_publication: 1,
  event: 5_000,
  event_file: 500,
  event_undo: 50,
  blob_hold: 20,
  invitation_due: 2,
  invitation_arrival: 2,
  reminder: 2_000,
  reminder_notice: 2_000,
  task: 2_000,
  task_reminder: 2_000,
  task_undo: 50,
  ticket: 2,
  second_factor: 1,
  recovery_code: 10,
  lock_setting: 1,
  public_mailbox_grant: 2,
  account_association: 2,
  announcement_read: 100,
  feedback: 1,
  feedback_file: 1,
  console_token: 1,
  assistant_job: 10,
  assistant_sent: 1_500,
  assistant_answer: 1_500,
  assistant_usage: 24,
  mail_rule: 20,
  listed_sender: 100,
  rule_book: 1,
  held_sender: 20,
  rule_run: 10,
  rule_run_mail: 2_000,
  auto_reply: 1,
  auto_reply_sent: 500,
  auto_forward: 1,
  forward_address: 2,
  signature: 5,
  letter_template: 20,
  address_name: 100,
  login_log: 1_500,
  client_code: 5,
  past_address: 1,
  client_protocol: 5,
  passkey: 2,
  key_vault: 1,
  mail_key: 3,
  key_certificate: 5,
  known_certificate: 20,
  push_subscription: 2,
  push_note: 50,
  setting_change: 500,
  security_visit: 1,
  settings_import: 2,
  account_picture: 1,
  folder_unlock: 2,
  archive_job: 1,
  paper: 5,
  throttle: 20,
  job: 2_000,
}

/** Rows of the tables that do not grow with the accounts, or not by a number for each. */
const OF_ALL: Readonly<Record<string, number>> = {
  kysely_migration: 50,
  kysely_migration_lock: 1,
  account: ACCOUNTS,
  approval_rule: 50,
  sharing_rule: 1,
  document_team: 200,
  domain: 5,
  department: 200,
  department_key: 800,
  department_head: 200,
  duty_key: 400,
  room: 50,
  switch_value: 500,
  sending_limit: 50,
  blob: 2_000_000,
  garbage_message: 50_000,
  garbage_blob: 50_000,
  housekeeping: 20,
  live_server: 20,
  reserve: 1,
  mail_authority: 5,
  certificate_status: 20_000,
  key_escrow: 2,
  key_escrow_use: 200,
  mail_group: 200,
  mail_group_person: 5_000,
  message_hold: 2_000,
  announcement: 200,
  assistant_setting: 20,
  server_key: 5,
  beacon_count: 50_000,
  beacon_error: 2_000,
  canary_alert: 200,
}

export const SIZES: ReadonlyMap<string, number> = new Map([
  ...Object.entries(OF_ALL),
  ...Object.entries(OF_ACCOUNT).map(([table, rows]): [string, number] => [table, rows * ACCOUNTS]),
])

/** Columns of few values, wherever they stand. */
const FEW_VALUES = new Set(
  `kind seen sticky color enabled disabled risk listed side way result starred priority read step outcome purpose level
  subject role type scope depth orphan picture remote version revision rank all_day origin minutes`.split(/\s+/),
)
const FEW = 4
/** A state is asked for to find what waits, and most rows are done: as if there were so many, and each as rare. */
const STATES = 100

/** An index or a table, as far as it decides how many rows a step reads. */
export interface Keyed {
  readonly table: string
  readonly columns: readonly string[]
  readonly unique: boolean
  /** Whether it holds only some of the rows. */
  readonly partial: boolean
  readonly name: string
}

/** Columns that name a row of another table, as `table.column` and that table. */
export type References = ReadonlyMap<string, string>

export const sizeOf = (table: string): number => {
  const size = SIZES.get(table)
  if (size === undefined) throw new Error(`The size of the table ${table} is not named in largeOrganisation.ts`)
  return size
}

/** How many values a column has. */
export function valuesOf(table: string, column: string, references: References): number {
  const rows = sizeOf(table)
  const parent = references.get(`${table}.${column}`)
  if (parent !== undefined && parent !== table) return Math.min(rows, sizeOf(parent))
  if (column === 'account_id' || column === 'owner_id') return Math.min(rows, ACCOUNTS)
  if (column === 'state') return Math.min(rows, STATES)
  return FEW_VALUES.has(column) ? Math.min(rows, FEW) : rows
}

/** What hardly any row has. */
const RARE = new Set(['deleted_at', 'locked_at', 'revoked_at', 'withdrawn_at', 'undone_at'])

/** Share of the rows in which a nullable column is null. Few rows lack their account. */
export const nullsOf = (column: string): number => {
  if (column === 'account_id') return 0.01
  return RARE.has(column) ? 0.99 : 0.5
}

/** An index of some rows holds one of so many. */
const PARTIAL_SHARE = 100
/** Those that hold nearly all of them. */
const NEARLY_ALL = new Set(['contact_listed', 'contact_dav_name', 'message_by_reply', 'outgoing_request'])

/** Rows that an index holds. */
export const entriesOf = ({ name, table, partial }: Keyed): number =>
  partial && !NEARLY_ALL.has(name) ? Math.ceil(sizeOf(table) / PARTIAL_SHARE) : sizeOf(table)

/** Rows that are read for one value of each of the first `equal` columns of an index. */
export function rowsFor(index: Keyed, equal: number, references: References): number {
  if (index.unique && equal >= index.columns.length) return 1
  const rows = entriesOf(index)
  const values = index.columns.slice(0, equal).map((column) => valuesOf(index.table, column, references))
  return Math.max(
    1,
    Math.ceil(
      rows /
        Math.min(
          rows,
          values.reduce((all, one) => all * one, 1),
        ),
    ),
  )
}
