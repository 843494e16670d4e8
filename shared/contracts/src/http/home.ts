import { z } from 'zod'
import {
  ADDRESS_MAX,
  HOME_ANNOUNCEMENTS_SHOWN,
  HOME_MAILS_SHOWN,
  HOME_PEOPLE_SHOWN,
  HOME_UNREAD_LOOKED_AT,
} from '../limits.ts'
import { announcement } from './announcements.ts'
import { get, post } from './define.ts'
import { mailAddress, mailList, mailListItem, paging } from './mail.ts'
import { idOf } from './names.ts'
import { unansweredDays } from './unanswered.ts'

const count = z.number().int().nonnegative()

/** What waits for a person, in numbers. Each is the number of rows of one list, named beside it. */
export const home = z.object({
  unread: z.object({
    /** Unread mails of all folders but recycle bin and spam: `mail/email/mailbox/list` with `isUnread=1`. */
    total: count,
    /** The folders that hold them, in the order of the sidebar: the same list with `mailboxId`. */
    folders: z.array(z.object({ mailboxId: idOf('folder'), count })),
    /**
     * Who most of the newest HOME_UNREAD_LOOKED_AT unread mails are from, most first: `mail/home/unread/list`. The name
     * is the one of their newest mail.
     */
    people: z.array(mailAddress.extend({ count })).max(HOME_PEOPLE_SHOWN),
    /** Whether there are more unread mails than were examined to find the people. */
    more: z.boolean(),
  }),
  /** `mail/email/favorite/list`. */
  starred: count,
  /** `mail/email/mailbox/list` of the folder of drafts. */
  drafts: count,
  /** The first rows of these two lists. */
  newest: z.object({
    starred: z.array(mailListItem).max(HOME_MAILS_SHOWN),
    drafts: z.array(mailListItem).max(HOME_MAILS_SHOWN),
  }),
  /** Unread announcements, the newest first. */
  announcements: z.array(announcement).max(HOME_ANNOUNCEMENTS_SHOWN),
  /** Bytes; `limit` 0 means no limit. */
  quota: z.object({ used: count, limit: count }),
})
export type Home = z.infer<typeof home>

/** Unread mails by what they are or by their writers; no address is written so. */
export const unreadGroup = z.enum(['people', 'invitations'])
export type UnreadGroup = z.infer<typeof unreadGroup>

/** What is to be done today. Each is the number of rows of one list; null where its module is off for the mailbox. */
export const homeToday = z.object({
  /** Unread mails that people wrote, and those that invite to an event: `mail/home/unread/list` of that group. */
  people: count,
  invitations: count,
  /** Whether there are more unread mails than were looked at. */
  more: z.boolean(),
  /** Mails that wait for a decision of the person: `mail/main/approval/approverApprovalList`. */
  approvals: count.nullable(),
  /** `mail/pending/pendingMailList` of those that are due. */
  followUps: count,
  /** Mails whose question has had no answer: `mail/pending/unanswered`. */
  unanswered: count,
  /** Senders whose first mail is held: `mail/screener/list`; null while the screener is off. */
  held: count.nullable(),
  /** Files and folders that others share with the person: `documents/list` of `shared`. */
  shared: count.nullable(),
})
export type HomeToday = z.infer<typeof homeToday>

export const homeCalls = [
  post('mail/home/index', { title: 'What waits for the user, and how much room is left', data: home }),
  post('mail/home/today', {
    title: 'What is to be done today, in numbers',
    body: z.object({ unansweredDays }),
    data: homeToday,
  }),
  get('mail/home/unread/list', {
    title: `Unread mails from one address or of one group, among the newest ${HOME_UNREAD_LOOKED_AT} unread ones`,
    query: z.object({
      pageSize: paging.pageSize,
      sortValues: paging.sortValues,
      offset: paging.offset,
      previewColumns: paging.previewColumns,
      /** An address, or `people` or `invitations`. */
      address: z
        .string()
        .min(1)
        .max(ADDRESS_MAX)
        .regex(/^\P{Cc}+$/u),
    }),
    data: mailList,
  }),
] as const
