import { z } from 'zod'
import { Code } from '../codes.ts'
import { ADDRESS_MAX, AUTO_REPLY_LENGTH, SUBJECT_MAX } from '../limits.ts'
import { REPLY_PICTURES_LENGTH, saysSomething } from '../replyPictures.ts'
import { isMailAddress } from '../rules/address.ts'
import { lengthOf } from '../rules/names.ts'
import { epochMs, get, post, written } from './define.ts'
import { shortCode } from './loginFields.ts'

const replyFields = {
  enabled: z.boolean(),
  /** From when and until when; null for at once, and for until it is switched off. */
  startAt: epochMs.nullable(),
  endAt: epochMs.nullable(),
  /** '' for the words of the program with the subject that is answered. */
  subject: written(SUBJECT_MAX * 4).refine((text) => lengthOf(text) <= SUBJECT_MAX),
  /** HTML of the answer to colleagues; small pictures stand in it whole. */
  inside: written(AUTO_REPLY_LENGTH + REPLY_PICTURES_LENGTH),
  /** Who outside of the organisation is answered: all, those the owner has written to, or none. */
  outsideTo: z.enum(['all', 'known', 'nobody']),
  /** HTML of the answer to them; '' for the same as inside. */
  outside: written(AUTO_REPLY_LENGTH + REPLY_PICTURES_LENGTH),
}
export const autoReply = z.object(replyFields)
export type AutoReply = z.infer<typeof autoReply>

/** Why a sender was not answered. */
export const notAnswered = z.enum([
  'no-sender',
  'automatic',
  'list',
  'bulk',
  'robot',
  'self',
  'not-addressed',
  'answered-before',
  'spam',
  'outside',
])
export type NotAnswered = z.infer<typeof notAnswered>

export const replyLogLine = z.object({
  at: epochMs,
  /** '' when the mail named none. */
  sender: z.string(),
  subject: z.string(),
  /** null: it was answered. */
  reason: notAnswered.nullable(),
})
export type ReplyLogLine = z.infer<typeof replyLogLine>

export const forwardAddress = z.object({
  address: z.string(),
  /** Addresses of this system need no code. */
  confirmed: z.boolean(),
  outside: z.boolean(),
})
export type ForwardAddress = z.infer<typeof forwardAddress>

export const autoForward = z.object({
  enabled: z.boolean(),
  /** Whether the mail stays in one's own mailbox as well. */
  keepCopy: z.boolean(),
  addresses: z.array(forwardAddress),
})
export type AutoForward = z.infer<typeof autoForward>

const address = written(ADDRESS_MAX)
  .transform((text) => text.trim())
  .refine(isMailAddress)

/** The answer as it is sent to be saved. */
export const autoReplyDraft = z
  .object(replyFields)
  .refine(({ startAt, endAt }) => startAt === null || endAt === null || endAt - startAt >= 1_000, {
    path: ['endAt'],
  })
  .refine(({ enabled, inside }) => !enabled || saysSomething(inside), { path: ['inside'] })

const forwarding = { name: 'autoForwardEnable', refusal: Code.forwardSwitchedOff } as const

export const autoReplyCalls = [
  get('mail/main/generalConfig/getReply', { title: 'The automatic answer', data: autoReply }),
  post('mail/main/generalConfig/saveReply', {
    noted: { by: 'enabled', kinds: { true: 'replyOn', false: 'replyOff' } },
    title: 'Save the automatic answer',
    body: autoReplyDraft,
    data: autoReply,
  }),
  post('console/autoReply', {
    noted: 'nothing',
    administrator: true,
    ownerOnly: true,
    title: 'Save the automatic answer of somebody else: for administrators',
    body: z.object({ account: z.string().trim().min(1).max(ADDRESS_MAX), reply: autoReplyDraft }),
    data: autoReply,
    errors: [Code.forbidden, Code.notFound],
  }),
  get('mail/main/generalConfig/replyLog', {
    title: 'Whom the automatic answer has answered, and whom not and why, the newest first; 30 days',
    data: z.object({ list: z.array(replyLogLine) }),
  }),
  get('mail/main/generalConfig/away', {
    title: 'Whether a colleague is away now, for who writes to them',
    query: z.object({ address: written(ADDRESS_MAX) }),
    data: z.object({ away: z.boolean(), until: epochMs.nullable(), text: z.string() }),
  }),
  get('mail/main/generalConfig/getForward', {
    switchedBy: forwarding,
    title: 'Forwarding',
    data: autoForward,
    errors: [Code.forwardSwitchedOff],
  }),
  post('mail/main/generalConfig/saveForward', {
    noted: { by: 'enabled', kinds: { true: 'forwardOn', false: 'forwardOff' } },
    switchedBy: forwarding,
    recentPassword: 'sometimes',
    ownerOnly: true,
    title: 'Save forwarding; the addresses stay as they are',
    body: autoForward.pick({ enabled: true, keepCopy: true }),
    data: autoForward,
    errors: [Code.forwardSwitchedOff, Code.recentPassword],
  }),
  post('mail/main/generalConfig/forward/add', {
    noted: { kind: 'forwardAdded', detail: 'address' },
    switchedBy: forwarding,
    recentPassword: 'sometimes',
    ownerOnly: true,
    title: 'Add an address to forward to; an outside one gets a code by mail',
    body: z.object({ address }),
    data: autoForward,
    errors: [
      Code.forwardSwitchedOff,
      Code.recentPassword,
      Code.nameTaken,
      Code.forwardToSelf,
      Code.forwardToNobody,
      Code.forwardNotOutside,
      Code.tooManyRules,
      Code.tooManyRequests,
    ],
  }),
  post('mail/main/generalConfig/forward/confirm', {
    noted: { kind: 'forwardAddress', detail: 'address' },
    switchedBy: forwarding,
    recentPassword: 'always',
    ownerOnly: true,
    title: 'Confirm an outside address by the code that was mailed to it',
    body: z.object({ address, code: shortCode }),
    data: autoForward,
    errors: [Code.forwardSwitchedOff, Code.recentPassword, Code.captchaWrong, Code.codeOver],
  }),
  post('mail/main/generalConfig/forward/remove', {
    noted: { kind: 'forwardGone', detail: 'address' },
    switchedBy: forwarding,
    ownerOnly: true,
    title: 'No longer forward to an address',
    body: z.object({ address }),
    data: autoForward,
    errors: [Code.forwardSwitchedOff],
  }),
] as const
