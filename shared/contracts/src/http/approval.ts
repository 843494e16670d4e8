import { z } from 'zod'
import { Code } from '../codes.ts'
import { ADDRESS_MAX, APPROVAL_COMMENT_MAX, APPROVAL_LIST_MAX, RECIPIENTS_MAX } from '../limits.ts'
import {
  approvalDifference,
  approvalForecast,
  approvalItem,
  approvalNotice,
  approvalRecord,
  approvalRule,
  approvalRuleBody,
  approvalSentence,
  approvalState,
  approvalTab,
} from './approvalShapes.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { mailAddress } from './mail.ts'
import { idOf, named, queryIdOf } from './names.ts'
import { filePreview, shownQuery } from './previews.ts'

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
    query: shownQuery,
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.notFound, Code.fileTypeBlocked, Code.fileDamaged, Code.busy],
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
      sentence: approvalSentence,
      caught: z.number().int(),
      looked: z.number().int(),
      examples: z.array(
        z.object({
          subject: z.string(),
          from: z.string(),
          at: epochMs,
          why: approvalSentence,
          deciders: z.array(z.string()),
        }),
      ),
    }),
  }),
] as const
