import { z } from 'zod'
import { RECIPIENTS_MAX } from '../limits.ts'
import { post } from './define.ts'
import { idOf } from './names.ts'

/**
 * What a writer is shown of a recipient before sending: `outside` the organisation; `first`, outside and never written to
 * from this mailbox; `unknown`, of the organisation, where no mailbox has the address; `disabled`, switched off;
 * `group`, a mail group; `closedGroup`, one that this writer may not write to; `full`, a mailbox without room.
 */
export const recipientMark = z.enum(['outside', 'first', 'unknown', 'disabled', 'group', 'closedGroup', 'full'])
export type RecipientMark = z.infer<typeof recipientMark>

export const recipientMarkCalls = [
  post('mail/email/recipientMarks', {
    title: 'What is known of recipients before a letter goes to them',
    body: z.object({
      addresses: z.array(z.string().max(254)).max(RECIPIENTS_MAX),
      /** The mail that is answered to all. */
      mailId: idOf('mail').nullable().default(null),
    }),
    /** Addresses without a mark are left out. */
    data: z.object({
      list: z.array(z.object({ address: z.string(), marks: z.array(recipientMark).min(1) })),
      /** Colleagues of whom the hints of other remotes show more: who is away, or shares a name. Older servers do not say it. */
      hinted: z.array(z.string()).optional(),
      /** Whether the answered mail came as a blind copy: its other recipients do not know of this one. */
      blindCopy: z.boolean(),
    }),
  }),
] as const
