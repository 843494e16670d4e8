import { z } from 'zod'
import { Code } from '../codes.ts'
import { ATTACHMENTS_MAX, RECIPIENTS_MAX, SEND_TIME_PEOPLE_MAX, SUBJECT_MAX } from '../limits.ts'
import { isMailAddress } from '../rules/address.ts'
import { lengthOf } from '../rules/names.ts'
import { epochMs, get, post } from './define.ts'
import { calledLetter, formerOptionFields, letterOptions, writeKind } from './letter.ts'
import { attachment, mailAddress } from './mail.ts'
import { idOf, named } from './names.ts'
import { paperDesign } from './papers.ts'
import { letterSignature } from './signatures.ts'

const recipient = mailAddress.refine((one) => isMailAddress(one.address), { message: 'not a mail address' })

export const draftBody = calledLetter.extend({
  /** null makes a new draft. */
  mailId: idOf('mail').nullable(),
  /** Chosen by the client for a new draft, so that a repeated call makes one. It names that draft for ever. */
  clientId: named('request', z.string().min(8).max(64)).nullable().default(null),
  /** The revision this one is based on; null overwrites. */
  revision: z.number().int().nullable(),
})
export type DraftBody = z.input<typeof draftBody>

export const sendBody = calledLetter
  .extend({
    /** The draft that becomes this mail, null when none was saved. */
    mailId: idOf('mail').nullable(),
    /** Chosen by the client, so that a repeated call sends once. */
    requestId: named('request', z.string().min(8).max(64)),
    /** Its writer was asked because another member of the public mailbox has answered, and sends it all the same. */
    answerAgain: z.boolean().optional(),
    to: z.array(recipient).max(RECIPIENTS_MAX),
    cc: z.array(recipient).max(RECIPIENTS_MAX),
    bcc: z.array(recipient).max(RECIPIENTS_MAX),
  })
  .refine((mail) => mail.to.length + mail.cc.length + mail.bcc.length > 0, { message: 'no recipient' })
  .refine((mail) => lengthOf(mail.subject) <= SUBJECT_MAX && mail.subject.trim() !== '', { message: 'subject' })
export type SendBody = z.input<typeof sendBody>

/** A letter that the page is about to sign or encrypt. */
export const letterToProtect = calledLetter.extend({
  to: z.array(recipient).max(RECIPIENTS_MAX),
  cc: z.array(recipient).max(RECIPIENTS_MAX),
  bcc: z.array(recipient).max(RECIPIENTS_MAX),
})

/** A draft was saved. `revision` counts up with each save. */
export const savedDraft = z.object({ mailId: idOf('mail'), revision: z.number().int(), savedAt: epochMs })
export type SavedDraft = z.infer<typeof savedDraft>

/** The answer to saving. */
export const draftAnswer = savedDraft.extend({
  /**
   * Whether the draft holds now what was sent. false when `clientId` named a draft made before: this is that draft, as
   * it was; save once more with its `mailId` and `revision`.
   */
  kept: z.boolean(),
})
export type DraftAnswer = z.infer<typeof draftAnswer>

/** A mail was accepted for sending. Until `releaseAt` it can be taken back by `mail/email/cancel`. */
export const sent = z.object({ sendId: z.string(), mailId: idOf('mail'), releaseAt: epochMs })
export type Sent = z.infer<typeof sent>

/** What the write screen starts from. */
export const writeStart = z.object({
  kind: writeKind,
  sourceMailId: idOf('mail').nullable(),
  /** Set when a draft is continued. */
  mailId: idOf('mail').nullable(),
  revision: z.number().int().nullable(),
  /** The address that a draft is written from, '' for the usual one. Older servers do not say it. */
  from: z.string().optional(),
  to: z.array(mailAddress),
  cc: z.array(mailAddress),
  bcc: z.array(mailAddress),
  subject: z.string(),
  /** The draft's own HTML. */
  html: z.string(),
  /** The mail being quoted, unsanitised; the client quotes it through the mail pipeline. */
  quoted: z
    .object({
      from: mailAddress,
      to: z.array(mailAddress),
      cc: z.array(mailAddress),
      date: epochMs,
      subject: z.string(),
      html: z.string().nullable(),
      text: z.string().nullable(),
    })
    .nullable(),
  attachments: z.array(attachment),
  /** Older servers do not say it; then `priority` and `requestReceipt` are all there is, as they are for older clients. */
  options: letterOptions.optional(),
  ...formerOptionFields.required().shape,
})
export type WriteStart = z.infer<typeof writeStart>

export const writeParams = z.object({
  /** Addresses the user may write from; the first is the usual one. */
  senders: z.array(mailAddress),
  /** HTML that a new letter begins with, '' when there is none. */
  signature: z.string(),
  /** The same of answers and forwarded mails. Older servers do not say it. */
  replySignature: z.string().optional(),
  /** All signatures that letters begin with, by sender and kind of letter. Older servers do not say it. */
  usualSignatures: z.array(letterSignature).optional(),
  /** The paper that a new letter begins on; null for none. */
  usualPaper: paperDesign.nullish(),
  /** Bytes of all attachments and pictures together, as files; what encoding adds on the way does not count. */
  maxMessageSize: z.number().int(),
  /** Files above so many bytes go as links, beside that limit; null where none does. Older servers do not say it. */
  linkedAbove: z.number().int().nullish(),
  /** All extensions that may not be attached, in lower case without dots. */
  controlFileTypes: z.array(z.string()),
})
export type WriteParams = z.infer<typeof writeParams>

const start = { body: z.object({ mailId: idOf('mail') }), data: writeStart, errors: [Code.mailNotFound] }

