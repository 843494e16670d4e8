import { z } from 'zod'
import { ANNOUNCEMENT_TEXT_MAX, ANNOUNCEMENT_TITLE_MAX, ANNOUNCEMENTS_SHOWN } from '../limits.ts'
import { epochMs, ok, post } from './define.ts'
import { idOf } from './names.ts'

/** An announcement of the organisation to all accounts. Plain text: line breaks count, markup does not. */
export const announcement = z.object({
  announcementId: idOf('announcement'),
  title: z.string().min(1).max(ANNOUNCEMENT_TITLE_MAX),
  content: z.string().max(ANNOUNCEMENT_TEXT_MAX),
  publishedAt: epochMs,
  /** Whether this user has read it. */
  read: z.boolean(),
})
export type Announcement = z.infer<typeof announcement>

export const announcementCalls = [
  post('console/announcement/listAll', {
    title: `The newest ${ANNOUNCEMENTS_SHOWN} announcements, the newest first; those that were withdrawn are left out`,
    data: z.object({ list: z.array(announcement).max(ANNOUNCEMENTS_SHOWN) }),
  }),
  post('console/announcement/read', {
    title: 'Note that the user has read announcements; others and unknown ones are left as they are',
    body: z.object({ announcementIds: z.array(idOf('announcement')).min(1).max(ANNOUNCEMENTS_SHOWN) }),
    data: ok,
  }),
] as const
