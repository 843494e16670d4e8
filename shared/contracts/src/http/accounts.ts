import { z } from 'zod'
import { Code } from '../codes.ts'
import { get, post } from './define.ts'
import { tokens } from './login.ts'
import { userInfo } from './user.ts'

/** A public mailbox that the user may switch to. */
export const publicMailbox = z.object({
  account: z.string(),
  userName: z.string(),
  /** Unread mails of its inbox. */
  unread: z.number().int(),
})
export type PublicMailbox = z.infer<typeof publicMailbox>

/** The next session, as after a login: the page stores its tokens and loads anew. */
export const switched = tokens.extend({ userMail: z.string(), user: userInfo })
export type Switched = z.infer<typeof switched>

/**
 * Switching between mailboxes (§4). A right is asked for the person who sits before the session, and anew each time: from
 * a public mailbox one reaches what one's own account may reach, and nothing that the mailbox itself may.
 */
export const accountCalls = [
  get('user/public/find', {
    title: 'Public mailboxes that the person may switch to, by name',
    data: z.object({ list: z.array(publicMailbox) }),
  }),
  post('user/account/switch', {
    title: 'Open a session of a public mailbox or of an associated account',
    body: z.object({ account: z.string().trim().min(1).max(254) }),
    data: switched,
    errors: [Code.forbidden],
  }),
  post('user/account/back', {
    title: "Back to one's own account; 403001 where the session is one's own",
    data: switched,
    errors: [Code.forbidden],
  }),
] as const
