import { dayFrom, monthDays, partsOf, startOfWeek } from '@yanshu/contracts/days'
import { storePerLogin } from '@yanshu/shell-api'

/** The kinds of view, in the order in which they are offered. */
export const KINDS = ['day', 'days3', 'workweek', 'week', 'month', 'list', 'year'] as const
export type Kind = (typeof KINDS)[number]

const isKind = (text: string | null): text is Kind => KINDS.some((kind) => kind === text)

/** The preference of this device that keeps the kind of view that was chosen last. */
export const LIKED = 'calendar.view'

/** That kind, once a view of the login has read it: what is asked before a view is drawn cannot read preferences. */
export const lastLiked = storePerLogin<string | null>(() => null)

/** Where there is room for a day at a time. */
export const PHONE = '(max-width: 499px)'

/** What is shown where nothing has been chosen yet. */
export const likedKind = (phone: boolean): Kind => (phone ? 'day' : 'week')

/** The kind of view that an address names, or the one that is liked. */
export function kindOf(query: URLSearchParams, liked: string): Kind {
  const asked = query.get('view')
  return isKind(asked) ? asked : isKind(liked) ? liked : 'week'
}

/** Days that the list shows. */
export const LIST_DAYS = 60

/** The days of a view. */
export function rangeOf(
  kind: Kind,
  day: number,
  weekStart: number,
): { from: number; to: number; columns: readonly number[] } {
  const row = (from: number, count: number) => ({
    from,
    to: from + count - 1,
    columns: Array.from({ length: count }, (_, at) => from + at),
  })
  switch (kind) {
    case 'day':
      return row(day, 1)
    case 'days3':
      return row(day, 3)
    case 'workweek':
      return row(startOfWeek(day, 1), 5)
    case 'week':
      return row(startOfWeek(day, weekStart), 7)
    case 'month': {
      const days = monthDays(day, weekStart)
      return { from: days[0] ?? day, to: days.at(-1) ?? day, columns: [] }
    }
    case 'list':
      return { from: day, to: day + LIST_DAYS - 1, columns: [] }
    default: {
      const { year } = partsOf(day)
      return { from: dayFrom(year, 1, 1), to: dayFrom(year, 12, 31), columns: [] }
    }
  }
}
