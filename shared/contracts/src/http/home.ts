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

export const homeCalls = [
  post('mail/home/index', { title: 'What waits for the user, and how much room is left', data: home }),
  get('mail/home/unread/list', {
    title: `Unread mails from one address, among the newest ${HOME_UNREAD_LOOKED_AT} unread ones`,
    query: z.object({
      pageSize: paging.pageSize,
      sortValues: paging.sortValues,
      offset: paging.offset,
      previewColumns: paging.previewColumns,
      address: z
        .string()
        .min(1)
        .max(ADDRESS_MAX)
        .regex(/^\P{Cc}+$/u),
    }),
    data: mailList,
  }),
] as const
