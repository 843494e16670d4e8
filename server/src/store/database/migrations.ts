import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { accountSearchMigration } from './accountSearch.migration.ts'
import { addressesMigration } from './addresses.migration.ts'
import { assistantMigration } from './assistant.migration.ts'
import { assistantAnswersMigration } from './assistantAnswers.migration.ts'
import { calendarMigration } from './calendar.migration.ts'
import { calendarSyncMigration } from './calendarSync.migration.ts'
import { changesMigration } from './changes.migration.ts'
import { contactFilesMigration } from './contactFiles.migration.ts'
import { deliveryLogMigration } from './deliveryLog.migration.ts'
import { departmentsMigration } from './departments.migration.ts'
import type { Engine } from './engine.ts'
import { entryMigration } from './entry.migration.ts'
import { eventFilesMigration } from './eventFiles.migration.ts'
import { eventHtmlMigration } from './eventHtml.migration.ts'
import { frameMigration } from './frame.migration.ts'
import { garbageMigration } from './garbage.migration.ts'
import { lettersMigration } from './letters.migration.ts'
import { mailDayMigration } from './mailDay.migration.ts'
import { nestedFoldersMigration } from './nestedFolders.migration.ts'
import { notifiedMigration } from './notified.migration.ts'
import { peopleMigration } from './people.migration.ts'
import { personalMigration } from './personal.migration.ts'
import { readingPasswordMigration } from './readingPassword.migration.ts'
import { schedulingMigration } from './scheduling.migration.ts'
import { screenLockMigration } from './screenLock.migration.ts'
import { searchMigration } from './search.migration.ts'
import { serviceMigration } from './service.migration.ts'
import { settingsMoreMigration } from './settingsMore.migration.ts'
import { smallIndexMigration } from './smallIndex.migration.ts'
import { switchesMigration } from './switches.migration.ts'
import { tasksMigration } from './tasks.migration.ts'
import { telemetryMigration } from './telemetry.migration.ts'
import { threadsMigration } from './threads.migration.ts'
import { verdictsMigration } from './verdicts.migration.ts'
import { waysInMigration } from './waysIn.migration.ts'

/**
 * The store's history. A migration is never changed once released; a new one is added below.
 * `id` columns come from the engine's own sequence; everything else is spelled the same in both.
 */
