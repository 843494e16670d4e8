import { dayOfIso, isoOf } from '@yanshu/contracts/days'
import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { LAST_DAY } from '../model/shownDays.ts'

/** 十月十三: what a day is called in the Chinese calendar; '' until that is known. */
export function useLunarDay(iso: string): string {
  const day = dayOfIso(iso) ?? 0
  const { data } = useQuery({
    queryKey: ['calendar-days', iso, 'one'],
    queryFn: ({ signal }) => http.get('calendar/days', { from: isoOf(day - 30), to: iso }, { signal, silent: true }),
    enabled: day > 0 && day <= LAST_DAY,
    staleTime: 6 * 3_600_000,
  })
  return lunarOf(data?.days ?? [])
}

/** The month begins on the last day that has the name of a month. */
function lunarOf(days: readonly { lunar: string }[]): string {
  const month = days.findLast(({ lunar }) => lunar.endsWith('月'))?.lunar ?? ''
  const day = days.at(-1)?.lunar ?? ''
  return day === month ? `${month}初一` : month + day
}
