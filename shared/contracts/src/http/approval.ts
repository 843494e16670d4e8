import { z } from 'zod'
import { Code } from '../codes.ts'
import {
  ADDRESS_MAX,
  APPROVAL_COMMENT_MAX,
  APPROVAL_LEVELS_MAX,
  APPROVAL_LIST_MAX,
  APPROVAL_NAME_MAX,
  RECIPIENTS_MAX,
} from '../limits.ts'
import { lengthOf } from '../rules/names.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { attachment, mailAddress } from './mail.ts'
import { idOf, named, queryIdOf } from './names.ts'
import { filePreview } from './previews.ts'

/** A sentence of the server for a person, in both languages. */
const sentence = z.object({ zh: z.string(), en: z.string() })

/**
 * Where a mail stands that needs approval (§4). `expired`: refused because no decision came in time. Lists by `rejected` show
 * those too.
 */
export const approvalState = z.enum(['pending', 'passed', 'rejected', 'withdrawn', 'expired'])
export type ApprovalState = z.infer<typeof approvalState>

export const approvalTab = z.enum(['all', 'pending', 'passed', 'rejected', 'withdrawn'])
export type ApprovalTab = z.infer<typeof approvalTab>

/** Who decides at a level of a rule. `head`: of the sender's department, `up` departments above it. */
export const approvalDeciders = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('people'), accountIds: z.array(idOf('account')).min(1).max(APPROVAL_LIST_MAX) }),
  z.object({ kind: z.literal('head'), up: z.number().int().min(0).max(5) }),
  z.object({ kind: z.literal('administrators') }),
  // Those in a role of a mail group, as they are when a mail is held.
  z.object({ kind: z.literal('group'), groupId: idOf('mail-group'), role: z.enum(['member', 'manager']) }),
])
export type ApprovalDeciders = z.infer<typeof approvalDeciders>

export const approvalLevel = z.object({
  who: approvalDeciders,
  /** Whether one of them decides, or all of them have to pass it. */
  mode: z.enum(['any', 'all']),
  /** Whether the sender may choose one of them. */
  choice: z.boolean(),
  /** After so many working hours without a decision; null: it waits without end. */
  hours: z.number().int().min(1).max(400).nullable(),
  onTimeout: z.enum(['next', 'standIn', 'send', 'refuse']),
  /** Who stands in, for `standIn`. */
  standInId: idOf('account').nullable(),
})
export type ApprovalLevel = z.infer<typeof approvalLevel>

const listed = <Of extends z.ZodType>(one: Of) => z.array(one).max(APPROVAL_LIST_MAX)

/** What a mail must be for a rule to hold it: everything that is named here. An empty list names nothing. */
export const approvalConditions = z.object({
  /** Written by one of these accounts, or by a person of these departments or of one below them, or of these mail groups. */
  senderIds: listed(idOf('account')),
  deptIds: listed(idOf('department')),
  /** Left out, they stay as they were. Older servers do not say it, nor `secrecy`. */
  groupIds: listed(idOf('mail-group')).optional(),
  to: z.enum(['anybody', 'outside', 'inside']),
  /** A recipient in one of these domains, or below it. */
  domains: listed(written(ADDRESS_MAX).transform((text) => text.trim().toLowerCase())),
  /** At least so many recipients. */
  recipientsFrom: z.number().int().min(1).max(RECIPIENTS_MAX).nullable(),
  /** At least so many bytes. */
  sizeFrom: z.number().int().min(1).nullable(),
  withAttachment: z.boolean(),
  /** An attachment whose name ends so, without the dot. */
  fileTypes: listed(written(20).transform((text) => text.trim().replace(/^\./, '').toLowerCase())),
  /** One of these words in the subject, the text, the name of a file, or the content of one that is text. */
  words: listed(written(100).transform((text) => text.trim())).transform((all) => all.filter((one) => one !== '')),
  /** Sent outside of the working hours of the organisation. */
  outsideHours: z.boolean(),
  /** `restricted`: its reading has conditions (`mail.reading`). `secret`: it is confidential, which is one of them. */
  secrecy: z.enum(['any', 'restricted', 'secret']).optional(),
})
export type ApprovalConditions = z.infer<typeof approvalConditions>

