import { z } from 'zod'
import { Code } from '../codes.ts'
import { MISUSE_PAGE, MISUSE_REASONS, MISUSE_TEXT_MAX } from '../misuseLimits.ts'
import { lengthOf } from '../rules/names.ts'
import { epochMs, get, post, written } from './define.ts'
import { mailAddress } from './mail.ts'
import { idOf, queryIdOf } from './names.ts'

const text = written(4 * MISUSE_TEXT_MAX)
  .transform((words) => words.trim())
  .refine((words) => lengthOf(words) <= MISUSE_TEXT_MAX)

const reportId = idOf('misuse-report')

/** A mail that a person has reported to the administrators, who have a copy of it. */
export const misuseReport = z.object({
  reportId,
  at: epochMs,
  /** Null when that account was deleted. */
  reporter: mailAddress.nullable(),
  /** The public mailbox that the mail came to; null for the reporter's own. */
  mailbox: mailAddress.nullable(),
  reason: z.enum(MISUSE_REASONS),
  /** In the words of who reported. */
  text: z.string(),
  mail: z.object({ subject: z.string(), from: mailAddress, receivedAt: epochMs, size: z.number().int() }),
  /** Who closed it and when, with the note for other administrators and the answer that was sent; null while it is open. */
  closed: z.object({ at: epochMs, by: mailAddress.nullable(), note: z.string(), answer: z.string() }).nullable(),
})
export type MisuseReport = z.infer<typeof misuseReport>

const administrators = { administrator: true } as const

/** Mails that people report to the administrators of the organisation. */
export const misuseCalls = [
  post('mail/email/misuse/report', {
    title:
      'Report a mail to the administrators, who get a copy of it. A mail that the person has reported before keeps its first report',
    body: z.object({ mailId: idOf('mail'), reason: z.enum(MISUSE_REASONS), text }),
    data: z.object({ reportId }),
    errors: [Code.mailNotFound, Code.letterRestricted, Code.tooManyRequests],
  }),
  get('misuse/reports', {
    ...administrators,
    title: 'Reported mails, open or closed ones, the newest first',
    query: z.object({
      state: z.enum(['open', 'closed']).default('open'),
      before: queryIdOf('misuse-report').optional(),
    }),
    data: z.object({ list: z.array(misuseReport).max(MISUSE_PAGE), more: z.boolean() }),
  }),
  get('misuse/header', {
    ...administrators,
    title: 'The header of a reported mail, as it came',
    query: z.object({ reportId: queryIdOf('misuse-report') }),
    data: z.object({ header: z.string() }),
    errors: [Code.notFound],
  }),
  post('misuse/close', {
    ...administrators,
    title:
      'Close a report with a note for other administrators. Words for who reported are sent to that person as a mail. A report that is closed already stays as it is',
    body: z.object({ reportId, note: text, answer: text }),
    data: z.object({ report: misuseReport, done: z.boolean() }),
    errors: [Code.notFound],
  }),
  post('misuse/open', {
    ...administrators,
    title: 'Open a report again',
    body: z.object({ reportId }),
    data: z.object({ report: misuseReport }),
    errors: [Code.notFound],
  }),
  get('file/misuse', {
    access: 'file',
    ...administrators,
    title: 'A reported mail as the file that it came as',
    query: z.object({ reportId: queryIdOf('misuse-report') }),
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.notFound],
  }),
] as const