const quickAnswer = { mailId: idOf('mail'), all: z.boolean(), text: z.string().trim().min(1).max(20_000) }

/** A letter that leaves later. */
export const scheduledMail = z.object({
  /** Cancels it by `mail/email/cancel`. */
  sendId: z.string(),
  mailId: idOf('mail'),
  subject: z.string(),
  /** The first recipients, at most three; `toCount` counts all. */
  to: z.array(mailAddress),
  toCount: z.number().int().nonnegative(),
  sendAt: epochMs,
  /** Why it is held by others beside its time, in a sentence; '' when only its time keeps it. */
  why: z.string(),
})
export type ScheduledMail = z.infer<typeof scheduledMail>

/** What a sending time is to its sender and to the recipients of the organisation. */
export const judgedTime = z.object({
  /** Of the sender's day there: a workday, a weekend, a legal holiday, or a weekend on which people work. */
  day: z.enum(['workday', 'weekend', 'holiday', 'makeUp']),
  /** Name of the holiday, '' for none. */
  holiday: z.string(),
  /** Whether the legal holidays of that year are published. */
  published: z.boolean(),
  /** Recipients who do not work then. */
  away: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      /** What their clock shows then, and when they work: minutes after midnight. */
      clock: z.number().int(),
      workStart: z.number().int(),
      workEnd: z.number().int(),
      /** `dayOff` where they do not work on that day. */
      why: z.enum(['hours', 'dayOff']),
    }),
  ),
  /** How many of the addresses are of people whose hours are known. */
  known: z.number().int().nonnegative(),
})
export type JudgedTime = z.infer<typeof judgedTime>

export const composeCalls = [
  get('mail/email/getWriteParams', { title: 'What writing needs to know', data: writeParams }),
  post('mail/email/reply', { title: 'Start an answer to the sender', ...start }),
  post('mail/email/replyAll', { title: 'Start an answer to everybody', ...start }),
  post('mail/email/forward', { title: 'Start a forwarded mail', ...start }),
  post('mail/email/forwardAttached', {
    title: 'Start a letter that carries mails as files',
    body: z.object({ mailIds: z.array(idOf('mail')).min(1).max(ATTACHMENTS_MAX) }),
    data: writeStart,
    errors: [Code.mailNotFound, Code.tooLarge, Code.storageFull],
  }),
  post('mail/email/editAgain', { title: 'Continue a draft, or write a sent mail again', ...start }),
  post('mail/email/editAgainFromdraft', { title: 'The same as mail/email/editAgain, by its older name', ...start }),
  post('mail/email/drafts', {
    title: 'Save a draft; with a clientId a new one is made once',
    body: draftBody,
    data: draftAnswer,
    errors: [Code.mailNotFound, Code.draftSuperseded, Code.draftHandRefused, Code.attachmentMissing, Code.storageFull],
  }),
  post('mail/email/send', {
    title: 'Send, at once or at the time of its option; until it leaves it can be taken back',
    body: sendBody,
    data: sent,
    errors: [
      Code.recipientsRefused,
      Code.letterOptionRefused,
      Code.approverNotFound,
      Code.sendTimeRefused,
      Code.readPasswordMissing,
      Code.separatelyRefused,
      Code.protectionRefused,
      Code.correctionRefused,
      Code.draftHandRefused,
      Code.attachmentMissing,
      Code.tooLarge,
      Code.storageFull,
      Code.mailNotFound,
      Code.sharingRefused,
      Code.answeredAlready,
    ],
  }),
  post('mail/email/composed', {
    switchedBy: 'smimeEnable',
    title:
      'The MIME of a letter as it would leave, as an uploaded file. The page signs and encrypts it, uploads the protected part, and names that in the option `protection` of the letter that it sends',
    body: letterToProtect,
    data: z.object({ fileId: z.string(), size: z.number().int() }),
    errors: [
      Code.letterOptionRefused,
      Code.sendTimeRefused,
      Code.protectionRefused,
      Code.correctionRefused,
      Code.recipientsRefused,
      Code.attachmentMissing,
      Code.tooLarge,
      Code.storageFull,
    ],
  }),
  post('mail/email/quickSend', {
    title: 'Quick reply with plain text, quoting the mail',
    body: z.object({
      ...quickAnswer,
      requestId: named('request', z.string().min(8).max(64)),
      answerAgain: z.boolean().optional(),
    }),
    data: sent,
    errors: [Code.mailNotFound, Code.recipientsRefused, Code.protectionRefused, Code.answeredAlready],
  }),
  post('mail/email/quickDraft', {
    title: 'Save a quick reply as a draft instead of sending it',
    body: z.object({ ...quickAnswer, clientId: named('request', z.string().min(8).max(64)) }),
    data: draftAnswer,
    errors: [Code.mailNotFound, Code.storageFull, Code.protectionRefused],
  }),
  get('mail/email/scheduled/list', {
    title: 'Letters that leave later, the next one first',
    data: z.object({ list: z.array(scheduledMail) }),
  }),
  post('mail/email/sendTime', {
    title: 'The next working morning, and what a sending time is to the recipients',
    body: z.object({
      at: epochMs.nullable(),
      addresses: z.array(z.string().max(254)).max(SEND_TIME_PEOPLE_MAX),
    }),
    data: z.object({ nextMorning: epochMs, judged: judgedTime.nullable() }),
  }),
  post('mail/email/cancel', {
    title: 'Take a sent mail back; it becomes a draft again',
    body: z.object({ sendId: named('sending', z.string().min(1).max(64)) }),
    data: savedDraft,
    errors: [Code.alreadyDelivered, Code.notFound],
  }),
] as const