const ruleName = written(APPROVAL_NAME_MAX * 4)
  .transform((text) => text.trim())
  .refine((text) => text !== '' && lengthOf(text) <= APPROVAL_NAME_MAX)

export const approvalRuleBody = z.object({
  /** null for a new one. */
  ruleId: idOf('approval-rule').nullable(),
  name: ruleName,
  enabled: z.boolean(),
  conditions: approvalConditions,
  levels: z.array(approvalLevel).min(1).max(APPROVAL_LEVELS_MAX),
  /** Whether a rejection needs a comment. */
  commentRequired: z.boolean(),
  /** It holds from then on, and until then; null without such a bound. */
  startsAt: epochMs.nullable(),
  endsAt: epochMs.nullable(),
})
export type ApprovalRuleBody = z.infer<typeof approvalRuleBody>

export const approvalRule = approvalRuleBody.extend({
  ruleId: idOf('approval-rule'),
  /** The whole rule as people read it. */
  sentence,
  /** Who has made it, '' when the account is gone. */
  owner: z.string(),
  /** How many mails wait because of it. */
  waiting: z.number().int().nonnegative(),
  /** The people that the rule names, so that a page can show them. */
  people: z.array(mailAddress.extend({ accountId: idOf('account') })),
  /** The mail groups and departments that it names. Older servers do not say it. */
  groups: z.array(mailAddress.extend({ groupId: idOf('mail-group') })).optional(),
  departments: z.array(z.object({ deptId: idOf('department'), name: z.string() })).optional(),
})
export type ApprovalRule = z.infer<typeof approvalRule>

/** A person of a level, and what they did. `gone`: it passed on without them. */
export const approvalPerson = mailAddress.extend({
  accountId: idOf('account').nullable(),
  state: z.enum(['later', 'waiting', 'passed', 'rejected', 'handed-on', 'gone']),
  at: epochMs.nullable(),
  comment: z.string(),
  /** Whom they decide for: who handed it on, was away, or did not decide in time; '' for none. */
  standsInFor: z.string(),
  /** They had an absence note when it reached them, so that another person stands in. Older servers do not say it. */
  away: z.boolean().optional(),
})
export type ApprovalPerson = z.infer<typeof approvalPerson>

/** A row of a list of approvals. */
export const approvalItem = z.object({
  recordId: idOf('approval-record'),
  state: approvalState,
  subject: z.string(),
  applicant: mailAddress,
  recipients: z.number().int(),
  /** How many of them are outside of the organisation. */
  outside: z.number().int(),
  hasAttachment: z.boolean(),
  size: z.number().int(),
  createdAt: epochMs,
  /** When it has waited for too long; null when it waits without end, or no longer. */
  dueAt: epochMs.nullable(),
  /** Working minutes that are left until then. */
  minutesLeft: z.number().int().nullable(),
  decidedAt: epochMs.nullable(),
  /**
   * The time that its sender has chosen for it to leave: once it is passed, it waits until then. null without one. Older
   * servers do not say it.
   */
  sendAt: epochMs.nullable().optional(),
  /** Why it needs approval. */
  why: sentence,
  /** Names of those whose decision it waits for. */
  waitsFor: z.array(z.string()),
  /** Whether it waits for the caller. */
  mine: z.boolean(),
})
export type ApprovalItem = z.infer<typeof approvalItem>

