import { addMonths, dayOfIso, isoOf, monthDays, partsOf, placeInWeek } from '@yanshu/contracts/days'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../button/Button.tsx'
import { useUiLanguage, useWords } from '../messages/language.ts'
import css from './dates.module.css'
import { MONTHS, WEEKDAYS, WEEKDAYS_IN_FULL, WORDS } from './words.ts'

/** The day that a week begins with: 0 is Sunday, 1 Monday, 6 Saturday. */
export type WeekStart = 0 | 1 | 6

export interface CalendarProps {
  /** The chosen day, `YYYY-MM-DD`. */
  value: string | undefined
  today: string
  min?: string | undefined
  max?: string | undefined
  weekStart: WeekStart
  onPick: (day: string) => void
}

/** Days that the arrows and other keys go to from a day (WAI-ARIA, date grid). */
function dayByKey(event: KeyboardEvent, day: number, weekStart: WeekStart): number | undefined {
  const place = placeInWeek(day, weekStart)
  const months = event.shiftKey ? 12 : 1
  switch (event.key) {
    case 'ArrowLeft':
      return day - 1
    case 'ArrowRight':
      return day + 1
    case 'ArrowUp':
      return day - 7
    case 'ArrowDown':
      return day + 7
    case 'Home':
      return day - place
    case 'End':
      return day + 6 - place
    case 'PageUp':
      return addMonths(day, -months)
    case 'PageDown':
      return addMonths(day, months)
    default:
      return undefined
  }
}

/** A month of days, with a cursor moved by arrows, Home, End and the page keys; one of them gets the focus. */
export function Calendar({ value, today, min, max, weekStart, onPick }: CalendarProps) {
  const say = useWords(WORDS)
  const language = useUiLanguage()
  const heading = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [chosen, now, first, last] = [value, today, min, max].map((text) => dayOfIso(text) ?? undefined)
  const [cursor, setCursor] = useState(chosen ?? now ?? 0)
  /** Focus follows the cursor that a key moved, and stays where a press moved it. */
  const byKey = useRef(false)
  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${isoOf(cursor)}"]`)?.focus()
    byKey.current = false
  }, [cursor])

  const { year, month } = partsOf(cursor)
  const days = monthDays(cursor, weekStart)
  const weeks = days.flatMap((_, at) => (at % 7 === 0 ? [days.slice(at, at + 7)] : []))
  const isOut = (day: number) => (first !== undefined && day < first) || (last !== undefined && day > last)
  const nameOf = (day: number) => {
    const parts = partsOf(day)
    return say('day', {
      year: parts.year,
      month: MONTHS[language][parts.month - 1] ?? '',
      day: parts.date,
      weekday: WEEKDAYS_IN_FULL[language][parts.weekday] ?? '',
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = dayByKey(event, cursor, weekStart)
    if (to === undefined) return
    event.preventDefault()
    byKey.current = true
    setCursor(to)
  }
  const turn = (months: number) => setCursor(addMonths(cursor, months))
  return (
    <div className={css.calendar}>
      <div className={css.head}>
        <button type="button" className={css.year} aria-label={say('previousYear')} onClick={() => turn(-12)}>
          «
        </button>
        <IconButton
          icon="chevron-left"
          size="small"
          tooltip={false}
          label={say('previousMonth')}
          onClick={() => turn(-1)}
        />
        <span id={heading} aria-live="polite" className={css.month}>
          {say('month', { year, month: MONTHS[language][month - 1] ?? '' })}
        </span>
        <IconButton
          icon="chevron-right"
          size="small"
          tooltip={false}
          label={say('nextMonth')}
          onClick={() => turn(1)}
        />
        <button type="button" className={css.year} aria-label={say('nextYear')} onClick={() => turn(12)}>
          »
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid has screen readers leave the arrows to it */}
      <table ref={grid} role="grid" aria-labelledby={heading} className={css.grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={WEEKDAYS_IN_FULL[language][partsOf(day).weekday]}>
                {WEEKDAYS[language][partsOf(day).weekday]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of that grid
                // biome-ignore lint/a11y/useFocusableInteractive: its button gets the focus
                <td key={day} role="gridcell" aria-selected={day === chosen}>
                  <button
                    type="button"
                    data-day={isoOf(day)}
                    data-autofocus={day === cursor ? '' : undefined}
                    data-beside={partsOf(day).month === month ? undefined : ''}
                    tabIndex={day === cursor ? 0 : -1}
                    aria-label={nameOf(day)}
                    aria-current={day === now ? 'date' : undefined}
                    aria-disabled={isOut(day) || undefined}
                    className={css.day}
                    onClick={() => {
                      setCursor(day)
                      if (!isOut(day)) onPick(isoOf(day))
                    }}
                  >
                    {partsOf(day).date}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
