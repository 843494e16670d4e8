import { z } from 'zod'
import { Code } from '../codes.ts'
import { epochMs, post } from './define.ts'
import { mailAddress } from './mail.ts'
import { idOf } from './names.ts'

/** What a person lets happen when a mail asks whether it was read. */
export const receiptAnswer = z.enum(['ask', 'always', 'never'])
export type ReceiptAnswer = z.infer<typeof receiptAnswer>

/** What is known of the receipts of one mail (RFC 8098). */
export const receiptState = z.object({
  /** Set while the mail asks and the reader has not decided; never for lists, programs' mail, spam and own mail. */
  ask: z
    .object({
      /** Whom the receipt would go to. */
      to: z.array(mailAddress).min(1),
      /** Whether that is another address than the sender's: then it is never sent without asking. */
      elsewhere: z.boolean(),
      /** Whether the settings let it be sent without asking. */
      automatic: z.boolean(),
    })
    .nullable(),
  /** What was decided, null for nothing. */
  answered: z.enum(['sent', 'declined']).nullable(),
  /** Of one's own mail: who has confirmed that they have read it, the first one first. */
  readers: z.array(z.object({ name: z.string(), address: z.string(), at: epochMs })),
})
export type ReceiptState = z.infer<typeof receiptState>

export const receiptCalls = [
  post('mail/email/receipt/get', {
    title: 'What is known of the receipts of a mail',
    body: z.object({ mailId: idOf('mail') }),
    data: receiptState,
    errors: [Code.mailNotFound],
  }),
  post('mail/email/receipt/answer', {
    title: 'Send a receipt of a mail, or none; decided once a mail',
    body: z.object({
      mailId: idOf('mail'),
      send: z.boolean(),
      /** The reader was not asked: sent only where the settings allow it, and the receipt states it. */
      automatic: z.boolean().default(false),
    }),
    data: receiptState,
    errors: [Code.mailNotFound],
  }),
] as const
