import { addMonths, isoOf, monthDays, partsOf, startOfMonth, weekdayOf } from '@yanshu/contracts/days'
import { cx, IconButton, isComposing } from '@yanshu/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { dayTitle, monthName, monthTitle, weekdayLong, weekdayNarrow } from '../model/words.ts'
import { useWords } from '../useWords.ts'
import css from './mini.module.css'

export interface MiniMonthProps {
  /** The day that is chosen. */
  day: number
  today: number
  language: 'zh' | 'en'
  weekStart: number
  onDay: (day: number) => void
  /** Days with a dot below them. */
  busy?: ReadonlySet<number> | undefined
  /** 休 and 班 by date. */
  marks?: ReadonlyMap<string, 'off' | 'work'> | undefined
  /** Its own month with a title alone, as part of a year. */
  fixed?: boolean | undefined
}

/** A month in small: a calendar to choose a day from, or one of the twelve of a year. */
export function MiniMonth({ day, today, language, weekStart, onDay, busy, marks, fixed }: MiniMonthProps) {
  const say = useWords()
  const [turned, setTurned] = useState({ day, by: 0 })
  const by = turned.day === day ? turned.by : 0
  const month = startOfMonth(addMonths(startOfMonth(day), fixed ? 0 : by))
  const table = useRef<HTMLTableElement>(null)
  const wanted = useRef<number | null>(null)
  const days = monthDays(month, weekStart)
  const { month: number, year } = partsOf(month)
  const stop = days.includes(day) && partsOf(day).month === number ? day : month
  useEffect(() => {
    if (wanted.current === null) return
    table.current?.querySelector<HTMLElement>(`[data-mini="${wanted.current}"]`)?.focus()
    wanted.current = null
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const at = Number(event.target instanceof HTMLElement ? event.target.dataset.mini : Number.NaN)
    const next = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - 7,
      ArrowDown: at + 7,
      PageUp: addMonths(at, -1),
      PageDown: addMonths(at, 1),
    }[event.key]
    if (next === undefined || Number.isNaN(next) || fixed) return
    event.preventDefault()
    wanted.current = next
    onDay(next)
  }
  return (
    <div className={css.mini} data-fixed={fixed ? '' : undefined}>
      <div className={css.head}>
        {fixed ? (
          <h2>{monthName(language, number)}</h2>
        ) : (
          <>
            <span aria-live="polite">{monthTitle(language, month)}</span>
            <IconButton
              icon="chevron-left"
              size="small"
              label={say('mini.before')}
              onClick={() => setTurned({ day, by: by - 1 })}
            />
            <IconButton
              icon="chevron-right"
              size="small"
              label={say('mini.after')}
              onClick={() => setTurned({ day, by: by + 1 })}
            />
          </>
        )}
      </div>
      <table ref={table} className={css.table} aria-label={monthTitle(language, month)} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {days.slice(0, 7).map((of) => (
              <th key={of} scope="col" abbr={weekdayLong(language, weekdayOf(of))}>
                {weekdayNarrow(language, of)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[0, 1, 2, 3, 4, 5].map((week) => (
            <tr key={week}>
              {days.slice(week * 7, week * 7 + 7).map((of) => {
                const other = partsOf(of).month !== number
                const mark = marks?.get(isoOf(of))
                if (fixed && other) return <td key={of} />
                return (
                  <td key={of}>
                    <button
                      type="button"
                      data-mini={of}
                      tabIndex={of === stop ? 0 : -1}
                      aria-label={`${dayTitle(language, of, year)}${mark ? `, ${say(mark === 'off' ? 'day.offLong' : 'day.workLong')}` : ''}`}
                      aria-current={of === today ? 'date' : undefined}
                      aria-pressed={fixed ? undefined : of === day}
                      className={cx(
                        css.day,
                        other && css.other,
                        of === today && css.today,
                        of === day && !fixed && css.chosen,
                      )}
                      data-busy={busy?.has(of) ? '' : undefined}
                      data-mark={mark}
                      onClick={() => onDay(of)}
                    >
                      {partsOf(of).date}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
