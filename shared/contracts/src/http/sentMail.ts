import { z } from 'zod'
import { Code } from '../codes.ts'
import { epochMs, post } from './define.ts'
import { idOf } from './names.ts'

/** Why a letter can be taken back from a recipient, or cannot. */
export const recallable = z.enum([
  'yes',
  /** They have read it, and the organisation recalls unread letters alone (`recallReadEnable`). */
  'read',
  /** They are outside of the organisation. */
  'outside',
  /** It stays with them: in a folder with a password, or opened by a person who lets no reading be reported. */
  'kept',
  /** It is in their mailbox no more. */
  'gone',
  /** It has not reached them. */
  'not-there',
])
export type Recallable = z.infer<typeof recallable>

/** Where a sent mail stands for one recipient. Members of a group who have got it stand by themselves. */
export const sentRecipient = z.object({
  address: z.string(),
  name: z.string(),
  /** Whether they got it as a member of a group or by a rule of another person; then the letter does not name them. */
  indirect: z.boolean(),
  state: z.enum(['held', 'queued', 'delivered', 'relayed', 'failed']),
  /** The words of the server that refused it, or of this one; '' where there are none. */
  reason: z.string(),
  /** Why it failed as programs read it (RFC 3463), such as 5.1.1; '' where nothing is known. */
  status: z.string(),
  /** How it is known that they have read it: by their receipt, or because it is marked as read here; null for not at all. */
  read: z.object({ by: z.enum(['receipt', 'mailbox']), at: epochMs.nullable() }).nullable(),
  /** Why it is in their mailbox no more: taken back, replaced by a corrected copy, burned after reading, or deleted by them. */
  gone: z.enum(['recalled', 'corrected', 'burned', 'deleted']).nullable(),
  /** When it was taken back or replaced; null where it was not. */
  recalledAt: epochMs.nullable(),
  recall: recallable,
  /**
   * How often a person outside has opened a letter on its page, of how many times (null where that is not counted), when last,
   * and whether they can open it still; null for others. Older servers do not say it.
   */
  opened: z
    .object({
      times: z.number().int().nonnegative(),
      of: z.number().int().positive().nullable(),
      at: epochMs.nullable(),
      isOver: z.boolean(),
    })
    .nullable()
    .optional(),
})
export type SentRecipient = z.infer<typeof sentRecipient>

const recipients = z.array(sentRecipient)

export const sentMailCalls = [
  post('mail/email/sent/recipients', {
    title: 'Where a sent mail stands for each recipient, and from whom it can be taken back',
    body: z.object({ mailId: idOf('mail') }),
    /** `total` counts those that are not listed as well. */
    data: z.object({ recipients, total: z.number().int().nonnegative() }),
    errors: [Code.mailNotFound],
  }),
  post('mail/email/cancels', {
    title: 'Take a delivered mail back from recipients of the organisation, as many as can be done in one call',
    body: z.object({
      mailId: idOf('mail'),
      /** Whether a notice lies in its place afterwards. */
      notice: z.boolean(),
    }),
    /** `left`: how many are left for the next call. */
    data: z.object({ recipients, total: z.number().int().nonnegative(), left: z.number().int().nonnegative() }),
    errors: [Code.mailNotFound, Code.notFound],
  }),
] as const
