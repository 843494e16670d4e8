import { z } from 'zod'
import { Code } from '../codes.ts'
import { READ_PASSWORD_MAX } from '../limits.ts'
import { epochMs, post } from './define.ts'
import { attachment } from './mail.ts'
import { idOf } from './names.ts'

/** Where a restricted letter stands for the person who asks. */
export const restrictedState = z.object({
  hasPassword: z.boolean(),
  /** How often each recipient may open it; null where that is not counted. Older servers do not say it. */
  reads: z.number().int().positive().nullable().optional(),
  /** How often it can still be opened; null where that is not counted. */
  readsLeft: z.number().int().nonnegative().nullable(),
  /** Until when it can be opened; null for as long as it is kept. */
  until: epochMs.nullable(),
  burn: z.boolean(),
  secret: z.boolean(),
  /** Whether this login has it open: opening it again is the same reading. */
  isOpen: z.boolean(),
  /** Whether its files may be saved while it is open. */
  mayFilesBeSaved: z.boolean(),
  /**
   * Why it cannot be opened: read as often as it may be, its days are over, it is for the recipient in person, or the mailbox
   * is none that it was sent to. null where it can.
   */
  over: z.enum(['read', 'expired', 'person', 'recipient']).nullable(),
})
export type RestrictedState = z.infer<typeof restrictedState>

export const openedLetter = z.object({
  state: restrictedState,
  /** The whole subject, which lists do not show of a secret one. */
  subject: z.string(),
  /** Hostile until sanitised, as that of any mail. */
  html: z.string().nullable(),
  text: z.string().nullable(),
  truncated: z.boolean(),
  attachments: z.array(attachment),
})
export type OpenedLetter = z.infer<typeof openedLetter>

const aboutMail = { mailId: idOf('mail') }

export const restrictedLetterCalls = [
  post('mail/email/restricted/get', {
    title: 'How a restricted letter may be read, and how often it still can be',
    body: z.object(aboutMail),
    data: restrictedState,
    errors: [Code.mailNotFound],
  }),
  post('mail/email/restricted/open', {
    title: 'Open a restricted letter. Counts once for each login and sitting',
    body: z.object({ ...aboutMail, password: z.string().max(READ_PASSWORD_MAX).default('') }),
    data: openedLetter,
    errors: [Code.mailNotFound, Code.readPasswordWrong, Code.letterOver, Code.tooManyRequests],
  }),
  post('mail/email/restricted/close', {
    title: 'End a reading. A letter that is deleted after its last reading goes now',
    body: z.object(aboutMail),
    data: z.object({ deleted: z.boolean() }),
    errors: [Code.mailNotFound],
  }),
] as const
