import { NOTIFICATION_SUBJECT_LENGTH, type ReminderNote, zoneOfPerson } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { readNotice } from '../calendar/index.ts'
import type { Listener } from './subscriptions.service.ts'

/** The push message about an event that begins soon; null when its notice was closed meanwhile. */
export async function reminderNote(
  context: Context,
  accountId: number,
  noticeId: number,
): Promise<((to: Listener) => ReminderNote) | null> {
  const notice = await readNotice(context, accountId, noticeId)
  if (!notice) return null
  const settings = await readSettings(context, accountId)
  const { timeFormat } = settings
  const { address } = await context.store.db
    .selectFrom('account')
    .select('address')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const zone = notice.allDay ? 'UTC' : zoneOfPerson(settings)
  const clock = notice.allDay
    ? {}
    : ({ hour: 'numeric', minute: '2-digit', hourCycle: timeFormat === 12 ? 'h12' : 'h23' } as const)
  return ({ withContent, language }) => ({
    account: address,
    reminderId: noticeId,
    path: '/calendar',
    day: new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(notice.start),
    title: withContent ? notice.title.slice(0, NOTIFICATION_SUBJECT_LENGTH) : '',
    place: withContent ? notice.place.slice(0, NOTIFICATION_SUBJECT_LENGTH) : '',
    when: new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
      timeZone: zone,
      month: 'short',
      day: 'numeric',
      ...clock,
    }).format(notice.start),
    late: notice.late,
    language,
  })
}
