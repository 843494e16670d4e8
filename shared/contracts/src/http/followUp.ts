import { z } from 'zod'
import { Code } from '../codes.ts'
import {
  FOLLOW_UP_MAILS_MAX,
  FOLLOW_UP_NOTE_MAX,
  FOLLOW_UP_WORKDAYS_MAX,
  FOLLOW_UPS_MAX,
  ZONE_NAME_MAX,
} from '../limits.ts'
import { lengthOf } from '../rules/names.ts'
import { epochMs, ok, post, written } from './define.ts'
import { mailAddress } from './mail.ts'
import { idOf } from './names.ts'

/**
 * Where a follow-up stands. `open`: it waits. `due`: it stands above the inbox. `answered`: a person has answered the mail,
 * and it has ended by itself. `over`: a person has ended it, or the mail was thrown away.
 */
export const followUpState = z.enum(['open', 'due', 'answered', 'over'])
export type FollowUpState = z.infer<typeof followUpState>

/** `active`: open and due ones. */
export const followUpTab = z.enum(['active', 'open', 'due', 'answered', 'over'])
export type FollowUpTab = z.infer<typeof followUpTab>

/** When it is due: at a moment, or in the morning of the n-th working day after today. */
export const followUpWhen = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), at: epochMs }),
  z.object({ kind: z.literal('workdays'), days: z.number().int().min(1).max(FOLLOW_UP_WORKDAYS_MAX) }),
])
export type FollowUpWhen = z.infer<typeof followUpWhen>

/** The zone of the page (IANA); that of the settings where it is not named. */
const zone = z.string().max(ZONE_NAME_MAX).optional()

const note = written(4 * FOLLOW_UP_NOTE_MAX)
  .transform((text) => text.trim())
  .refine((text) => lengthOf(text) <= FOLLOW_UP_NOTE_MAX)

export const followUp = z.object({
  followUpId: idOf('follow-up'),
  mailId: idOf('mail'),
  mailboxId: idOf('folder'),
  state: followUpState,
  dueAt: epochMs,
  note: z.string(),
  /** It ends by itself when the mail is answered. */
  unlessAnswered: z.boolean(),
  /** The mail lies in the folder of snoozed mails until then. */
  snoozed: z.boolean(),
  /** In how many working days it was asked for; null for a moment. */
  workdays: z.number().int().nullable(),
  /** The mail was sent from this mailbox. */
  sent: z.boolean(),
  subject: z.string(),
  from: mailAddress,
  /** The first recipients; `toCount` is how many there are. */
  to: z.array(mailAddress),
  toCount: z.number().int(),
  date: epochMs,
  /** Who is on leave, because of whom it was put off; `until` is null where no end is known. */
  away: z.object({ name: z.string(), until: epochMs.nullable() }).nullable(),
  /** Who has answered; '' for none, and where the answer lies in a folder with a password. */
  answeredBy: z.string(),
  endedAt: epochMs.nullable(),
})
export type FollowUp = z.infer<typeof followUp>

const followUpIds = z.array(idOf('follow-up')).min(1).max(FOLLOW_UPS_MAX)

export const followUpCalls = [
  post('mail/pending/mailSchedule', {
    title: 'When a follow-up would be due that is asked for in this way',
    body: z.object({ when: followUpWhen, zone }),
    data: z.object({ dueAt: epochMs }),
  }),
  post('mail/pending/saveOrUpdatePendingInfo', {
    title: 'Follow up mails, or change when and how; one follow-up for each mail',
    body: z
      .object({
        mailIds: z.array(idOf('mail')).min(1).max(FOLLOW_UP_MAILS_MAX),
        when: followUpWhen,
        zone,
        unlessAnswered: z.boolean().default(false),
        /** The mails lie in a folder of their own until then. */
        snooze: z.boolean().default(false),
        note: note.default(''),
      })
      .refine(({ unlessAnswered, snooze }) => !(unlessAnswered && snooze), { path: ['snooze'] }),
    data: z.object({ dueAt: epochMs, followUpIds: z.array(idOf('follow-up')) }),
    errors: [Code.mailNotFound, Code.tooManyRules, Code.followUpRefused],
  }),
  post('mail/pending/pendingMailList', {
    title: 'Follow-ups of the mailbox with their mails: the next one first, of those that have ended the last one',
    body: z.object({
      state: followUpTab.default('active'),
      /** That of one mail alone. */
      mailId: idOf('mail').optional(),
      offset: z.number().int().min(0).max(FOLLOW_UPS_MAX).default(0),
      pageSize: z.number().int().min(1).max(100).default(50),
    }),
    data: z.object({
      list: z.array(followUp),
      more: z.boolean(),
      /** How many there are, without those of mails in folders with a password. */
      counts: z.object({ open: z.number().int(), due: z.number().int() }),
    }),
  }),
  post('mail/pending/overPending', {
    title:
      'End follow-ups; snoozed mails return to where they were. Those that have ended, or are gone, are passed over',
    body: z.object({ followUpIds }),
    data: z.object({ ended: z.number().int() }),
  }),
  post('mail/pending/deletePendingMail', {
    title: 'Delete follow-ups, not their mails; snoozed mails return to where they were',
    body: z.object({ followUpIds }),
    data: ok,
  }),
] as const