export function migrationsFor(engine: Engine): Record<string, Migration> {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  type Store = Kysely<any>
  // Numbers are never given twice: a client may still hold the one of a mail that is gone.
  const table = (db: Store, name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (column) =>
        engine === 'postgres'
          ? column.primaryKey().generatedByDefaultAsIdentity()
          : column.primaryKey().autoIncrement(),
      )

  return {
    '0001_mailboxes': {
      async up(db: Store) {
        await table(db, 'domain')
          .addColumn('name', 'text', (c) => c.notNull().unique())
          .addColumn('created_at', 'bigint', (c) => c.notNull())
          .execute()
        await table(db, 'department')
          .addColumn('parent_id', 'bigint', (c) => c.references('department.id'))
          .addColumn('name', 'text', (c) => c.notNull())
          .addColumn('sort', 'integer', (c) => c.notNull())
          .execute()
        await table(db, 'account')
          .addColumn('address', 'text', (c) => c.notNull().unique())
          .addColumn('domain_id', 'bigint', (c) => c.notNull().references('domain.id'))
          .addColumn('name', 'text', (c) => c.notNull())
          .addColumn('name_pinyin', 'text', (c) => c.notNull())
          .addColumn('name_initials', 'text', (c) => c.notNull())
          .addColumn('password_hash', 'text', (c) => c.notNull())
          .addColumn('company', 'text', (c) => c.notNull())
          .addColumn('dept_id', 'bigint', (c) => c.references('department.id'))
          .addColumn('part_time_depts', 'text', (c) => c.notNull().defaultTo(''))
          .addColumn('phone', 'text', (c) => c.notNull().defaultTo(''))
          .addColumn('duties', 'text', (c) => c.notNull().defaultTo(''))
          .addColumn('gender', 'integer', (c) => c.notNull().defaultTo(2))
          .addColumn('is_admin', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('account_type', 'integer', (c) => c.notNull().defaultTo(1))
          .addColumn('disabled', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('quota_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
          .addColumn('used_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
          .addColumn('change_password', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('created_at', 'bigint', (c) => c.notNull())
          .execute()
        await db.schema
          .createTable('alias')
          .addColumn('address', 'text', (c) => c.primaryKey())
          .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
          .execute()
        await db.schema
          .createTable('session')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
          .addColumn('access_hash', 'text', (c) => c.notNull().unique())
          .addColumn('access_expires_at', 'bigint', (c) => c.notNull())
          .addColumn('refresh_hash', 'text', (c) => c.notNull().unique())
          .addColumn('refresh_expires_at', 'bigint', (c) => c.notNull())
          .addColumn('previous_refresh_hash', 'text', (c) => c.unique())
          .addColumn('rotation_salt', 'text', (c) => c.notNull())
          .addColumn('previous_rotation_salt', 'text', (c) => c.notNull())
          .addColumn('rotated_at', 'bigint', (c) => c.notNull())
          .addColumn('created_at', 'bigint', (c) => c.notNull())
          .addColumn('last_used_at', 'bigint', (c) => c.notNull())
          .addColumn('user_agent', 'text', (c) => c.notNull())
          .addColumn('ip', 'text', (c) => c.notNull())
          .execute()
        await db.schema.createIndex('session_of_account').on('session').column('account_id').execute()
        await db.schema
          .createTable('general_setting')
          .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
          .addColumn('key', 'text', (c) => c.notNull())
          .addColumn('value', 'text', (c) => c.notNull())
          .addPrimaryKeyConstraint('general_setting_key', ['account_id', 'key'])
          .execute()
        await db.schema
          .createTable('throttle')
          .addColumn('scope', 'text', (c) => c.primaryKey())
          .addColumn('count', 'integer', (c) => c.notNull())
          .addColumn('expires_at', 'bigint', (c) => c.notNull())
          .execute()

        await table(db, 'folder')
          .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
          .addColumn('role', 'text', (c) => c.notNull())
          .addColumn('name', 'text', (c) => c.notNull())
          .addColumn('sort', 'integer', (c) => c.notNull())
          .addColumn('state', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('password_hash', 'text')
          .addColumn('total', 'bigint', (c) => c.notNull().defaultTo(0))
          .addColumn('unread', 'bigint', (c) => c.notNull().defaultTo(0))
          .addColumn('size', 'bigint', (c) => c.notNull().defaultTo(0))
          .addColumn('uid_next', 'bigint', (c) => c.notNull().defaultTo(1))
          .addUniqueConstraint('folder_name', ['account_id', 'name'])
          .execute()
        await table(db, 'label')
          .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
          .addColumn('name', 'text', (c) => c.notNull())
          .addColumn('color', 'integer', (c) => c.notNull())
          .addColumn('state', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('sort', 'integer', (c) => c.notNull())
          .addColumn('total', 'bigint', (c) => c.notNull().defaultTo(0))
          .addColumn('unread', 'bigint', (c) => c.notNull().defaultTo(0))
          .addColumn('size', 'bigint', (c) => c.notNull().defaultTo(0))
          .addUniqueConstraint('label_name', ['account_id', 'name'])
          .execute()

        await db.schema
          .createTable('blob')
          .addColumn('hash', 'text', (c) => c.primaryKey())
          .addColumn('size', 'bigint', (c) => c.notNull())
          .addColumn('created_at', 'bigint', (c) => c.notNull())
          .execute()
        await table(db, 'message')
          .addColumn('raw_hash', 'text')
          .addColumn('size', 'bigint', (c) => c.notNull())
          .addColumn('message_id', 'text', (c) => c.notNull())
          .addColumn('in_reply_to', 'text', (c) => c.notNull())
          .addColumn('refs', 'text', (c) => c.notNull())
          .addColumn('subject', 'text', (c) => c.notNull())
          .addColumn('from_name', 'text', (c) => c.notNull())
          .addColumn('from_address', 'text', (c) => c.notNull())
          .addColumn('to_list', 'text', (c) => c.notNull())
          .addColumn('cc_list', 'text', (c) => c.notNull())
          .addColumn('reply_to', 'text', (c) => c.notNull())
          .addColumn('sender', 'text')
          .addColumn('receipt_to', 'text')
          .addColumn('date', 'bigint')
          .addColumn('preview', 'text', (c) => c.notNull())
          .addColumn('has_attachment', 'integer', (c) => c.notNull())
          .addColumn('priority', 'integer', (c) => c.notNull())
          .addColumn('automatic', 'integer', (c) => c.notNull())
          .execute()
        await db.schema.createIndex('message_by_raw').on('message').column('raw_hash').execute()
        await db.schema
          .createTable('message_body')
          .addColumn('message_id', 'bigint', (c) => c.primaryKey().references('message.id').onDelete('cascade'))
          .addColumn('html', 'text')
          .addColumn('text', 'text', (c) => c.notNull())
          .addColumn('has_text', 'integer', (c) => c.notNull())
          .execute()
        await db.schema
          .createTable('attachment')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('message_id', 'bigint', (c) => c.notNull().references('message.id').onDelete('cascade'))
          .addColumn('position', 'integer', (c) => c.notNull())
          .addColumn('name', 'text', (c) => c.notNull())
          .addColumn('content_type', 'text', (c) => c.notNull())
          .addColumn('size', 'bigint', (c) => c.notNull())
          .addColumn('blob_hash', 'text', (c) => c.notNull())
          .addColumn('content_id', 'text')
          .addColumn('disposition', 'text', (c) => c.notNull())
          .addColumn('kind', 'text', (c) => c.notNull())
          .execute()
        await db.schema.createIndex('attachment_of_message').on('attachment').column('message_id').execute()
        await db.schema.createIndex('attachment_by_blob').on('attachment').column('blob_hash').execute()

        await table(db, 'mail')
          .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
          .addColumn('folder_id', 'bigint', (c) => c.notNull().references('folder.id'))
          .addColumn('uid', 'bigint', (c) => c.notNull())
          .addColumn('message_id', 'bigint', (c) => c.notNull().references('message.id'))
          .addColumn('sort_key', 'bigint', (c) => c.notNull().unique())
          .addColumn('received_at', 'bigint', (c) => c.notNull())
          .addColumn('size', 'bigint', (c) => c.notNull())
          .addColumn('seen', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('sticky', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('color', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('replied', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('forwarded', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('system_notice', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('bcc_list', 'text', (c) => c.notNull().defaultTo('[]'))
          .addColumn('previous_folder_id', 'bigint')
          .addUniqueConstraint('mail_uid', ['folder_id', 'uid'])
          .execute()
        await db.schema
          .createIndex('mail_of_folder')
          .on('mail')
          .columns(['folder_id', 'sticky desc', 'sort_key desc', 'seen', 'id'])
          .execute()
        // Everything a list filters by stands in its index, so that a jump to row 50,000 never touches the rows before.
        await db.schema
          .createIndex('mail_of_account')
          .on('mail')
          .columns(['account_id', 'sort_key desc', 'folder_id', 'seen', 'id'])
          .execute()
        await sql`create index mail_unread on mail (folder_id, sticky desc, sort_key desc, id) where seen = 0`.execute(
          db,
        )
        await sql`create index mail_unread_of_account on mail (account_id, sort_key desc, folder_id, id) where seen = 0`.execute(
          db,
        )
        await sql`create index mail_starred on mail (account_id, sort_key desc, folder_id, seen, color, id) where color > 0`.execute(
          db,
        )
        await db.schema.createIndex('mail_of_message').on('mail').column('message_id').execute()
        await db.schema
          .createTable('mail_label')
          .addColumn('label_id', 'bigint', (c) => c.notNull().references('label.id').onDelete('cascade'))
          .addColumn('mail_id', 'bigint', (c) => c.notNull().references('mail.id').onDelete('cascade'))
          .addColumn('sort_key', 'bigint', (c) => c.notNull())
          .addColumn('listed', 'integer', (c) => c.notNull())
          .addPrimaryKeyConstraint('mail_label_key', ['label_id', 'mail_id'])
          .execute()
        await db.schema
          .createIndex('mail_of_label')
          .on('mail_label')
          .columns(['label_id', 'listed', 'sort_key desc', 'mail_id'])
          .execute()
        await db.schema.createIndex('label_of_mail').on('mail_label').column('mail_id').execute()

        await db.schema
          .createTable('draft')
          .addColumn('mail_id', 'bigint', (c) => c.primaryKey().references('mail.id').onDelete('cascade'))
          .addColumn('revision', 'integer', (c) => c.notNull())
          .addColumn('kind', 'text', (c) => c.notNull())
          .addColumn('source_mail_id', 'bigint')
          .addColumn('from_address', 'text', (c) => c.notNull())
          .addColumn('to_list', 'text', (c) => c.notNull())
          .addColumn('cc_list', 'text', (c) => c.notNull())
          .addColumn('bcc_list', 'text', (c) => c.notNull())
          .addColumn('subject', 'text', (c) => c.notNull())
          .addColumn('html', 'text', (c) => c.notNull())
          .addColumn('file_ids', 'text', (c) => c.notNull())
          .addColumn('priority', 'integer', (c) => c.notNull())
          .addColumn('request_receipt', 'integer', (c) => c.notNull())
          .addColumn('saved_at', 'bigint', (c) => c.notNull())
          .execute()
        await db.schema
          .createTable('upload')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
          .addColumn('name', 'text', (c) => c.notNull())
          .addColumn('content_type', 'text', (c) => c.notNull())
          .addColumn('size', 'bigint', (c) => c.notNull())
          .addColumn('blob_hash', 'text', (c) => c.notNull())
          .addColumn('picture', 'integer', (c) => c.notNull())
          .addColumn('created_at', 'bigint', (c) => c.notNull())
          .execute()
        await db.schema.createIndex('upload_by_blob').on('upload').column('blob_hash').execute()
        await db.schema
          .createTable('outgoing')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('account_id', 'bigint', (c) => c.notNull())
          .addColumn('mail_id', 'bigint', (c) => c.notNull())
          .addColumn('request_id', 'text', (c) => c.notNull())
          .addColumn('message_id', 'bigint', (c) => c.notNull().references('message.id'))
          .addColumn('envelope_from', 'text', (c) => c.notNull())
          .addColumn('state', 'text', (c) => c.notNull())
          .addColumn('release_at', 'bigint', (c) => c.notNull())
          .addColumn('created_at', 'bigint', (c) => c.notNull())
          .execute()
        await sql`create unique index outgoing_request on outgoing (account_id, request_id) where request_id <> ''`.execute(
          db,
        )
        await db.schema.createIndex('outgoing_due').on('outgoing').columns(['state', 'release_at']).execute()
        await db.schema.createIndex('outgoing_of_mail').on('outgoing').column('mail_id').execute()
        await db.schema.createIndex('outgoing_of_message').on('outgoing').column('message_id').execute()
        await db.schema
          .createTable('outgoing_recipient')
          .addColumn('outgoing_id', 'text', (c) => c.notNull().references('outgoing.id').onDelete('cascade'))
          .addColumn('address', 'text', (c) => c.notNull())
          .addColumn('state', 'text', (c) => c.notNull())
          .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
          .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
          .addPrimaryKeyConstraint('outgoing_recipient_key', ['outgoing_id', 'address'])
          .execute()
        await db.schema
          .createIndex('outgoing_recipient_due')
          .on('outgoing_recipient')
          .columns(['state', 'next_attempt_at'])
          .execute()
        await db.schema
          .createTable('correspondent')
          .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
          .addColumn('address', 'text', (c) => c.notNull())
          .addColumn('name', 'text', (c) => c.notNull())
          .addColumn('uses', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('received', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('last_used_at', 'bigint', (c) => c.notNull())
          .addPrimaryKeyConstraint('correspondent_key', ['account_id', 'address'])
          .execute()
        await db.schema
          .createTable('import_progress')
          .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
          .addColumn('source', 'text', (c) => c.notNull())
          .addColumn('position', 'bigint', (c) => c.notNull())
          .addColumn('updated_at', 'bigint', (c) => c.notNull())
          .addPrimaryKeyConstraint('import_progress_key', ['account_id', 'source'])
          .execute()
      },
    },
    '0002_search': searchMigration(engine),
    '0003_truncated_bodies': {
      async up(db: Store) {
        await db.schema
          .alterTable('message_body')
          .addColumn('truncated', 'integer', (c) => c.notNull().defaultTo(0))
          .execute()
      },
    },
    '0004_draft_client': {
      async up(db: Store) {
        await db.schema
          .createTable('draft_client')
          .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
          .addColumn('client_id', 'text', (c) => c.notNull())
          .addColumn('mail_id', 'bigint', (c) => c.notNull())
          .addColumn('created_at', 'bigint', (c) => c.notNull())
          .addPrimaryKeyConstraint('draft_client_key', ['account_id', 'client_id'])
          .execute()
      },
    },
    '0005_garbage': garbageMigration(engine),
    '0006_hostile_mail': {
      async up(db: Store) {
        await db.schema
          .alterTable('message')
          .addColumn('claims_own_domain', 'integer', (c) => c.notNull().defaultTo(0))
          .execute()
        await db.schema
          .alterTable('message_body')
          .addColumn('bounded', 'integer', (c) => c.notNull().defaultTo(0))
          .execute()
      },
    },
    '0007_mail_day': mailDayMigration(engine),
    '0008_changes': changesMigration,
    '0009_message_address': addressesMigration(engine),
    '0010_threads': threadsMigration(engine),
    '0011_notified_at': notifiedMigration,
    '0012_part_time_departments': departmentsMigration,
    '0013_switches': switchesMigration,
    '0014_account_search': accountSearchMigration(engine),
    '0015_delivery_verdicts': verdictsMigration(engine),
    '0016_people': peopleMigration(engine),
    '0017_calendar': calendarMigration(engine),
    '0018_scheduling': schedulingMigration(engine),
    '0019_contact_files': contactFilesMigration,
    '0020_delivery_log': deliveryLogMigration(engine),
    '0021_ways_in': waysInMigration,
    '0022_screen_lock': screenLockMigration,
    '0023_frame': frameMigration(engine),
    '0024_assistant': assistantMigration(engine),
    '0025_personal': personalMigration(engine),
    '0026_entry': entryMigration(engine),
    '0028_calendar_sync': calendarSyncMigration(engine),
    '0029_assistant_answers': assistantAnswersMigration(engine),
    '0030_settings_more': settingsMoreMigration(engine),
    '0031_service': serviceMigration,
    '0032_telemetry': telemetryMigration,
    '0033_small_index': smallIndexMigration(engine),
    '0035_tasks': tasksMigration(engine),
    '0036_event_html': eventHtmlMigration,
    '0037_reading_password': readingPasswordMigration,
    '0038_nested_folders': nestedFoldersMigration,
    '0039_letters': lettersMigration(engine),
    '0041_event_files': eventFilesMigration(engine),
  }
}
