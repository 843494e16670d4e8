import { z } from 'zod'
import { MIGRATION_SECRET_MAX } from '../limits.ts'
import { epochMs, written } from './define.ts'
import { ruleCondition } from './mailClassify.ts'
import { idOf } from './names.ts'

const count = z.number().int().nonnegative()

/** The states of a migration (§4, Migration status). */
export const migrationState = z.enum(['dispatching', 'migrating', 'finished', 'paused', 'cancelled', 'failed'])
export type MigrationState = z.infer<typeof migrationState>

/** Whether mail comes from another server (`in`), goes to one (`out`), or comes from files (`files`). */
export const migrationKind = z.enum(['in', 'out', 'files'])
export type MigrationKind = z.infer<typeof migrationKind>

/** Why a folder was left out as a whole: closed by a password, deleted here, or refused by the other server. */
export const migrationFolderReason = z.enum(['', 'closed', 'gone', 'refused'])
export type MigrationFolderReason = z.infer<typeof migrationFolderReason>

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
  'counted',
  'forgotten',
  'fullThere',
  'token',
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
  /**
   * By a password, or by an access token of OAuth 2.0 (RFC 7628) that another program has got; by a refresh token where the
   * operator has named a client that renews access tokens of that server.
   */
  login: z.enum(['password', 'token', 'refresh']).default('password'),
  /** The password, the authorization code where the provider asks for one, or the token. */
  password: z.string().min(1).max(MIGRATION_SECRET_MAX),
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

/** What a dry run has counted in a folder of the other server, by sizes, marks and Message-ID: no mail was fetched. */
export const migrationEstimate = z.object({
  /** Mails that would be brought, and their bytes. */
  bring: count,
  bytes: count,
  /** Brought before, or with a Message-ID that the folder here has. */
  already: count,
  /** Larger than a mail may be; empty or not given by the other server; marked as deleted there. */
  tooLarge: count,
  broken: count,
  deleted: count,
  /** For a copy to another server: mails with conditions of reading, which are not copied. Older servers do not say it. */
  restricted: count.optional(),
})
export type MigrationEstimate = z.infer<typeof migrationEstimate>

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
  /** Mails here that later runs have marked as they are marked there by now. */
  changed: count,
  /** Mails that were brought, and deleted again because the migration was undone. */
  undone: count,
  /** Bytes of the mails that were brought. */
  bytes: count,
  /** Of a dry run; null where none has counted the folder. */
  estimate: migrationEstimate.nullable(),
  /** Why it was left out as a whole, and its mails that the other server has. Older servers do not say it. */
  reason: migrationFolderReason.optional(),
  thereFound: count.nullable().optional(),
})
export type MigrationFolder = z.infer<typeof migrationFolder>

/** Why an address book or a calendar was not brought; empty where it was. */
export const migrationBookReason = z.enum([
  '',
  'none',
  'unreachable',
  'login',
  'certificate',
  'notAllowed',
  'throttled',
  'tooLarge',
  'failed',
])
export type MigrationBookReason = z.infer<typeof migrationBookReason>

/** An address book (CardDAV, RFC 6352) or a calendar (CalDAV, RFC 4791) of the other server. */
export const migrationBook = z.object({
  kind: z.enum(['contacts', 'calendars']),
  /** Empty, with the reason `none` or another, where the other server has none of the kind or it was not found out. */
  name: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  reason: migrationBookReason,
  /** Cards, or events and tasks, there; brought; not brought, each with its reason in the receipt. */
  total: count,
  brought: count,
  noted: count,
})
export type MigrationBook = z.infer<typeof migrationBook>

export const migration = z.object({
  id: idOf('migration'),
  /** Older servers do not say it: theirs bring mail. */
  kind: migrationKind.optional(),
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
  /** Whether the run that goes on, or was the last, only counts. */
  dry: z.boolean(),
  /** Whether what it has brought is being deleted again, or was. */
  undo: z.enum(['', 'running', 'done']),
  /** Until when it can be undone; null where it cannot. */
  undoUntil: epochMs.nullable(),
  folders: z.array(migrationFolder),
  books: z.array(migrationBook),
})
export type Migration = z.infer<typeof migration>

/** A line of a table of people that was not begun, and why. */
export const migrationLineProblem = z.object({
  line: count,
  address: z.string(),
  problem: z.enum([
    'address',
    'twice',
    'account',
    'host',
    'port',
    'security',
    'user',
    'login',
    'password',
    'fingerprint',
    'running',
    'notAllowed',
    'unreachable',
    'tooManyHosts',
  ]),
})
export type MigrationLineProblem = z.infer<typeof migrationLineProblem>

/** What became of a table of people: begun, run once more, and lines that were not begun. */
export const migrationsBegun = z.object({ begun: count, again: count, problems: z.array(migrationLineProblem) })
export type MigrationsBegun = z.infer<typeof migrationsBegun>

/** A migration that an administrator has begun for another. */
export const migrationOfMany = z.object({
  id: idOf('migration'),
  /** The mailbox here, and the name of its person. */
  address: z.string(),
  name: z.string(),
  host: z.string(),
  user: z.string(),
  state: migrationState,
  reason: migrationReason,
  dry: z.boolean(),
  createdAt: epochMs,
  finishedAt: epochMs.nullable(),
  total: count,
  brought: count,
  known: count,
  noted: count,
  bytes: count,
  /** Mails that a dry run has counted to be brought. */
  bring: count,
})
export type MigrationOfMany = z.infer<typeof migrationOfMany>

/** What of a filter of another server is not the same here, or why it is no rule. */
export const otherRuleLoss = z.enum([
  /** A test, a pattern, a value or an action that rules do not have; tests inside each other; a branch after a branch. */
  'test',
  'pattern',
  'value',
  'action',
  'nested',
  'chain',
  /** It holds for every mail; it answers mails; it stores a mail in two folders. */
  'always',
  'vacation',
  'copies',
  /** The script is not at work, or cannot be read. */
  'inactive',
  'unreadable',
  /** Here a rule asks whether a text includes another; deletes into the recycle bin; keeps what it forwards. */
  'inexact',
  'bin',
  'kept',
  /** A mark that mails here do not have. */
  'flag',
])
export type OtherRuleLoss = z.infer<typeof otherRuleLoss>

/** A filter of another server as a rule of this mailbox. */
export const otherRule = z.object({
  name: z.string(),
  match: z.enum(['all', 'any']),
  conditions: z.array(ruleCondition),
  /** As the other server names it; empty for none. */
  folder: z.string(),
  read: z.boolean(),
  star: z.boolean(),
  forward: z.array(z.string()),
  reject: z.string().nullable(),
  delete: z.boolean(),
  stop: z.boolean(),
  losses: z.array(otherRuleLoss),
  /** Not here yet; here before; made now; could not be made, for instance because mail may not be forwarded there. */
  state: z.enum(['new', 'there', 'made', 'refused']),
})
export type OtherRule = z.infer<typeof otherRule>

export const otherRules = z.object({
  rules: z.array(otherRule),
  /** Parts of the script that are no rule here, as they are written there. */
  left: z.array(z.object({ source: z.string(), loss: otherRuleLoss })),
})
export type OtherRulesData = z.infer<typeof otherRules>
