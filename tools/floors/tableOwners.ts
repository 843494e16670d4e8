import type { SourceFile } from './serverFloors.ts'

interface TableOwner {
  /** The folder below `server/src` that writes the table. */
  readonly owner: string
  readonly tables: readonly string[]
}

/** Who writes which table. Every table of the schema stands here once. */
export const TABLE_OWNERS: readonly TableOwner[] = [
  {
    owner: 'store/accounts',
    tables: [
      ...[
        'domain',
        'past_address',
        'department',
        'part_time_department',
        'department_head',
        'account',
        'alias',
        'person_key',
      ],
      ...['department_key', 'duty_key', 'public_mailbox_grant', 'account_association'],
    ],
  },
  { owner: 'store/sessions', tables: ['session', 'login_log'] },
  { owner: 'store/tickets', tables: ['ticket'] },
  { owner: 'store/throttle', tables: ['throttle'] },
  { owner: 'store/switches', tables: ['switch_value'] },
  { owner: 'store/sharing', tables: ['sharing_rule'] },
  { owner: 'store/profile', tables: ['general_setting'] },
  { owner: 'store/blobs', tables: ['blob', 'blob_hold'] },
  { owner: 'store/sweep', tables: ['garbage_blob', 'garbage_message', 'housekeeping'] },
  { owner: 'store/database', tables: ['change_log', 'reserve'] },
  { owner: 'store/jobs', tables: ['job'] },
  { owner: 'store/servers', tables: ['live_server'] },
  {
    owner: 'store/search',
    tables: [
      ...['document_to_index', 'file_text', 'mail_to_index', 'mail_to_index_again', 'word_place', 'word_spread'],
    ],
  },
  {
    owner: 'store/mailbox',
    tables: [
      'mail',
      'mail_label',
      'mail_day',
      'conversation',
      'muted_thread',
      'awaited_mail',
      'message_address',
      'message_hold',
      'correspondent',
      'deleted_mail',
      'letter_policy',
      'letter_reader',
      'letter_sitting',
      'outside_reader',
    ],
  },
  { owner: 'mailflow/delivery', tables: ['message', 'message_body', 'attachment'] },
  { owner: 'mailflow/queue', tables: ['blind_copy', 'outgoing', 'outgoing_recipient', 'delivery_log'] },
  { owner: 'mailflow/sendingRate', tables: ['sending_limit', 'sent_recipients'] },
  { owner: 'mailflow/steps', tables: ['delivery_effect', 'delivery_verdict'] },
  { owner: 'mailflow/import', tables: ['import_progress'] },
  { owner: 'areas/announcements', tables: ['announcement', 'announcement_read'] },
  {
    owner: 'areas/approval',
    tables: [
      'approval_event',
      'approval_link',
      'approval_person',
      'approval_record',
      'approval_rule',
      'approval_stand_in',
    ],
  },
  {
    owner: 'areas/assistant',
    tables: ['assistant_answer', 'assistant_job', 'assistant_sent', 'assistant_setting', 'assistant_usage'],
  },
  { owner: 'areas/auto-reply', tables: ['auto_reply', 'auto_reply_sent'] },
  {
    owner: 'areas/calendar',
    tables: [
      ...['calendar_publication', 'calendar_subscription', 'event_undo', 'reminder_notice'],
      ...['task', 'task_reminder', 'task_undo'],
    ],
  },
  { owner: 'areas/calendar-dav', tables: ['calendar_object'] },
  { owner: 'areas/calendar-mail', tables: ['invitation_arrival', 'invitation_due', 'room'] },
  {
    owner: 'areas/calendar-store',
    tables: [
      ...['calendar', 'calendar_setting', 'calendar_share', 'calendar_sync', 'calendar_view', 'event', 'event_file'],
      'reminder',
    ],
  },
  { owner: 'areas/classification', tables: ['listed_sender', 'mail_rule', 'rule_book', 'rule_run', 'rule_run_mail'] },
  {
    owner: 'areas/compose',
    tables: [
      'draft',
      'draft_client',
      'draft_version',
      'draft_window',
      'handed_draft',
      'letter_correction',
      'recalled_mail',
    ],
  },
  { owner: 'areas/console', tables: ['console_token'] },
  {
    owner: 'areas/contacts',
    tables: [
      ...['contact', 'contact_book', 'contact_email', 'contact_group', 'contact_group_member', 'contact_import'],
      ...['contact_group_card', 'contact_import_row'],
    ],
  },
  {
    owner: 'areas/documents',
    tables: [
      ...['document', 'document_content', 'document_grant', 'document_lock', 'document_share'],
      ...['document_share_item', 'document_share_visit', 'document_space', 'document_team', 'document_version'],
    ],
  },
  { owner: 'areas/exports', tables: ['archive_job', 'export_place'] },
  { owner: 'areas/feedback', tables: ['feedback', 'feedback_file'] },
  { owner: 'areas/files', tables: ['file_link', 'file_link_reader', 'unfinished_upload', 'upload', 'upload_part'] },
  { owner: 'areas/follow-up', tables: ['follow_up', 'unanswered_reminder'] },
  { owner: 'areas/folders', tables: ['folder', 'folder_unlock'] },
  { owner: 'areas/forwarding', tables: ['auto_forward', 'forward_address'] },
  {
    owner: 'areas/keys',
    tables: [
      ...['certificate_status', 'key_certificate', 'key_escrow', 'key_escrow_use', 'key_vault', 'known_certificate'],
      ...['mail_authority', 'mail_key'],
    ],
  },
  { owner: 'areas/labels', tables: ['label'] },
  { owner: 'areas/screener', tables: ['held_sender'] },
  { owner: 'areas/mail', tables: ['sender_charset'] },
  { owner: 'areas/mail-groups', tables: ['mail_group', 'mail_group_person'] },
  {
    owner: 'areas/migration',
    tables: [
      ...['migration', 'migration_book', 'migration_folder', 'migration_item', 'migration_mail'],
      'migration_file',
      'migration_sent',
    ],
  },
  { owner: 'areas/misuse-reports', tables: ['misuse_report'] },
  { owner: 'areas/offline', tables: ['settled_action'] },
  { owner: 'areas/papers', tables: ['paper'] },
  { owner: 'areas/passkeys', tables: ['passkey'] },
  { owner: 'areas/receipts', tables: ['receipt_answer', 'receipt_reader'] },
  { owner: 'areas/remote-settings', tables: ['remote_setting'] },
  { owner: 'areas/screen-lock', tables: ['lock_setting'] },
  { owner: 'areas/search', tables: ['saved_search'] },
  { owner: 'areas/second-factor', tables: ['second_factor', 'recovery_code'] },
  {
    owner: 'areas/security',
    tables: ['account_picture', 'address_name', 'client_code', 'client_protocol', 'security_visit', 'setting_change'],
  },
  { owner: 'areas/settings-file', tables: ['settings_import'] },
  { owner: 'areas/signatures', tables: ['letter_template', 'signature'] },
  { owner: 'areas/telemetry', tables: ['beacon_count', 'beacon_error', 'canary_alert'] },
  { owner: 'areas/teamwork', tables: ['team_answer', 'team_comment', 'team_mail'] },
  { owner: 'areas/upload-requests', tables: ['upload_request', 'upload_request_file'] },
  { owner: 'areas/web-push', tables: ['push_note', 'push_subscription', 'server_key'] },
]

