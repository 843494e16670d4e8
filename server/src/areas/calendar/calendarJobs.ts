import type { JobKind } from '../../store/jobs/index.ts'
import { arrivalsJob, invitationsJob } from '../calendar-mail/index.ts'
import { remindersJob } from './reminders/fireReminders.ts'
import { subscriptionsJob } from './subscriptions/refreshSubscriptions.ts'
import { taskRemindersJob } from './tasks/taskReminders.ts'

/** The calendar's background work: what has come, notices to people, reminders, and what is read from elsewhere. */
export const calendarJobs: readonly JobKind[] = [
  arrivalsJob,
  invitationsJob,
  remindersJob,
  taskRemindersJob,
  subscriptionsJob,
]
