import { z } from 'zod'
import { Code } from '../codes.ts'
import { ADDRESS_MAX } from '../limits.ts'
import { HELD_SENDERS_AT_ONCE } from '../triageLimits.ts'
import { epochMs, get, post, written } from './define.ts'
import { idOf } from './names.ts'

/** A sender whose first mails wait until the person decides. */
export const heldSender = z.object({
  address: z.string(),
  name: z.string(),
  /** Mails that wait. */
  count: z.number().int(),
  latest: epochMs,
})
export type HeldSender = z.infer<typeof heldSender>

/** What the screener is to do with the mails of a sender, now and later. */
export const heldDecision = z.enum(['in', 'out'])
export type HeldDecision = z.infer<typeof heldDecision>

/** Whom a person lets write to them is theirs alone to decide. */
const own = { personAlone: 'ownerOnly', ownerOnly: true, noted: 'nothing' } as const

export const screenerCalls = [
  get('mail/screener/list', {
    ...own,
    title: 'Whether first mails of unknown senders are held, in which folder, and whose wait, the most mails first',
    data: z.object({
      on: z.boolean(),
      folderId: idOf('folder').nullable(),
      list: z.array(heldSender),
      /** Senders in all; the list has the first of them. */
      total: z.number().int(),
    }),
    errors: [Code.folderClosed],
  }),
  post('mail/screener/switch', {
    ...own,
    title: 'Hold first mails of unknown senders from now on, or let in all that wait and hold none',
    body: z.object({ on: z.boolean() }),
    data: z.object({ on: z.boolean(), letIn: z.number().int() }),
    errors: [Code.folderClosed],
  }),
  post('mail/screener/decide', {
    ...own,
    title: 'Let senders in, whose mails go to the inbox, or block them: what waits and what comes later goes to spam',
    body: z.object({
      decision: heldDecision,
      addresses: z.array(written(ADDRESS_MAX)).min(1).max(HELD_SENDERS_AT_ONCE),
    }),
    data: z.object({ moved: z.number().int() }),
    errors: [Code.folderClosed, Code.tooManyRules],
  }),
] as const
