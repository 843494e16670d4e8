import { wallOf, zoneOfPerson } from '@yanshu/contracts'
import { dayOf } from '@yanshu/contracts/days'
import { settings } from '@yanshu/shell-api'
import { readDays } from '../data/queries.ts'
import { dayInQuery } from '../model/shownDays.ts'
import { kindOf, lastLiked, likedKind, PHONE, rangeOf } from './kindAndRange.ts'

export { default } from './CalendarView.tsx'

/** Asks for what the view of an address shows first. Resolves when it is there or could not be had. */
export function askForDays(query: URLSearchParams): Promise<void> {
  const kind = kindOf(query, lastLiked.get() ?? likedKind(matchMedia(PHONE).matches))
  const day = dayInQuery(query, dayOf(wallOf(zoneOfPerson(settings.current().general), Date.now())))
  return readDays((weekStart) => rangeOf(kind, day, weekStart))
}
