import { z } from 'zod'
import { ADDRESS_MAX, APPROVAL_LEVELS_MAX, APPROVAL_LIST_MAX, APPROVAL_NAME_MAX, RECIPIENTS_MAX } from '../limits.ts'
import { lengthOf } from '../rules/names.ts'
import { epochMs, written } from './define.ts'
import { attachment, mailAddress } from './mail.ts'
import { idOf } from './names.ts'

/** A sentence of the server for a person, in both languages. */
export const approvalSentence = z.object({ zh: z.string(), en: z.string() })

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
  sentence: approvalSentence,
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
  why: approvalSentence,
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
      why: approvalSentence,
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
      ways: z.array(approvalSentence.extend({ sendAt: epochMs.nullable() })).optional(),
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