/** Columns that are counted in the transaction that changes what they count. */
const COUNTED = 'counters of a mailbox, which change with its mails'
/** A floor below the owner cannot call it. */
const BELOW = 'it stands below the owner, and removes what goes with an account'
const SWEEP = 'the sweep removes what is too old, in steps'
const DEMONSTRATION = 'rows of the demonstration, in one statement for many'

interface OtherWriter {
  /** A folder, or one file of it. */
  readonly writer: string
  readonly tables: readonly string[]
  readonly why: string
}

/** Who else writes a table, and why. An entry that is no longer used has to be removed. */
export const OTHER_WRITERS: readonly OtherWriter[] = [
  { writer: 'store/mailbox', tables: ['account', 'folder', 'label'], why: COUNTED },
  { writer: 'store/mailbox', tables: ['message'], why: 'a message goes with the last mail that has it' },
  {
    writer: 'store/mailbox',
    tables: ['folder_unlock'],
    why: 'a folder is opened where it is asked whether it is open',
  },
  { writer: 'store/mailbox', tables: ['garbage_message'], why: 'messages that lost a holder are noted' },
  { writer: 'store/database', tables: ['account'], why: 'the number of the newest change' },
  {
    writer: 'store/accounts',
    tables: [
      ...['client_code', 'ticket', 'switch_value', 'outgoing', 'delivery_log', 'calendar_share', 'document_grant'],
    ],
    why: BELOW,
  },
  {
    writer: 'store/move',
    tables: ['document_to_index', 'mail_to_index'],
    why: 'a store that was moved is indexed anew',
  },
  {
    writer: 'store/queue',
    tables: ['outgoing', 'delivery_effect', 'housekeeping'],
    why: 'a restored queue is on hold',
  },
  {
    writer: 'store/sweep',
    tables: ['archive_job', 'blob', 'change_log', 'draft_client', 'import_progress', 'message', 'outgoing', 'upload'],
    why: SWEEP,
  },
  {
    writer: 'mailflow/queue',
    tables: ['garbage_message'],
    why: 'a mail that nobody has a copy of is noted when it ends',
  },
  { writer: 'areas/approval', tables: ['push_note'], why: 'web-push uses approval, and not the other way round' },
  {
    writer: 'areas/calendar',
    tables: ['event', 'reminder'],
    why: 'events that a person changes, imports or subscribes to',
  },
  { writer: 'areas/calendar', tables: ['push_note'], why: 'web-push uses the calendar, and not the other way round' },
  { writer: 'areas/calendar-dav', tables: ['calendar_sync', 'event'], why: 'what a client of CalDAV puts and deletes' },
  { writer: 'areas/calendar-dav', tables: ['invitation_due', 'task'], why: 'what a client of CalDAV puts and deletes' },
  { writer: 'areas/calendar-mail', tables: ['event'], why: 'invitations that came, and answers to them' },
  { writer: 'areas/compose', tables: ['account', 'folder', 'label'], why: COUNTED },
  { writer: 'areas/contacts', tables: ['person_key'], why: 'the keys of its own contacts' },
  { writer: 'areas/follow-up', tables: ['push_note'], why: 'web-push uses follow-ups, and not the other way round' },
  { writer: 'areas/mail-groups', tables: ['person_key'], why: 'the keys of its own groups' },
  { writer: 'areas/risk-check', tables: ['mail'], why: 'the mark of its own check' },
  {
    writer: 'demo-install',
    tables: ['event', 'folder', 'invitation_due', 'label', 'reminder', 'task_reminder'],
    why: DEMONSTRATION,
  },
]

