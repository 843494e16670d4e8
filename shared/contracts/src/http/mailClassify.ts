import { z } from 'zod'
import { Code } from '../codes.ts'
import {
  ADDRESS_MAX,
  LISTED_SENDERS_MAX,
  RULE_CONDITIONS_MAX,
  RULE_FORWARDS_MAX,
  RULE_NAME_MAX,
  RULE_REASON_MAX,
  RULE_VALUE_MAX,
  RULES_MAX,
} from '../limits.ts'
import { isMailAddress } from '../rules/address.ts'
import { isHeaderName, ruleValueProblem, senderPattern } from '../rules/mailRules.ts'
import { lengthOf } from '../rules/names.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { mailListItem } from './mail.ts'
import { idOf } from './names.ts'

/** The field of a text condition. `recipient` is To and Cc, names and addresses. */
export const ruleTextField = z.enum(['sender', 'recipient', 'subject', 'body'])
export type RuleTextField = z.infer<typeof ruleTextField>

const value = written(RULE_VALUE_MAX * 4).refine((text) => ruleValueProblem(text) === null, {
  message: 'letters, digits, half-width symbols',
})
/** False: the condition holds where this is so ("includes"). True: where it is not ("does not include"). */
const not = z.boolean()
const minute = z.number().int().min(0).max(1_439)

export const ruleCondition = z.discriminatedUnion('field', [
  z.object({ field: ruleTextField, not, value }),
  /** A header field by its name; '' holds for any mail that has it. */
  z.object({
    field: z.literal('header'),
    not,
    name: z.string().refine(isHeaderName),
    value: value.or(z.literal('')),
  }),
  /** Some attachment whose name includes this; '' for any. */
  z.object({ field: z.literal('attachment'), not, value: value.or(z.literal('')) }),
  /** At least so many kilobytes (1,024 bytes). */
  z.object({ field: z.literal('size'), not, kb: z.number().int().min(1).max(10_485_760) }),
  /** It came between these minutes of the day, on these days (1 Monday to 7 Sunday), in the time zone of the owner. */
  z.object({
    field: z.literal('time'),
    not,
    from: minute,
    to: minute,
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  }),
])
export type RuleCondition = z.infer<typeof ruleCondition>

const address = written(ADDRESS_MAX)
  .transform((text) => text.trim())
  .refine(isMailAddress)

export const ruleActions = z.object({
  /** A folder of the owner; null leaves the mail where it was going. */
  folderId: idOf('placed-folder').nullable().default(null),
  labelIds: z.array(idOf('label')).max(20).default([]),
  read: z.boolean().default(false),
  /** The star: 0 none, 1 to 7 its colours. */
  star: z.number().int().min(0).max(7).default(0),
  /** No notification of the mail. */
  quiet: z.boolean().default(false),
  forward: z
    .array(address)
    .max(RULE_FORWARDS_MAX)
    .refine((list) => new Set(list.map((one) => one.toLowerCase())).size === list.length, { message: 'duplicate' })
    .default([]),
  /** Not delivered, and its sender is informed; '' gives no reason. null does not refuse. */
  reject: written(RULE_REASON_MAX * 4)
    .refine((text) => lengthOf(text) <= RULE_REASON_MAX)
    .nullable()
    .default(null),
  /** Into the recycle bin. */
  delete: z.boolean().default(false),
  /** No rule below is asked. */
  stop: z.boolean().default(false),
})
export type RuleActions = z.output<typeof ruleActions>

const ruleFields = {
  ruleName: written(RULE_NAME_MAX * 4)
    .transform((text) => text.trim())
    .refine((text) => text !== '' && lengthOf(text) <= RULE_NAME_MAX),
  enabled: z.boolean().default(true),
  /** Whether all conditions have to hold, or any. */
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(ruleCondition).min(1).max(RULE_CONDITIONS_MAX),
  actions: ruleActions.refine(
    ({ folderId, labelIds, read, star, quiet, forward, reject, delete: deletes, stop }) =>
      folderId !== null ||
      labelIds.length + star + forward.length > 0 ||
      read ||
      quiet ||
      reject !== null ||
      deletes ||
      stop,
    { message: 'no action' },
  ),
}

export const mailRule = z.object({ ruleId: idOf('rule'), ...ruleFields, sort: z.number().int() })
export type MailRule = z.output<typeof mailRule>

export const ruleDraft = z.object(ruleFields)
export type RuleDraft = z.input<typeof ruleDraft>

/** What a rule would have done with the mails of the last month, or of one folder. */
export const rulePreview = z.object({
  /** Mails that it matches, of so many that were tested, the newest. */
  caught: z.number().int().nonnegative(),
  looked: z.number().int().nonnegative(),
  /** Whether older mails of the month were left out. */
  more: z.boolean(),
  /** How many of those it catches are from addresses of this organisation. Older servers leave it out. */
  colleagues: z.number().int().nonnegative().optional(),
  /** The newest that it catches. */
  list: z.array(mailListItem),
})
export type RulePreview = z.infer<typeof rulePreview>

