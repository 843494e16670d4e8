import type { CalendarEntry, CalendarSettings, ChineseDay, TaskEntry } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { type Asking, listCalendars, readCalendarSettings } from '../calendar-store/index.ts'
import { listDays } from './days.service.ts'
import { tasksDue } from './tasks/listTasks.ts'
import { type InstancesOfWindow, listInstances } from './windows.service.ts'

/** Everything that a card on the home page shows, in one answer. */
export interface Today extends InstancesOfWindow {
  readonly calendars: CalendarEntry[]
  readonly settings: CalendarSettings
  readonly day: ChineseDay | null
  readonly tasks: TaskEntry[]
}

/** Reads the events between two moments in the account's shown calendars, with what the Chinese calendar has for a day. */
export async function readToday(
  context: Context,
  asking: Asking,
  { from, to, date }: { readonly from: number; readonly to: number; readonly date: string },
): Promise<Today> {
  const found = await listInstances(context, asking, { from, to })
  const calendars = await listCalendars(context, asking.accountId)
  const settings = await readCalendarSettings(context, asking.accountId)
  const day = settings.lunar ? ((await listDays(context, date, date)).days[0] ?? null) : null
  const shown = calendars.filter((one) => one.shown).map(({ calendarId }) => calendarId)
  const tasks = await tasksDue(context, asking, shown, to)
  return { ...found, calendars, settings, day, tasks }
}
