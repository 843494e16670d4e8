import { type Language, type RemoteCommand, wallOf, zoneOfHours } from '@yanshu/contracts'
import { http, settings } from '@yanshu/shell-api'
import contributes from '../contributes.ts'
import { dayOf, isoOf } from '../model/days.ts'
import { clock, shortDay } from '../model/words.ts'

/** Events for the palette, by words of their title and place. Each leads to its day. */
export async function findEvents(
  language: Language,
  typed: string,
  signal: AbortSignal,
): Promise<readonly RemoteCommand[]> {
  // The words of both languages would be four times as long as the rest.
  const group = contributes.routes[0].title[language]
  const keyword = typed.trim()
  if (keyword.length < (/\p{Script=Han}/u.test(keyword) ? 1 : 2)) return []
  const { instances } = await http.get('calendar/search', { keyword: keyword.slice(0, 100) }, { signal, silent: true })
  const { timeZone, timeFormat } = settings.current().general
  const zone = zoneOfHours(timeZone)
  return instances.map(({ eventId, at, start, title, place, allDay }) => {
    const wall = allDay ? start : wallOf(zone, start)
    const time = allDay ? '' : ` ${clock({ language, hours12: timeFormat === 12 }, wall)}`
    return {
      id: `${eventId}:${at}`,
      label: `${title} · ${shortDay(language, dayOf(wall))}${time}`,
      group,
      path: `/calendar?view=day&day=${isoOf(dayOf(wall))}`,
      words: [keyword, place],
    }
  })
}
