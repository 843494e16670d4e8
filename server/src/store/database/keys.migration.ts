import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Keys for signed and encrypted mail, sealed by the browsers of their owners, and the authorities that are trusted. */
export const keysMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const idType = engine === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('key_vault')
      .addColumn('id', idType, (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('parameters', 'text', (c) => c.notNull())
      .addColumn('proof_hash', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('retired_at', 'bigint')
      .execute()
    await db.schema.createIndex('key_vault_of').on('key_vault').column('account_id').execute()
    // One PIN at a time, also where two windows set the first.
    await sql`create unique index key_vault_in_use on key_vault (account_id) where retired_at is null`.execute(db)
    await db.schema
      .createTable('mail_key')
      .addColumn('id', idType, (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('vault_id', 'bigint', (c) => c.notNull().references('key_vault.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('public_hash', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('request', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('mail_key_once', ['account_id', 'public_hash'])
      .execute()
    await db.schema.createIndex('mail_key_of_vault').on('mail_key').column('vault_id').execute()
    await sql`create index mail_key_requested on mail_key (id) where request <> ''`.execute(db)
    await db.schema
      .createTable('key_certificate')
      .addColumn('key_id', 'bigint', (c) => c.notNull().references('mail_key.id').onDelete('cascade'))
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .addColumn('certificate', 'text', (c) => c.notNull())
      .addColumn('addresses', 'text', (c) => c.notNull())
      .addColumn('encrypts', 'integer', (c) => c.notNull())
      .addColumn('not_before', 'bigint', (c) => c.notNull())
      .addColumn('not_after', 'bigint', (c) => c.notNull())
      .addColumn('revoked_at', 'bigint')
      .addPrimaryKeyConstraint('key_certificate_pk', ['key_id', 'fingerprint'])
      .execute()
    await db.schema.createIndex('key_certificate_named').on('key_certificate').column('fingerprint').execute()
    await sql`create index key_certificate_revoked on key_certificate (revoked_at, fingerprint)
      where revoked_at is not null`.execute(db)
    await db.schema
      .createTable('mail_authority')
      .addColumn('fingerprint', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('certificate', 'text', (c) => c.notNull())
      .addColumn('added_at', 'bigint', (c) => c.notNull())
      .execute()
  },
})

/** Keys that their person has removed. */
export const removedKeysMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.alterTable('mail_key').addColumn('removed_at', 'bigint').execute()
  },
}

/** Certificates of others, such as those that came with signed mail. */
export const knownCertificatesMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('known_certificate')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .addColumn('certificate', 'text', (c) => c.notNull())
      .addColumn('not_before', 'bigint', (c) => c.notNull())
      .addColumn('not_after', 'bigint', (c) => c.notNull())
      .addColumn('added_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('known_certificate_pk', ['account_id', 'address', 'fingerprint'])
      .execute()
  },
}

/** What the mail programs of others read, as their signed mail announced it. */
export const announcedCiphersMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('known_certificate')
      .addColumn('announced', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
  },
}

/** What came of asking an enrolment service for the certificates of keys. */
export const keyEnrolmentMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('mail_key')
      .addColumn('enrolment', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
