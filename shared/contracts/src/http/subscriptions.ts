import { z } from 'zod'
import { Code } from '../codes.ts'
import { ADDRESS_MAX } from '../limits.ts'
import { epochMs, get, post } from './define.ts'
import { idOf, queryIdOf } from './names.ts'

const count = z.number().int().nonnegative()

/** A sender of mailing lists and automatic mail, by what of them lies in the mailbox. */
export const subscription = z.object({
  address: z.string(),
  name: z.string(),
  /** The newest mail, with its way to unsubscribe. */
  mailId: idOf('mail'),
  count,
  unread: count,
  /** Bytes of all of them. */
  bytes: count,
  /** When the newest came. */
  latest: epochMs,
})
export type Subscription = z.infer<typeof subscription>

/** What came of unsubscribing, or what is left for the person to do. */
export const unsubscribed = z.discriminatedUnion('way', [
  /** The list has been asked by the server (RFC 8058). */
  z.object({ way: z.literal('done') }),
  /** A letter to the list does it; `mailto` is its address (RFC 6068). */
  z.object({ way: z.literal('mail'), mailto: z.string() }),
  /** A page of the list does it. */
  z.object({ way: z.literal('page'), url: z.string() }),
  /** The mail does not say how. */
  z.object({ way: z.literal('none') }),
])
export type Unsubscribed = z.infer<typeof unsubscribed>

export const subscriptionCalls = [
  get('mail/email/subscription/list', {
    title:
      'Who sends the mailbox mail of lists and programs, the most mails first, among its newest mails outside of recycle bin, spam and folders with a password',
    data: z.object({
      list: z.array(subscription),
      /** Mails that were examined, and whether there are older ones that were not. */
      lookedAt: count,
      more: z.boolean(),
    }),
  }),
  post('mail/email/subscription/leave', {
    title:
      'Unsubscribe from the list of a mail. By one click (RFC 8058) the server asks the list; else the answer has the letter or page that does it',
    body: z.object({ mailId: idOf('mail') }),
    data: unsubscribed,
    errors: [Code.mailNotFound, Code.tooManyRequests, Code.upstreamFailed],
  }),
  get('mail/email/subscription/older', {
    title:
      'The mails from an address that came before a moment, the newest first, to be deleted at once; `more` is true where there may be others',
    query: z.object({
      address: z.string().min(1).max(ADDRESS_MAX),
      before: z.coerce.number().int().min(0),
      /** Those of one folder alone. */
      mailboxId: queryIdOf('folder').optional(),
    }),
    data: z.object({ mailIds: z.array(idOf('mail')), more: z.boolean() }),
    errors: [Code.folderNotFound],
  }),
] as const