/** Files in which a statement gets its table as a value, so that it is not read here, with what it may be. */
const UNNAMED: Readonly<Record<string, string>> = {
  'areas/folders/folders.service.ts': 'folder or label, which are sorted alike',
  'areas/signatures/signatures.service.ts': 'signature or letter_template',
  'store/sweep/sweepStore.ts': 'logs, and what can no longer be undone: what is too old, in steps',
}

const isCounted = (file: string) => !/\.test\.ts$|^testing\/|\.migration\.ts$|\.d\.mts$/.test(file)
const isIn = (file: string, folder: string) => file.startsWith(`${folder}/`)

/** Tables of the schema, read from the text of `store/database/schema.ts`. */
export function tablesOf(schema: string): string[] {
  const from = schema.indexOf('export interface Schema {')
  return [...schema.slice(from, schema.indexOf('\n}', from)).matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name)
}

/** Statements of the query builder, and those that are written as text. */
const BUILT = /\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g
const GIVEN = /\.(?:insertInto|updateTable|deleteFrom)\(\s*(?!')\w/
const WRITTEN = /\b(?:insert into|update|delete from) "?(\w+)/g

/** What of the source writes a table that is not its own, in sentences; and what of the lists is not true any more. */
export function brokenTableRules(
  files: readonly SourceFile[],
  tables: readonly string[],
  owners: readonly TableOwner[] = TABLE_OWNERS,
  others: readonly OtherWriter[] = OTHER_WRITERS,
): string[] {
  const ownerOf = new Map(owners.flatMap((one) => one.tables.map((table) => [table, one.owner])))
  const used = new Set<string>()
  const problems: string[] = []
  for (const { path, text } of files.filter((file) => isCounted(file.path))) {
    if (GIVEN.test(text) && !Object.hasOwn(UNNAMED, path)) problems.push(`${path} writes a table that it does not name`)
    const written = new Set([...text.matchAll(BUILT), ...text.matchAll(WRITTEN)].map(([, table = '']) => table))
    for (const table of written) {
      const owner = ownerOf.get(table)
      if (owner === undefined || isIn(path, owner)) continue
      const other = others.find((one) => one.tables.includes(table) && isIn(path, one.writer))
      if (other) used.add(`${other.writer} ${table}`)
      else problems.push(`${path} writes ${table}, which is written by ${owner}: call a function of it`)
    }
  }
  const listed = owners.flatMap((one) => one.tables)
  return [
    ...problems,
    ...tables.filter((table) => !ownerOf.has(table)).map((table) => `${table} has no owner; name one in tools/floors`),
    ...listed.filter((table) => !tables.includes(table)).map((table) => `${table} has an owner, and is no table`),
    ...listed.filter((table, at) => listed.indexOf(table) !== at).map((table) => `${table} has two owners`),
    ...others.flatMap(({ writer, tables: named }) =>
      named
        .filter((table) => !used.has(`${writer} ${table}`))
        .map((table) => `${writer} is listed as a writer of ${table}, and writes it no longer`),
    ),
  ]
}