export const approvalEvent = z.object({
  at: epochMs,
  kind: z.enum([
    ...(['submitted', 'passed', 'rejected', 'withdrawn', 'handed-on', 'chosen', 'reminded'] as const),
    ...(['next-level', 'stand-in', 'timed-out-sent', 'timed-out-refused'] as const),
    // A question of who decides, and its answer.
    ...(['asked', 'answered'] as const),
    // Whom the sender had chosen before sending may not decide any more, so that those of the rule do.
    'choice-void',
    // Some recipients wait on for themselves, while the mail was passed for the others.
    ...(['held-back'] as const),
  ]),
  /** Who, '' for the server. */
  by: z.string(),
  comment: z.string(),
  /** Whom they stood in for, '' for none. Older servers do not say it. */
  standsInFor: z.string().optional(),
})
export type ApprovalEvent = z.infer<typeof approvalEvent>

/** A record of another mail of the same conversation. */
const earlierDecision = z.object({
  recordId: idOf('approval-record'),
  state: approvalState,
  subject: z.string(),
  /** When it ended; null while it waits. */
  decidedAt: epochMs.nullable(),
  /** Who decided last, and their comment; '' for none. */
  by: z.string(),
  comment: z.string(),
})

/** What of a mail is compared. */
const comparedMail = z.object({
  subject: z.string(),
  /** Its beginning, where it is long. */
  text: z.string(),
  to: z.array(z.string()),
  /** `hash` is that of the content: a file of the same name may be another. */
  files: z.array(z.object({ name: z.string(), size: z.number().int(), hash: z.string() })),
})
export const approvalDifference = z.object({ before: comparedMail, after: comparedMail })
export type ApprovalDifference = z.infer<typeof approvalDifference>

export const approvalRecord = approvalItem.extend({
  /** SHA-256 of the bytes that are decided about; a decision names it. */
  hash: z.string(),
  ruleName: z.string(),
  levels: z.array(z.object({ mode: z.enum(['any', 'all']), people: z.array(approvalPerson) })),
  /** The level that decides, from 0. */
  level: z.number().int(),
  history: z.array(approvalEvent),
  to: z.array(mailAddress.extend({ outside: z.boolean() })),
  /** The words that the rule looks for and the mail has. */
  words: z.array(z.string()),
  /** Where each of them stands. Older servers do not say it, nor what follows here. */
  hits: z.array(z.object({ word: z.string(), in: z.array(z.enum(['subject', 'text', 'file', 'content'])) })).optional(),
  /** What was decided before about mail of the same conversation, the newest first: what the caller may see. */
  earlier: z.array(earlierDecision).optional(),
  /** Whether there is an earlier version of it that the caller may see: `mail/main/approval/difference`. */
  mayCompare: z.boolean().optional(),
  /** Whether the caller may ask its sender, or answer as its sender. */
  mayAsk: z.boolean().optional(),
  /** Whether the caller may pass it for some recipients and let the others wait (`mail/main/approval/decideParts`). */
  mayPart: z.boolean().optional(),
  mayAnswer: z.boolean().optional(),
  commentRequired: z.boolean(),
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
  /** Whether it may be written anew from what it was. */
  mayWriteAgain: z.boolean(),
  mayRemind: z.boolean(),
  mayDownload: z.boolean(),
  /** Its reading has conditions, so that no approver saves its files. Older servers do not say it. */
  restricted: z.boolean().optional(),
  /** Whom the sender may choose; none where there is no choice. */
  candidates: z.array(mailAddress.extend({ accountId: idOf('account') })),
  /** The mail as its recipients will see it; null when it was withdrawn, for who did not write it. */
  mail: z
    .object({
      from: mailAddress,
      html: z.string().nullable(),
      text: z.string().nullable(),
      truncated: z.boolean(),
      attachments: z.array(attachment),
    })
    .nullable(),
})
export type ApprovalRecord = z.infer<typeof approvalRecord>

