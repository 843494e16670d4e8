import { z } from 'zod'
import { Code } from '../codes.ts'
import { epochMs, get, post } from './define.ts'
import { named } from './names.ts'

/** What the server checks. */
export const selfCheckKind = z.enum(['quota', 'forwarding', 'rules', 'senders', 'reply', 'logins'])
export type SelfCheckKind = z.infer<typeof selfCheckKind>

/** Something that may keep mail from its owner, or let others at it. */
export const selfCheckFinding = z.object({
  /** Names the finding for its repair. */
  id: z.string(),
  kind: selfCheckKind,
  /** What is wrong, and what the repair does, in the owner's language. */
  what: z.string(),
  repair: z.string(),
  /** Whether the repair destroys something and is asked about first. */
  destroys: z.boolean(),
})
export type SelfCheckFinding = z.infer<typeof selfCheckFinding>

const result = z.object({
  /** The server's clock. */
  now: epochMs,
  findings: z.array(selfCheckFinding),
})

export const selfCheckCalls = [
  get('mail/main/selfCheck', { title: 'What of the mailbox and its settings may go wrong', data: result }),
  post('mail/main/selfCheck/repair', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Repair one finding; answers what is left',
    body: z.object({ id: named('finding', z.string().min(1).max(300)) }),
    data: result,
    errors: [Code.notFound],
  }),
] as const
