import type { DayHeading, MailListItem } from '@yanshu/contracts'
import { listHeadings } from '@yanshu/contracts/days'

/**
 * The headings of kept rows as the server would count them: what is kept on top of a folder, then those of `listHeadings`.
 * @param timeZone whole hours from GMT
 */
export function keptHeadings(
  rows: readonly MailListItem[],
  { now, timeZone, inFolder }: { readonly now: number; readonly timeZone: number; readonly inFolder: boolean },
): DayHeading[] {
  const onTop = inFolder ? rows.filter(({ sticky }) => sticky).length : 0
  const below = inFolder ? rows.filter(({ sticky }) => !sticky) : rows
  const oldest = below.reduce((least, { date }) => Math.min(least, date), Number.POSITIVE_INFINITY)
  return [
    ...(onTop > 0 ? [{ kind: 'sticky', from: 0, count: onTop } as const] : []),
    ...listHeadings(now, timeZone, oldest).map(({ kind, from, until }) => ({
      kind,
      from,
      count: below.filter(({ date }) => date >= from && date < until).length,
    })),
  ]
}
