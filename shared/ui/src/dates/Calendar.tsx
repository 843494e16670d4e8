import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../button/Button.tsx'
import { useUiLanguage, useWords } from '../messages/language.ts'
import css from './dates.module.css'
import { addDays, addMonths, partsOf, placeInWeek, type WeekStart, weeksOf } from './day.ts'
import { MONTHS, WEEKDAYS, WEEKDAYS_IN_FULL, WORDS } from './words.ts'

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
function dayByKey(event: KeyboardEvent, day: string, weekStart: WeekStart): string | undefined {
  const place = placeInWeek(partsOf(day).weekday, weekStart)
  const months = event.shiftKey ? 12 : 1
  switch (event.key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -place)
    case 'End':
      return addDays(day, 6 - place)
    case 'PageUp':
      return addMonths(day, -months)
    case 'PageDown':
      return addMonths(day, months)
    default:
      return undefined
  }
}

/** A month of days, with a cursor moved by arrows, Home, End and the page keys; one of them takes the focus. */
export function Calendar({ value, today, min, max, weekStart, onPick }: CalendarProps) {
  const say = useWords(WORDS)
  const language = useUiLanguage()
  const heading = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [cursor, setCursor] = useState(value ?? today)
  /** Focus follows the cursor that a key moved, and stays where a press moved it. */
  const byKey = useRef(false)
  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus()
    byKey.current = false
  }, [cursor])

  const { year, month } = partsOf(cursor)
  const weeks = weeksOf(cursor, weekStart)
  const isOut = (day: string) => (min !== undefined && day < min) || (max !== undefined && day > max)
  const nameOf = (day: string) => {
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
                // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
                <td key={day} role="gridcell" aria-selected={day === value}>
                  <button
                    type="button"
                    data-day={day}
                    data-autofocus={day === cursor ? '' : undefined}
                    data-beside={partsOf(day).month === month ? undefined : ''}
                    tabIndex={day === cursor ? 0 : -1}
                    aria-label={nameOf(day)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-disabled={isOut(day) || undefined}
                    className={css.day}
                    onClick={() => {
                      setCursor(day)
                      if (!isOut(day)) onPick(day)
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
