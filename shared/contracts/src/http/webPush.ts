import { z } from 'zod'
import { Code } from '../codes.ts'
import { approvalNotice } from './approvalShapes.ts'
import { get, ok, post } from './define.ts'

/** Where the push service of a browser accepts notes, and the keys that they are encrypted with (RFC 8291). */
const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(2_000),
  /** The browser's public key and its secret, base64url. */
  p256dh: z.string().regex(/^[\w-]{80,100}={0,2}$/),
  auth: z.string().regex(/^[\w-]{20,30}={0,2}$/),
})

const state = z.object({
  /** Whether this login is notified of new mail and of events while its page is closed. */
  on: z.boolean(),
  /** Whether sender and subject, title and place are part of the notification. */
  withContent: z.boolean(),
})

const language = z.enum(['zh', 'en'])

/** What a closed page receives of a mail. Without `withContent` sender and subject are ''. */
const mailNote = z.object({
  account: z.string(),
  mailId: z.number().int(),
  /** The list that it lies in. */
  path: z.string(),
  from: z.string(),
  subject: z.string(),
  language,
})
export type MailNote = z.infer<typeof mailNote>

/** What a closed page receives of an event that begins soon. Without `withContent` title and place are ''. */
const reminderNote = z.object({
  account: z.string(),
  reminderId: z.number().int(),
  /** The view that shows it, on a day: yyyy-mm-dd. */
  path: z.string(),
  day: z.string(),
  title: z.string(),
  place: z.string(),
  /** When it begins, in the language and the zone of who is reminded. */
  when: z.string(),
  /** Minutes that the reminder comes too late; 0 when in time. */
  late: z.number().int(),
  language,
})
export type ReminderNote = z.infer<typeof reminderNote>

/** What a closed page receives of a mail that is to be followed up now. Without `withContent` subject and note are ''. */
const followUpNote = z.object({
  account: z.string(),
  followUpId: z.number().int(),
  mailId: z.number().int(),
  /** The list that the mail lies in. */
  path: z.string(),
  subject: z.string(),
  note: z.string(),
  language,
})
export type FollowUpNote = z.infer<typeof followUpNote>

/**
 * What a closed page receives of a mail that needs approval: that it waits, or how it was decided. Without `withContent` name
 * and subject are ''.
 */
const approvalNote = approvalNotice.extend({ account: z.string(), approvalId: z.number().int(), language })
export type ApprovalNote = z.infer<typeof approvalNote>

export const pushNote = z.union([approvalNote, followUpNote, mailNote, reminderNote])
export type PushNote = z.infer<typeof pushNote>

/**
 * Web Push (RFC 8030, 8291, 8292): new mail and reminders are sent to a browser whose page is closed. A subscription
 * belongs to the login that asked for it and ends with it.
 */
export const webPushCalls = [
  get('user/push/key', {
    title: 'The public key of this system, by which push services know its notes (VAPID)',
    data: z.object({ publicKey: z.string() }),
  }),
  get('user/push/state', { title: 'Whether this login is told of new mail while its page is closed', data: state }),
  post('user/push/subscribe', {
    title: 'Tell this login of new mail while its page is closed',
    body: pushSubscription.extend({ withContent: z.boolean() }),
    data: state,
    errors: [Code.tooManyRequests],
  }),
  post('user/push/unsubscribe', { title: 'No longer tell it', data: ok }),
] as const
