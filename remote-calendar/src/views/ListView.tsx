import { dayOf, isoOf, partsOf } from '@yanshu/contracts/days'
import { Button, cx, EmptyState, Icon } from '@yanshu/ui'
import { useMemo, useState } from 'react'
import { byDay } from '../model/placed.ts'
import { clock, dayTitle } from '../model/words.ts'
import { useWords } from '../useWords.ts'
import { DayWords } from './DayWords.tsx'
import { Check, isCheck, toneStyle } from './EventChip.tsx'
import chip from './event.module.css'
import type { GridProps } from './gridProps.ts'
import css from './list.module.css'

/** Rows that are shown before one asks for more. */
const ROWS = 200

/** Coming events, day by day. */
export function ListView({ day, placed, calendars, saying, days, now, onOpen, last }: GridProps & { last: number }) {
  const say = useWords()
  const [rows, setRows] = useState(ROWS)
  const listed = useMemo(() => [...byDay(placed, day, last)].toSorted(([a], [b]) => a - b), [placed, day, last])
  const { year } = partsOf(dayOf(now))
  if (listed.length === 0) {
    return <EmptyState scene="unused" title={say('list.empty')} text={say('list.emptyText')} />
  }
  let left = rows
  return (
    <div className={css.list}>
      {listed.map(([of, events]) => {
        if (left <= 0) return null
        const shown = events.slice(0, left)
        left -= shown.length
        return (
          <section key={of} className={css.listDay} aria-label={dayTitle(saying.language, of, year)}>
            <h2 className={cx(css.listHead, of === dayOf(now) && css.listToday)}>
              {dayTitle(saying.language, of, year)} <DayWords day={days.get(isoOf(of))} />
            </h2>
            <ul>
              {shown.map((one) => (
                <li key={one.key}>
                  <button
                    type="button"
                    className={css.listRow}
                    style={toneStyle(one, calendars)}
                    data-cancelled={one.instance.cancelled ? '' : undefined}
                    onClick={(event) => onOpen(one, event.currentTarget, isCheck(event))}
                    onKeyDown={(event) => {
                      if (event.key !== ' ' || !one.task) return
                      event.preventDefault()
                      onOpen(one, event.currentTarget, true)
                    }}
                  >
                    <span className={css.listTime}>
                      {one.task
                        ? say('task.title')
                        : one.bar
                          ? say('allDay')
                          : `${clock(saying, one.startWall)} – ${clock(saying, one.endWall)}`}
                    </span>
                    {one.task ? <Check task={one.task} /> : <span className={chip.dot} />}
                    <span className={css.listTitle}>
                      {one.instance.title || say(`availability.${one.instance.availability}`)}
                    </span>
                    {one.instance.repeats && <Icon name="refresh" size={16} label={say('repeats')} />}
                    <span className={css.listPlace}>{one.instance.place}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {left <= 0 && <Button onClick={() => setRows(rows + ROWS)}>{say('list.more')}</Button>}
    </div>
  )
}
