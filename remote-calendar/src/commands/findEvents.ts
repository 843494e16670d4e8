import { type Language, type RemoteCommand, wallOf, zoneOfPerson } from '@yanshu/contracts'
import { dayOf, isoOf } from '@yanshu/contracts/days'
import { http, settings } from '@yanshu/shell-api'
import contributes from '../contributes.ts'
import { clock, shortDay } from '../model/words.ts'

/** Events and tasks for the palette, by words of their title, events also of their place. Each leads to its day. */
export async function findEvents(
  language: Language,
  typed: string,
  signal: AbortSignal,
): Promise<readonly RemoteCommand[]> {
  // The words of both languages would be four times as long as the rest.
  const group = contributes.routes[0].title[language]
  const keyword = typed.trim()
  if (keyword.length < (/\p{Script=Han}/u.test(keyword) ? 1 : 2)) return []
  const { instances, tasks = [] } = await http.get(
    'calendar/search',
    { keyword: keyword.slice(0, 100) },
    { signal, silent: true },
  )
  const { general } = settings.current()
  const { timeFormat } = general
  const zone = zoneOfPerson(general)
  const events = instances.map(({ eventId, at, start, title, place, allDay }) => {
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
  const found = tasks.map(({ taskId, title, due, allDay, closedAt }) => {
    const day = due === null ? null : dayOf(allDay ? due : wallOf(zone, due))
    return {
      id: `task:${taskId}`,
      label: `${closedAt === null ? '○' : '✓'} ${title}${day === null ? '' : ` · ${shortDay(language, day)}`}`,
      group,
      path: `/calendar?${day === null ? '' : `view=day&day=${isoOf(day)}&`}task=${taskId}`,
      words: [keyword],
    }
  })
  return [...events, ...found]
}
