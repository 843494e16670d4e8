import { z } from 'zod'
import {
  BODY_SIZE_MAX,
  FOLLOW_UP_WORKDAYS_MAX,
  READ_COUNT_MAX,
  READ_COUNT_MIN,
  READ_PASSWORD_MAX,
  RECIPIENTS_MAX,
  VALID_DAYS_MAX,
  VALID_DAYS_MIN,
} from '../limits.ts'
import { letterOptionsProblem } from '../rules/letterOptionsProblem.ts'
import { idOf, named } from './names.ts'

/** How a mail being written came about. */
export const writeKind = z.enum(['new', 'reply', 'replyAll', 'forward', 'editAgain', 'draft'])
export type WriteKind = z.infer<typeof writeKind>

/** Drafts keep what was typed, right or wrong. */
const typedRecipient = z.object({ name: z.string().max(200), address: z.string().max(254) })

/**
 * How a letter may be read (§3, mail authorization). With any of these conditions the mailboxes of its recipients have its
 * head alone, and its text is shown where it is opened. The sender's own copy is free.
 */
export const letterReading = z.object({
  /** null for none; '' for one that has to be entered again, because it is not kept with drafts. */
  password: z.string().max(READ_PASSWORD_MAX).nullable(),
  /** How often each recipient may open it; null for any number. */
  reads: z.number().int().min(READ_COUNT_MIN).max(READ_COUNT_MAX).nullable(),
  /** For how many days from its delivery; null for as long as it is kept. */
  days: z.number().int().min(VALID_DAYS_MIN).max(VALID_DAYS_MAX).nullable(),
  /** Each of the other conditions forbids forwarding as well. */
  noForward: z.boolean(),
  /** It is deleted after the last reading: the only one where no number is given. */
  burn: z.boolean(),
  /** Lists, notices and search show no subject either, and only the recipient in person opens it. */
  secret: z.boolean(),
})
export type LetterReading = z.infer<typeof letterReading>

/**
 * The options that the mail service itself acts on. A new one is a line here, its default in `LETTER_OPTION_DEFAULTS`, and
 * the place of the server that acts on it; saving, journal, conflict and sending pass it as they pass all.
 */
export const knownLetterOptions = z.object({
  /** 1 is high, 5 low. */
  'mail.priority': z.union([z.literal(1), z.literal(3), z.literal(5)]),
  /** Whether a receipt is asked for. */
  'mail.receipt': z.boolean(),
  /** When it is to leave, epoch milliseconds; null for at once. */
  'mail.sendAt': z.number().int().nonnegative().nullable(),
  /** After how many working days its writer is reminded if no answer comes; null for never. */
  'mail.followUp': z.number().int().min(1).max(FOLLOW_UP_WORKDAYS_MAX).nullable(),
  /** How it may be read; null for freely. */
  'mail.reading': letterReading.nullable(),
  /** Whether each recipient gets it alone in To, with fields such as {{name}} filled in. */
  'mail.separately': z.boolean(),
  /** Whom its writer has chosen to approve it, where the rule that holds it leaves the choice; null for whom the rule names. */
  'mail.approver': idOf('account').nullable(),
  /** The sent letter that this one corrects, in its place at recipients of the organisation; null for none. */
  'mail.corrects': idOf('mail').nullable(),
})
export type KnownLetterOptions = z.infer<typeof knownLetterOptions>

/**
 * What is chosen for a letter beside its fields, by namespace and name: `mail.receipt`, `remote-notes.stamp`. The namespace
 * is `mail`, or the name of the remote that the option belongs to. What is not named has its default. Options that a build
 * does not know are kept as they are.
 */
export const letterOptions = knownLetterOptions
  .partial()
  .catchall(z.unknown())
  .refine((options) => letterOptionsProblem(options) === null, { message: 'too many, too large or misnamed' })
export type LetterOptions = z.infer<typeof letterOptions>

/** A letter as a whole: what is saved as a draft, kept on the device, compared with another version, and sent. */
export const letterContent = z.object({
  kind: writeKind,
  /** The mail answered, forwarded or edited again; its marks change when this one is sent. */
  sourceMailId: idOf('mail').nullable(),
  /** Empty for the owner's own address. */
  from: z.string().max(254).default(''),
  to: z.array(typedRecipient).max(RECIPIENTS_MAX),
  cc: z.array(typedRecipient).max(RECIPIENTS_MAX),
  bcc: z.array(typedRecipient).max(RECIPIENTS_MAX),
  subject: z.string().max(1_000),
  /** HTML of the editor. Pictures are `file/showSendMailPicture/{id}` addresses; the server turns them into parts. */
  html: named('html', z.string().max(BODY_SIZE_MAX)),
  /** Uploaded files, and attachments carried over from the source mail, in order. */
  fileIds: z.array(named('file', z.string().max(80))).max(200),
  options: letterOptions,
})
export type LetterContent = z.output<typeof letterContent>

/** What clients and servers of former versions name in place of the options that there were. */
export const formerOptionFields = z.object({
  priority: z.union([z.literal(1), z.literal(3), z.literal(5)]).optional(),
  requestReceipt: z.boolean().optional(),
})

/** A letter as a call brings it. A client of a former version sends no `options`. */
export const calledLetter = letterContent.extend({
  options: letterOptions.optional(),
  ...formerOptionFields.shape,
})