/** One rule at work on mails that are there already. */
export const ruleRun = z.object({
  runId: idOf('rule-run'),
  ruleName: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'undone']),
  total: z.number().int().nonnegative(),
  done: z.number().int().nonnegative(),
  caught: z.number().int().nonnegative(),
})
export type RuleRun = z.infer<typeof ruleRun>

export const listedSender = z.object({
  /** An address, or a domain with its @. */
  pattern: z.string(),
  kind: z.enum(['blocked', 'allowed']),
  addedAt: epochMs,
})
export type ListedSender = z.infer<typeof listedSender>

const errors = [Code.ruleNotFound]

export const mailClassifyCalls = [
  get('mail/mailClassify/list', {
    title: 'Classification rules in the order in which they are asked, and what they may name',
    data: z.object({
      list: z.array(mailRule),
      /** Whether rules may forward, and the outside addresses that have been confirmed. */
      mayForward: z.boolean(),
      confirmed: z.array(z.string()),
    }),
  }),
  post('mail/mailClassify/save', {
    noted: { kind: 'rule', detail: 'ruleName' },
    ownerOnly: true,
    title: 'Make a rule, or change one',
    body: ruleDraft.extend({ ruleId: idOf('rule').nullable().default(null) }),
    data: mailRule,
    errors: [
      Code.ruleNotFound,
      Code.folderNotFound,
      Code.labelNotFound,
      Code.forwardSwitchedOff,
      Code.forwardToSelf,
      Code.forwardToNobody,
      Code.forwardNotOutside,
      Code.forwardUnconfirmed,
      Code.tooManyRules,
      Code.forbidden,
    ],
  }),
  post('mail/mailClassify/delete/{id}', {
    noted: { kind: 'ruleGone' },
    ownerOnly: true,
    title: 'Delete a rule',
    params: { id: 'rule' },
    data: mailRule,
    errors,
  }),
  post('mail/mailClassify/deleteAll', {
    noted: { kind: 'rulesGone' },
    ownerOnly: true,
    title: 'Delete all rules',
    data: z.object({ list: z.array(mailRule) }),
  }),
  post('mail/mailClassify/status', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Switch a rule on or off',
    body: z.object({ ruleId: idOf('rule'), enabled: z.boolean() }),
    data: mailRule,
    errors,
  }),
  post('mail/mailClassify/sort', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'The order in which rules are asked: all of them, the first first',
    body: z.object({ ruleIds: z.array(idOf('rule')).max(RULES_MAX) }),
    data: ok,
    errors,
  }),
  post('mail/mailClassify/preview', {
    title: 'What a rule would have caught in the last month, or what it would catch in a folder; nothing is changed',
    body: ruleDraft.pick({ match: true, conditions: true }).extend({ folderId: idOf('folder').optional() }),
    data: rulePreview,
    errors: [Code.folderNotFound],
  }),
  post('mail/mailClassify/run', {
    title: 'Begin to apply a rule to the mails of a folder, by moves, labels and marks alone',
    body: z.object({ ruleId: idOf('rule'), folderId: idOf('folder') }),
    data: ruleRun,
    errors: [Code.ruleNotFound, Code.folderNotFound],
  }),
  post('mail/mailClassify/run/next', {
    title: 'Go on with a run: some hundred mails at a time; answers how far it is',
    body: z.object({ runId: idOf('rule-run'), stop: z.boolean().default(false) }),
    data: ruleRun,
    errors: [Code.notFound],
  }),
  post('mail/mailClassify/run/undo', {
    title: 'Take back what a run has done, within 30 days',
    body: z.object({ runId: idOf('rule-run') }),
    data: ruleRun,
    errors: [Code.notFound],
  }),
  get('mail/mailClassify/sieve', {
    title: 'The rules as a Sieve script (RFC 5228)',
    data: z.object({ script: z.string() }),
  }),
  get('mail/mailClassify/senders', {
    title: 'Blocked and allowed senders and domains',
    data: z.object({ list: z.array(listedSender) }),
  }),
  post('mail/mailClassify/senders/save', {
    title: 'Block or allow senders; each stands on one list at most',
    body: z.object({
      kind: listedSender.shape.kind,
      patterns: z
        .array(
          written(ADDRESS_MAX + 1)
            .refine((text) => senderPattern(text) !== null)
            .transform((text) => senderPattern(text) ?? ''),
        )
        .min(1)
        .max(100),
    }),
    data: z.object({ list: z.array(listedSender) }),
    errors: [Code.tooManyRules],
  }),
  post('mail/mailClassify/senders/delete', {
    title: 'Take senders off both lists',
    body: z.object({ patterns: z.array(written(ADDRESS_MAX + 1)).max(LISTED_SENDERS_MAX) }),
    data: z.object({ list: z.array(listedSender) }),
  }),
] as const
