import { z } from 'zod'
import { Code } from '../codes.ts'
import {
  MIGRATION_FILES_MAX,
  MIGRATION_FOLDERS_MAX,
  MIGRATION_SECRET_MAX,
  MIGRATION_TABLE_MAX,
  RULES_MAX,
} from '../limits.ts'
import { epochMs, get, ok, post } from './define.ts'
import {
  migration,
  migrationCertificate,
  migrationOfMany,
  migrationSecurity,
  migrationServer,
  migrationSource,
  migrationState,
  migrationsBegun,
  otherRules,
} from './migrationShapes.ts'
import { idOf, named, queryIdOf } from './names.ts'

const count = z.number().int().nonnegative()

const unreachable = [
  Code.migrationNotAllowed,
  Code.migrationUnreachable,
  Code.migrationLogin,
  Code.migrationCertificate,
  Code.migrationThrottled,
  Code.tooManyRequests,
] as const

export const migrationCalls = [
  get('mail/mailMig/getCode', {
    noted: 'nothing',
    switchedBy: 'mailMoveEnable',
    ownerOnly: true,
    title:
      'Where the server of an address is, and whether its provider asks for an authorization code instead of a password',
    query: z.object({ emailAddr: z.email().max(254) }),
    data: z.object({
      host: z.string(),
      port: z.number().int(),
      security: migrationSecurity,
      /** Known: a provider that is named here. Found: by the domain's own records. Guessed: to be checked by the person. */
      from: z.enum(['known', 'found', 'guessed']),
      /** The provider's own name for the code and where it is made; null where the password is enough. */
      code: z.object({ zh: z.string(), en: z.string() }).nullable(),
    }),
    errors: [Code.forbidden, Code.tooManyRequests],
  }),
  post('mail/mailMig/test', {
    noted: 'nothing',
    switchedBy: 'mailMoveEnable',
    ownerOnly: true,
    title: 'Log in to the other server and list its folders; nothing is kept',
    body: migrationServer,
    /** With a certificate of an unknown authority there are no folders: the person decides first. */
    data: z.object({
      folders: z.array(migrationSource),
      certificate: migrationCertificate.nullable(),
      /** The refresh token in the place of the one that was given, where the provider has replaced it. */
      renewed: z.string().optional(),
    }),
    errors: [Code.forbidden, ...unreachable],
  }),
  post('mail/mailMig/save', {
    noted: 'nothing',
    switchedBy: 'mailMoveEnable',
    ownerOnly: true,
    title: 'Begin to bring mail from another server',
    body: z.object({
      server: migrationServer,
      paths: z.array(z.string().min(1).max(1_000)).min(1).max(MIGRATION_FOLDERS_MAX),
      /** Only mail that arrived at or after, and before, these moments. */
      since: epochMs.nonnegative().nullable().default(null),
      before: epochMs.nonnegative().nullable().default(null),
      /** Counts what would be brought and waits then (`paused`, reason `counted`); `resume` brings it. */
      dry: z.boolean().default(false),
      /** Also address books and calendars, by the same name and password. */
      contacts: z.boolean().default(false),
      calendars: z.boolean().default(false),
      /** Where these are; empty to look for them by the address. */
      dav: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)]).default(''),
    }),
    data: z.object({ id: idOf('migration') }),
    errors: [Code.forbidden, Code.migrationRange, Code.migrationRunning, ...unreachable],
  }),
  post('mail/mailMig/out', {
    noted: { kind: 'mailboxCopy' },
    switchedBy: 'mailMoveEnable',
    personAlone: 'forbidden',
    ownerOnly: true,
    recentPassword: 'always',
    title: 'Begin to copy folders of the mailbox to another server; nothing is deleted here',
    body: z.object({
      server: migrationServer,
      mailboxIds: z.array(idOf('folder')).min(1).max(MIGRATION_FOLDERS_MAX),
      /** Only mail that arrived at or after, and before, these moments. */
      since: epochMs.nonnegative().nullable().default(null),
      before: epochMs.nonnegative().nullable().default(null),
      /** Counts what would be copied and waits then (`paused`, reason `counted`); `resume` copies it. */
      dry: z.boolean().default(false),
    }),
    data: z.object({ id: idOf('migration') }),
    errors: [
      ...[Code.forbidden, Code.folderNotFound, Code.folderClosed, Code.migrationRange, Code.migrationRunning],
      ...[Code.recentPassword, ...unreachable],
    ],
  }),
  post('mail/mailMig/files', {
    noted: 'nothing',
    switchedBy: 'mailMoveEnable',
    ownerOnly: true,
    title:
      'Begin to bring the mail of uploaded files: mbox, .eml, and Maildirs or folders of these as .zip, .tar or .tar.gz',
    body: z.object({
      fileIds: z
        .array(named('file', z.string().min(1).max(80)))
        .min(1)
        .max(MIGRATION_FILES_MAX),
      mailboxId: idOf('folder'),
    }),
    data: z.object({ id: idOf('migration') }),
    errors: [
      ...[Code.forbidden, Code.fileNotFound, Code.fileIsNoMail, Code.folderNotFound, Code.folderClosed],
      Code.migrationRunning,
    ],
  }),
  post('mail/mailMig/update', {
    noted: 'nothing',
    switchedBy: 'mailMoveEnable',
    ownerOnly: true,
    title: 'Pause a migration, go on with it, cancel it, bring what is new since, or delete what it has brought',
    body: z.object({
      id: idOf('migration'),
      act: z.enum(['pause', 'resume', 'cancel', 'again', 'undo', 'delete']),
      /** For `again`, because the password is forgotten at the end of a migration; and after a wrong one. */
      password: z.string().min(1).max(MIGRATION_SECRET_MAX).optional(),
      /** For `again`: only counts what is new, and waits then. */
      dry: z.boolean().optional(),
    }),
    data: ok,
    errors: [Code.forbidden, Code.notFound, Code.migrationState, Code.migrationRunning, Code.migrationPassword],
  }),
  post('mail/mailMig/rules', {
    noted: { kind: 'rule' },
    switchedBy: 'mailMoveEnable',
    ownerOnly: true,
    title:
      'The filters of the other server (ManageSieve, RFC 5804) as rules, and those that the person has chosen are made',
    body: z.object({
      server: migrationServer,
      /** Of ManageSieve on the same host. */
      port: z.number().int().min(1).max(65_535).default(4_190),
      /** Places in the list of rules, from 0, that are made. */
      make: z.array(z.number().int().nonnegative()).max(RULES_MAX).default([]),
    }),
    data: otherRules,
    errors: [Code.forbidden, ...unreachable],
  }),
  get('mail/mailMig/get', {
    noted: 'nothing',
    switchedBy: 'mailMoveEnable',
    ownerOnly: true,
    title: 'The migrations of the mailbox, the newest first',
    /** `room`: bytes that the mailbox has left; null without a quota. */
    data: z.object({ list: z.array(migration), room: count.nullable() }),
    errors: [Code.forbidden],
  }),
  get('mail/mailMig/getFile', {
    noted: 'nothing',
    switchedBy: 'mailMoveEnable',
    ownerOnly: true,
    title: 'The receipt of a migration, read back from the mailbox: a page to keep or to print',
    answers: 'blob',
    query: z.object({ id: queryIdOf('migration') }),
    data: z.unknown(),
    errors: [Code.forbidden, Code.notFound],
  }),
  get('file/migration/{migrationId}', {
    noted: 'nothing',
    switchedBy: 'mailMoveEnable',
    access: 'file',
    params: { migrationId: 'migration' },
    ownerOnly: true,
    title: 'The same receipt as a plain link',
    answers: 'blob',
    data: z.unknown(),
    errors: [Code.forbidden, Code.notFound],
  }),
  post('mail/mailMig/organisation/save', {
    administrator: true,
    title: 'Begin to bring the mailboxes of a table of people, and run those of an earlier table once more',
    body: z.object({
      /** CSV whose first line names the columns: address, host, port, security, user, fingerprint, password. */
      csv: z.string().min(1).max(MIGRATION_TABLE_MAX),
      /** Also spam and what was deleted. */
      junk: z.boolean().default(false),
      /** Also address books and calendars, by CardDAV and CalDAV. */
      books: z.boolean().default(false),
      since: epochMs.nonnegative().nullable().default(null),
      before: epochMs.nonnegative().nullable().default(null),
      dry: z.boolean().default(false),
    }),
    data: migrationsBegun,
    errors: [Code.migrationTable],
  }),
  get('mail/mailMig/organisation/list', {
    administrator: true,
    title: 'The newest migrations that administrators have begun, and how many are in each state',
    query: z.object({ limit: z.coerce.number().int().min(1).max(2_000).default(100) }),
    data: z.object({
      list: z.array(migrationOfMany),
      counts: z.array(z.object({ state: migrationState, mailboxes: count })),
    }),
  }),
  post('mail/mailMig/organisation/update', {
    administrator: true,
    title: 'Pause, go on with or cancel a migration that an administrator has begun',
    body: z.object({ id: idOf('migration'), act: z.enum(['pause', 'resume', 'cancel']) }),
    data: ok,
    errors: [Code.notFound, Code.migrationState],
  }),
  get('file/migrations', {
    access: 'file',
    administrator: true,
    title: 'All migrations of the organisation with their figures, as a CSV file',
    data: z.unknown(),
    answers: 'blob',
  }),
] as const