/** What would become of a letter that is sent now. */
export const approvalForecast = z.object({
  /** null when it leaves without approval. */
  held: z
    .object({
      ruleName: z.string(),
      why: sentence,
      /** Who decides first. */
      deciders: z.array(z.string()),
      levels: z.number().int(),
      dueAt: epochMs.nullable(),
      /** How long decisions of these people usually took, in minutes; null when there were too few. */
      usualMinutes: z.number().int().nullable(),
      /**
       * What to change so that it leaves without approval, each way by itself enough, the smallest first; `sendAt` is the
       * moment from which it could leave so, where that is later. Older servers do not say it.
       */
      ways: z.array(sentence.extend({ sendAt: epochMs.nullable() })).optional(),
      /**
       * Whom its writer may choose with the option `mail.approver`; none where the rule leaves no choice. `away`: they have an
       * absence note, so that another person stands in. Older servers do not say it.
       */
      candidates: z.array(mailAddress.extend({ accountId: idOf('account'), away: z.boolean() })).optional(),
    })
    .nullable(),
})
export type ApprovalForecast = z.infer<typeof approvalForecast>

/** What a person is shown of a record when something happened to it. */
export const approvalNotice = z.object({
  /** `waits`: for the decision of the caller. The others are about a mail of the caller, which was decided. */
  kind: z.enum(['waits', 'passed', 'rejected', 'expired']),
  /** The view of the record. */
  path: z.string(),
  /** Whose mail waits, or who has decided; '' for the server, and for a confidential letter, as its subject is. */
  name: z.string(),
  subject: z.string(),
})
export type ApprovalNotice = z.infer<typeof approvalNotice>

const listQuery = z.object({
  state: approvalTab.default('all'),
  /** Those before this record, for the next page. */
  before: queryIdOf('approval-record').optional(),
  /** Rows that stand above the page, of those before that record. */
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
})
const counts = z.object({
  all: z.number().int(),
  pending: z.number().int(),
  passed: z.number().int(),
  rejected: z.number().int(),
  withdrawn: z.number().int(),
})
const listAnswer = z.object({ list: z.array(approvalItem), more: z.boolean(), counts })
const comment = written(APPROVAL_COMMENT_MAX).transform((text) => text.trim())
const record = z.object({ recordId: idOf('approval-record') })
const CLOSED = [Code.notFound, Code.approvalClosed] as const

