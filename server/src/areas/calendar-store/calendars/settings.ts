import { CALENDAR_DEFAULTS, type CalendarSettings } from '@yanshu/contracts'
import { calendarSettings } from '@yanshu/contracts/schemas'
import type { Context } from '../../../store/context/context.ts'
import { numberIn } from '../../../store/database/ids.ts'
import { transact } from '../../../store/database/transact.ts'

/** The settings of an account, complete. A field that an older version stored and no longer fits counts as unset. */
export async function readCalendarSettings(
  { store }: Pick<Context, 'store'>,
  accountId: number,
): Promise<CalendarSettings> {
  const row = await store.db
    .selectFrom('calendar_setting')
    .select('value')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? settingsIn(row.value) : CALENDAR_DEFAULTS
}

/** The settings of each of these accounts, as `readCalendarSettings` has them, by one query. */
export async function calendarSettingsOfMany(
  { store }: Pick<Context, 'store'>,
  accountIds: readonly number[],
): Promise<Map<number, CalendarSettings>> {
  const rows = await store.db
    .selectFrom('calendar_setting')
    .select(['account_id', 'value'])
    .where(numberIn(store.engine, 'account_id', accountIds))
    .execute()
  const kept = new Map(rows.map((row) => [row.account_id, settingsIn(row.value)]))
  return new Map(accountIds.map((id) => [id, kept.get(id) ?? CALENDAR_DEFAULTS]))
}

function settingsIn(value: string): CalendarSettings {
  const stored: Record<string, unknown> = JSON.parse(value)
  const fitting = Object.entries(stored).flatMap(([key, value]) => {
    const fits = calendarSettings.partial().safeParse({ [key]: value })
    return fits.success ? [fits.data] : []
  })
  return Object.assign({ ...CALENDAR_DEFAULTS }, ...fitting)
}

export async function writeCalendarSettings(
  context: Pick<Context, 'store' | 'now' | 'events'>,
  accountId: number,
  change: { readonly [K in keyof CalendarSettings]?: CalendarSettings[K] | undefined },
): Promise<CalendarSettings> {
  const next = { ...(await readCalendarSettings(context, accountId)) }
  for (const [key, value] of Object.entries(change)) if (value !== undefined) Object.assign(next, { [key]: value })
  await transact(context, async (trx) => {
    await trx
      .insertInto('calendar_setting')
      .values({ account_id: accountId, value: JSON.stringify(next) })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ value: JSON.stringify(next) }))
      .execute()
  })
  context.events.publish(accountId, { optType: 'event', name: 'calendar.changed', data: { calendarIds: [] } })
  return next
}
