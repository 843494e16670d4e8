import { CALENDAR_DEFAULTS, DEFAULT_TIME_ZONE, zoneOfHours } from '@yanshu/contracts'
import type { Context } from '../../../store/context/context.ts'
import { zonesOfMany } from '../../../store/profile/settings.ts'
import { calendarSettingsOfMany } from '../calendars/settings.ts'

/** When a person works, and whether colleagues see when they are busy. */
export interface Hours {
  /** IANA name of the zone in which they work. */
  readonly zone: string
  /** Minutes after midnight of their clock. */
  readonly workStart: number
  readonly workEnd: number
  readonly showBusy: boolean
}

/** The hours of each of these people, by a number of queries that does not grow with them. */
export async function hoursOfMany(context: Context, accountIds: readonly number[]): Promise<Map<number, Hours>> {
  const settings = await calendarSettingsOfMany(context, accountIds)
  const zones = await zonesOfMany(context, accountIds)
  return new Map(
    accountIds.map((id) => {
      const { workStart, workEnd, showBusy } = settings.get(id) ?? CALENDAR_DEFAULTS
      return [id, { zone: zones.get(id) ?? zoneOfHours(DEFAULT_TIME_ZONE), workStart, workEnd, showBusy }]
    }),
  )
}