export const approvalCalls = [
  get('mail/main/approval/unapprovedCount', {
    title: 'How many mails wait for a decision of the caller, and how many of theirs wait for one',
    data: z.object({ unapproved: z.number().int(), applications: z.number().int() }),
  }),
  get('mail/main/approval/approverApprovalList', {
    title: 'Mails that have reached the caller for approval, the newest first',
    query: listQuery,
    data: listAnswer,
  }),
  get('mail/main/approval/userApprovalList', {
    title: 'Mails of the caller that need or needed approval, the newest first',
    query: listQuery,
    data: listAnswer,
  }),
  get('mail/main/approval/detail', {
    title: 'A mail that needs approval, whole: for who wrote it and for those whom it has reached',
    query: z.object({ recordId: queryIdOf('approval-record') }),
    data: approvalRecord,
    errors: [Code.notFound],
  }),
  get('mail/main/approval/notice', {
    title: 'What a notice has about a record: that it waits for the caller, or how a mail of the caller was decided',
    query: z.object({ recordId: queryIdOf('approval-record') }),
    data: z.object({ notice: approvalNotice.nullable() }),
    errors: [Code.notFound],
  }),
  post('mail/main/approval/decide', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Pass or reject a mail. Only in the own mailbox of the person who decides',
    body: record.extend({ hash: z.string().min(1).max(100), pass: z.boolean(), comment: comment.default('') }),
    data: z.object({ state: approvalState }),
    errors: [...CLOSED, Code.approvalCommentMissing, Code.approvalChanged, Code.forbidden],
  }),
  post('mail/main/approval/decideParts', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Pass a mail for some of its recipients. The others wait on, with the reason, as a record of their own',
    body: record.extend({
      hash: z.string().min(1).max(100),
      /** Those who wait on: at least one, and not all. */
      hold: z
        .array(written(ADDRESS_MAX).transform((text) => text.trim().toLowerCase()))
        .min(1)
        .max(RECIPIENTS_MAX),
      /** For the sender. */
      reason: comment.refine((text) => text !== ''),
    }),
    data: z.object({ state: approvalState, heldId: idOf('approval-record') }),
    errors: [...CLOSED, Code.approvalChanged, Code.badRequest, Code.forbidden],
  }),
  post('mail/main/approval/handOn', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Let another person of the organisation decide in the place of the caller',
    body: record.extend({ to: written(ADDRESS_MAX), comment: comment.default('') }),
    data: ok,
    errors: [...CLOSED, Code.approverNotFound, Code.forbidden],
  }),
  post('mail/main/approval/withdraw', {
    title: 'Take a mail back that waits for approval; what was written on the page becomes a draft again',
    body: record,
    data: z.object({ mailId: idOf('mail').nullable() }),
    errors: CLOSED,
  }),
  post('mail/main/approval/again', {
    title: 'A new draft of a mail that was rejected, was withdrawn or has expired',
    body: record,
    data: z.object({ mailId: idOf('mail') }),
    errors: [Code.notFound],
  }),
  post('mail/main/approval/remind', {
    title: 'Remind those whose decision a mail waits for, once a day',
    body: record,
    data: ok,
    errors: [...CLOSED, Code.tooManyRequests],
  }),
  get('mail/main/approval/difference', {
    title: 'A mail that needs approval and the version of it that was decided about before',
    query: z.object({ recordId: queryIdOf('approval-record') }),
    data: approvalDifference,
    errors: [Code.notFound],
  }),
  post('mail/main/approval/note', {
    title: 'Ask the sender of a mail that waits, as one who decides about it, or answer as its sender',
    body: record.extend({ text: comment.refine((text) => text !== '') }),
    data: ok,
    errors: [...CLOSED, Code.forbidden, Code.tooManyRequests],
  }),
  post('mail/email/setApprover', {
    title: 'Choose who decides about a mail that waits, where its rule leaves the choice',
    body: record.extend({ approverId: idOf('account') }),
    data: ok,
    errors: [...CLOSED, Code.approverNotFound],
  }),
  post('mail/main/approval/open', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'The record to which a link in a mail of the approval leads, once',
    body: z.object({ token: named('ticket', z.string().min(1).max(100)) }),
    data: record,
    errors: [Code.notFound, Code.approvalClosed, Code.forbidden],
  }),
  get('mail/main/approval/standIn', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Who decides in the place of the caller while they have an absence note',
    data: z.object({ standIn: mailAddress.nullable() }),
    errors: [Code.forbidden],
  }),
  post('mail/main/approval/standIn/save', {
    noted: { kind: 'approvalStandIn', detail: 'address' },
    ownerOnly: true,
    title: 'Name who decides in the place of the caller while they have an absence note',
    body: z.object({ address: written(ADDRESS_MAX).transform((text) => text.trim().toLowerCase()) }),
    data: z.object({ standIn: mailAddress.nullable() }),
    errors: [Code.approverNotFound, Code.forbidden],
  }),
  post('mail/main/approval/standIn/remove', {
    noted: { kind: 'approvalStandIn' },
    ownerOnly: true,
    title: 'Let no person decide in the place of the caller any more. What waits for them already goes on waiting',
    body: z.object({}),
    data: ok,
    errors: [Code.forbidden],
  }),
  post('mail/main/approval/preview', {
    title: 'Whether a letter would need approval if it were sent now, why, and who decides',
    body: z.object({
      to: z.array(written(ADDRESS_MAX)).max(3 * RECIPIENTS_MAX),
      subject: written(2_000),
      html: named('html', z.string()),
      fileIds: z.array(named('file', z.string().max(80))).max(200),
      /** The sending time of its option. */
      sendAt: epochMs.nullable().default(null),
      /** What its option `mail.reading` makes it. */
      secrecy: z.enum(['free', 'restricted', 'secret']).default('free'),
      /** Whether its page will encrypt it, so that no rule can read it. */
      encrypted: z.boolean().default(false),
    }),
    data: approvalForecast,
  }),
  get('mail/main/approval/filePreview', {
    switchedBy: 'previewEnable',
    title: 'How a file of a mail that needs approval is shown: by the browser, as its pieces, or not at all',
    query: z.object({
      recordId: queryIdOf('approval-record'),
      fileId: named('approval-file', z.string().regex(/^[\w-]{1,80}$/)),
    }),
    data: filePreview,
    errors: [Code.notFound, Code.fileDamaged, Code.busy],
  }),
  get('file/approval/{recordId}/{fileId}', {
    access: 'file',
    params: { recordId: 'approval-record', fileId: 'approval-file' },
    title: 'A file of a mail that needs approval: pictures of the text, and what may be downloaded',
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.notFound, Code.letterRestricted],
  }),
  get('file/approvalShown/{recordId}/{fileId}', {
    switchedBy: 'previewEnable',
    access: 'file',
    params: { recordId: 'approval-record', fileId: 'approval-file' },
    title: 'Show a file of a mail that needs approval in place: pictures, PDF, sound and films only',
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.notFound, Code.fileTypeBlocked, Code.fileDamaged],
  }),
  get('file/approvals', {
    access: 'file',
    administrator: true,
    title: 'All records of approval with what was done, as a CSV file for auditors',
    query: z.object({
      /** Handed in from then on, and before `to`: epoch milliseconds. */
      from: z.coerce.number().int().nonnegative().optional(),
      to: z.coerce.number().int().nonnegative().optional(),
    }),
    data: z.unknown(),
    answers: 'blob',
  }),
  get('mail/main/approval/rule/list', {
    administrator: true,
    title: 'The rules of approval, in their order',
    data: z.object({ list: z.array(approvalRule) }),
  }),
  post('mail/main/approval/rule/save', {
    administrator: true,
    title: 'Make or change a rule. What waits already stays as it is',
    body: approvalRuleBody,
    data: z.object({ ruleId: idOf('approval-rule') }),
    errors: [Code.notFound, Code.approverNotFound],
  }),
  post('mail/main/approval/rule/delete', {
    administrator: true,
    title: 'Delete a rule. What waits already stays as it is',
    body: z.object({ ruleId: idOf('approval-rule') }),
    data: ok,
    errors: [Code.notFound],
  }),
  post('mail/main/approval/rule/order', {
    administrator: true,
    title: 'Put the rules in this order; the first that holds a mail decides about it',
    body: z.object({ ruleIds: z.array(idOf('approval-rule')).max(APPROVAL_LIST_MAX) }),
    data: ok,
  }),
  post('mail/main/approval/rule/people', {
    administrator: true,
    title: 'The people and mail groups that have these addresses, for a rule; what is not there is left out',
    body: z.object({ addresses: z.array(written(ADDRESS_MAX)).max(APPROVAL_LIST_MAX) }),
    data: z.object({
      list: z.array(mailAddress.extend({ accountId: idOf('account') })),
      /** Older servers do not say it. */
      groups: z.array(mailAddress.extend({ groupId: idOf('mail-group') })).optional(),
    }),
  }),
  get('mail/main/approval/rule/departments', {
    administrator: true,
    title: 'The departments of the organisation, for a rule, each below the one that it is part of',
    data: z.object({
      list: z.array(z.object({ deptId: idOf('department'), name: z.string(), depth: z.number().int() })),
    }),
  }),
  post('mail/main/approval/rule/try', {
    administrator: true,
    title: 'What a rule means, and which mails of the last thirty days it would have held',
    body: approvalRuleBody,
    data: z.object({
      sentence,
      caught: z.number().int(),
      looked: z.number().int(),
      examples: z.array(
        z.object({ subject: z.string(), from: z.string(), at: epochMs, why: sentence, deciders: z.array(z.string()) }),
      ),
    }),
  }),
] as const
