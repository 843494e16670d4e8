import { z } from 'zod'
import { Code } from '../codes.ts'
import { MIGRATION_FOLDERS_MAX } from '../limits.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { idOf, queryIdOf } from './names.ts'

const count = z.number().int().nonnegative()

/** The states of a migration (§4, Migration status). */
export const migrationState = z.enum(['dispatching', 'migrating', 'finished', 'paused', 'cancelled', 'failed'])
export type MigrationState = z.infer<typeof migrationState>

/** Why a migration waits or has ended; empty where its state is enough. */
export const migrationReason = z.enum([
  '',
  'person',
  'quota',
  'login',
  'certificate',
  'unreachable',
  'notAllowed',
  'throttled',
  'interrupted',
])
export type MigrationReason = z.infer<typeof migrationReason>

/** A letter's way to an IMAP server (RFC 9051): TLS from the first byte, or by STARTTLS; never without. */
export const migrationSecurity = z.enum(['tls', 'starttls'])

export const migrationServer = z.object({
  /** A host name or an address, without a port. */
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^[\p{L}\p{N}](?:[\p{L}\p{N}.:_-]*[\p{L}\p{N}])?$/u),
  port: z.number().int().min(1).max(65_535),
  security: migrationSecurity,
  user: written(254).pipe(z.string().min(1)),
  /** The password, or the authorization code where the provider asks for one. */
  password: z.string().min(1).max(1_000),
  /** The certificate (DER as base64) that the person has accepted, as the test answered it; empty for the known authorities. */
  certificate: z
    .string()
    .max(16_000)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/)
    .default(''),
})
export type MigrationServer = z.input<typeof migrationServer>

/** A certificate that no known authority has signed. */
export const migrationCertificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  validTo: epochMs,
  /** SHA-256, hexadecimal with colons. */
  fingerprint: z.string(),
  problem: z.enum(['selfSigned', 'unknownAuthority', 'otherName', 'expired']),
  /** To be sent back as `certificate` by who accepts it; empty for one that cannot be accepted. */
  certificate: z.string(),
})
export type MigrationCertificate = z.infer<typeof migrationCertificate>

export const migrationSource = z.object({
  /** As the server lists it; it names the folder in other calls. */
  path: z.string(),
  /** Its own name and those of the folders around it, the outermost first. */
  names: z.array(z.string()),
  role: z.enum(['inbox', 'sent', 'drafts', 'trash', 'spam']).nullable(),
  mails: count,
  /** Bytes; null where the server does not count them. */
  bytes: count.nullable(),
})
export type MigrationSource = z.infer<typeof migrationSource>

export const migrationFolder = z.object({
  names: z.array(z.string()),
  /** The folder here that its mails go into; null until the first of them came. */
  mailboxId: idOf('folder').nullable(),
  /** Its name here, where it had to differ. */
  folderName: z.string(),
  state: z.enum(['waiting', 'running', 'done']),
  /** Mails of the range on the other server; brought from there; here before; not brought, each with its reason. */
  total: count,
  brought: count,
  known: count,
  noted: count,
  /** Bytes of the mails that were brought. */
  bytes: count,
})
export type MigrationFolder = z.infer<typeof migrationFolder>

export const migration = z.object({
  id: idOf('migration'),
  host: z.string(),
  user: z.string(),
  state: migrationState,
  reason: migrationReason,
  createdAt: epochMs,
  finishedAt: epochMs.nullable(),
  since: epochMs.nullable(),
  before: epochMs.nullable(),
  /** Milliseconds in which mails were brought, without pauses. */
  workedMs: count,
  folders: z.array(migrationFolder),
})
export type Migration = z.infer<typeof migration>

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
    ownerOnly: true,
    title: 'Log in to the other server and list its folders; nothing is kept',
    body: migrationServer,
    /** With a certificate of an unknown authority there are no folders: the person decides first. */
    data: z.object({ folders: z.array(migrationSource), certificate: migrationCertificate.nullable() }),
    errors: [Code.forbidden, ...unreachable],
  }),
  post('mail/mailMig/save', {
    ownerOnly: true,
    title: 'Begin to bring mail from another server',
    body: z.object({
      server: migrationServer,
      paths: z.array(z.string().min(1).max(1_000)).min(1).max(MIGRATION_FOLDERS_MAX),
      /** Only mail that arrived at or after, and before, these moments. */
      since: epochMs.nonnegative().nullable().default(null),
      before: epochMs.nonnegative().nullable().default(null),
    }),
    data: z.object({ id: idOf('migration') }),
    errors: [Code.forbidden, Code.migrationRange, Code.migrationRunning, ...unreachable],
  }),
  post('mail/mailMig/update', {
    ownerOnly: true,
    title: 'Pause a migration, go on with it, cancel it, or bring what is new since',
    body: z.object({
      id: idOf('migration'),
      act: z.enum(['pause', 'resume', 'cancel', 'again', 'delete']),
      /** For `again`, because the password is forgotten at the end of a migration; and after a wrong one. */
      password: z.string().min(1).max(1_000).optional(),
    }),
    data: ok,
    errors: [Code.forbidden, Code.notFound, Code.migrationState, Code.migrationRunning, Code.migrationPassword],
  }),
  get('mail/mailMig/get', {
    ownerOnly: true,
    title: 'The migrations of the mailbox, the newest first',
    data: z.object({ list: z.array(migration) }),
    errors: [Code.forbidden],
  }),
  get('mail/mailMig/getFile', {
    ownerOnly: true,
    title: 'The receipt of a migration, read back from the mailbox: a page to keep or to print',
    answers: 'blob',
    query: z.object({ id: queryIdOf('migration') }),
    data: z.unknown(),
    errors: [Code.forbidden, Code.notFound],
  }),
  get('file/migration/{migrationId}', {
    access: 'file',
    params: { migrationId: 'migration' },
    ownerOnly: true,
    title: 'The same receipt as a plain link',
    answers: 'blob',
    data: z.unknown(),
    errors: [Code.forbidden, Code.notFound],
  }),
] as const
