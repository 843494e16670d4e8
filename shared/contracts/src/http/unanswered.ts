import { z } from 'zod'
import { Code } from '../codes.ts'
import { MAX_MAILS_PER_ACTION } from '../limits.ts'
import { UNANSWERED_DAYS, UNANSWERED_DAYS_MAX, UNANSWERED_SHOWN } from '../triageLimits.ts'
import { epochMs, get, post } from './define.ts'
import { mailAddress } from './mail.ts'
import { idOf } from './names.ts'

const days = z.coerce
  .number()
  .int()
  .min(1)
  .max(UNANSWERED_DAYS_MAX - 1)
export const unansweredDays = days.default(UNANSWERED_DAYS)

/** A mail to the reader that asks something and has had no answer. */
export const unansweredMail = z.object({
  mailId: idOf('mail'),
  mailboxId: idOf('folder'),
  subject: z.string(),
  from: mailAddress,
  date: epochMs,
})
export type UnansweredMail = z.infer<typeof unansweredMail>

const reminder = z.object({ days: days.nullable() })

/** What becomes due by itself is theirs to decide whose mailbox it is. */
const alone = { personAlone: 'forbidden', noted: 'nothing' } as const

export const unansweredCalls = [
  get('mail/pending/unanswered', {
    title: `Mails of people to the reader that ask something and have had no answer for some days, the newest first, of the last ${UNANSWERED_DAYS_MAX} days`,
    query: z.object({ days: unansweredDays }),
    data: z.object({
      list: z.array(unansweredMail).max(UNANSWERED_SHOWN),
      /** Whether there may be others that were not looked at. */
      more: z.boolean(),
    }),
  }),
  get('mail/pending/unanswered/reminder', {
    ...alone,
    title:
      'After how many days without an answer such mail is due, as a follow-up is; null where none becomes due by itself',
    data: reminder,
  }),
  post('mail/pending/unanswered/remind', {
    ...alone,
    title:
      'Make such mail due, each once, in the morning of the working day after so many days without an answer; null for none. What waits for longer by now stays as it is',
    body: reminder,
    data: reminder,
  }),
  post('mail/pending/settle', {
    title: 'Take mails off the list of those that wait for an answer: each counts as followed up and done',
    body: z.object({ mailIds: z.array(idOf('mail')).min(1).max(MAX_MAILS_PER_ACTION) }),
    data: z.object({ settled: z.number().int() }),
    errors: [Code.mailNotFound, Code.followUpRefused],
  }),
] as const
