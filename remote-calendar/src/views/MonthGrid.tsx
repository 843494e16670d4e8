// biome-ignore-all lint/a11y/useSemanticElements: a grid of divs, because a bar reaches over the cells of several days
// biome-ignore-all lint/a11y/useFocusableInteractive: only the cells of days take the focus, one of them at a time
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of its cells
import { DAY_MS, dayOf, isoOf, monthDays, partsOf, weekNumber } from '@yanshu/contracts/days'
import { cx, VisuallyHidden } from '@yanshu/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { packLanes } from '../model/packing.ts'
import { byDay, isSameTime, type Placed } from '../model/placed.ts'
import { dayTitle, isWeekend, monthName, weekdayShort } from '../model/words.ts'
import { useWords } from '../useWords.ts'
import { DayWords } from './DayWords.tsx'
import { EventChip } from './EventChip.tsx'
import chip from './event.module.css'
import type { GridProps } from './gridProps.ts'
import css from './month.module.css'
import { pressedAt, useGridDrag } from './useGridDrag.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useSpeech } from './useSpeech.ts'

/** Heights as the styles have them: of a line by its own text, of the head of a day by the text of the grid. */
const LINE = { cosy: 1.9, compact: 1.55 } as const
const HEAD = 2
/** Of a week on paper, in px: 40 mm, six times a page of A4. */
const PAPER = (40 * 96) / 25.4

/** How many lines of events a day of the month has room for. */
function useLines(grid: React.RefObject<HTMLElement | null>, line: number): number {
  const [lines, setLines] = useState(3)
  useEffect(() => {
    const element = grid.current
    if (!element) return
    const measure = (height?: number) => {
      const row = element.querySelector<HTMLElement>('[data-week]')
      const head = element.querySelector<HTMLElement>('[role="columnheader"]')
      if (!row || !head) return
      const [text, small] = [element, head].map((of) => Number.parseFloat(getComputedStyle(of).fontSize))
      setLines(Math.max(1, Math.floor(((height ?? row.clientHeight) - HEAD * (text ?? 0)) / (line * (small ?? 1)))))
    }
    const observer = new ResizeObserver(() => measure())
    observer.observe(element)
    const control = new AbortController()
    // Paper is drawn as soon as this returns.
    window.addEventListener('beforeprint', () => flushSync(() => measure(PAPER)), control)
    window.addEventListener('afterprint', () => measure(), control)
    return () => {
      observer.disconnect()
      control.abort()
    }
  }, [grid, line])
  return lines
}

/** Six weeks of days. */
export function MonthGrid(props: GridProps) {
  const { day, placed, calendars, settings, saying, days, now, onOpen, onNew, onMove, onDelete, onDay, onLookAt } =
    props
  const say = useWords()
  const grid = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => monthDays(day, settings.weekStart), [day, settings.weekStart])
  const first = shown[0] ?? day
  const last = shown.at(-1) ?? day
  const { month, year } = partsOf(day)
  const today = dayOf(now)
  const line = LINE[settings.density]
  const lines = useLines(grid, line)
  const listed = useMemo(() => byDay(placed, first, last), [placed, first, last])
  const speech = useSpeech(props)
  const drag = useGridDrag({ onNew, onMove })
  const keys = useGridKeys({
    grid,
    hours: false,
    cursor: { day, minute: settings.workStart },
    onCursor: (cursor) => onDay(cursor.day),
    eventsOf: (of) => listed.get(of) ?? [],
    onOpen,
    onNew: (cursor) => onNew({ startWall: cursor.day * DAY_MS, endWall: (cursor.day + 1) * DAY_MS, allDay: true }),
    onMove,
    onDelete,
    announce: ({ kind, cursor, span }) => speech(kind, cursor.day, span, listed.get(cursor.day)?.length ?? 0),
  })
  const hand =
    keys.moving ?? (drag.dragging?.placed ? { placed: drag.dragging.placed, span: drag.dragging.span } : null)
  const inHand = hand ? at(hand.placed, hand.span) : null
  const all = useMemo(
    () => (hand && inHand ? [...placed.filter((one) => !isSameTime(one, hand.placed)), inHand] : placed),
    [placed, hand, inHand],
  )
  const fresh = drag.dragging?.kind === 'new' ? drag.dragging.span : null
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={say('grid.month', { month: monthName(saying.language, month), year })}
      className={css.month}
      data-density={settings.density}
      data-numbers={settings.weekNumbers ? '' : undefined}
      onKeyDown={keys.onKeyDown}
    >
      <div role="row" className={css.weekHead}>
        {settings.weekNumbers && (
          <span role="columnheader" className={css.weekNumber}>
            <VisuallyHidden>{say('grid.week')}</VisuallyHidden>
          </span>
        )}
        {shown.slice(0, 7).map((of) => (
          <span key={of} role="columnheader" className={css.weekday}>
            {weekdayShort(saying.language, of)}
          </span>
        ))}
      </div>
      {[0, 1, 2, 3, 4, 5].map((week) => {
        const from = first + week * 7
        const bars = packLanes(all, from, 7)
        return (
          <div key={from} role="row" data-week="" className={css.week}>
            {settings.weekNumbers && (
              <span role="rowheader" className={css.weekNumber}>
                {weekNumber(from)}
              </span>
            )}
            {shown.slice(week * 7, week * 7 + 7).map((of, column) => {
              const iso = isoOf(of)
              const { date, month: ofMonth } = partsOf(of)
              const here = bars.filter((bar) => bar.first <= column && bar.last >= column)
              const timed = (inHand ? byDay(all, of, of) : listed).get(of)?.filter(({ bar }) => !bar) ?? []
              const { rows, more } = fill(here, timed, column, lines)
              const isFresh = fresh && of * DAY_MS >= fresh.startWall && of * DAY_MS < fresh.endWall
              return (
                <div
                  key={of}
                  role="gridcell"
                  tabIndex={of === day ? 0 : -1}
                  data-day={of}
                  aria-current={of === today ? 'date' : undefined}
                  aria-selected={of === day}
                  className={cx(css.cell, ofMonth !== month && css.other, isWeekend(of) && css.weekend)}
                  data-fresh={isFresh ? '' : undefined}
                  data-off={days.get(iso)?.mark === 'off' ? '' : undefined}
                  onPointerDown={(event) => {
                    if (event.target === event.currentTarget) drag.begin(event, null)
                  }}
                  onClick={(event) => {
                    if (event.target !== event.currentTarget || drag.justDragged.current) return
                    const point = pressedAt(event)
                    if (point) onDay(point.day)
                  }}
                  onDoubleClick={(event) => {
                    if (event.target === event.currentTarget) {
                      onNew({ startWall: of * DAY_MS, endWall: (of + 1) * DAY_MS, allDay: true })
                    }
                  }}
                >
                  <span className={css.cellHead}>
                    <VisuallyHidden>{dayTitle(saying.language, of, year)}</VisuallyHidden>
                    <button
                      type="button"
                      tabIndex={-1}
                      aria-hidden="true"
                      className={cx(css.date, of === today && css.today)}
                      onClick={() => onLookAt(of)}
                    >
                      {date === 1 && saying.language === 'zh' ? `${ofMonth}月1日` : date}
                    </button>
                    <DayWords day={days.get(iso)} />
                  </span>
                  {rows.map(({ placed: one, lane, span, before, after }) => (
                    <EventChip
                      key={one.key}
                      placed={one}
                      calendars={calendars}
                      saying={saying}
                      year={year}
                      shape={one.bar ? 'bar' : 'line'}
                      before={before}
                      after={after}
                      moving={one.key === inHand?.key}
                      style={{ '--lane': lane, '--span': span } as React.CSSProperties}
                      onOpen={(...it) => !drag.justDragged.current && onOpen(...it)}
                      onPointerDown={drag.begin}
                    />
                  ))}
                  {more > 0 && (
                    <button
                      type="button"
                      tabIndex={-1}
                      className={chip.more}
                      style={{ '--lane': lines - 1 } as React.CSSProperties}
                      onClick={() => onLookAt(of)}
                    >
                      <span className={chip.moreLong}>{say('grid.more', { count: more })}</span>
                      <span className={chip.moreShort}>+{more}</span>
                    </button>
                  )}
                </div>
              )
            })}
          </div>
        )
      })}
    </div>
  )
}

/** An event as it is while it is moved. */
export const at = (placed: Placed, span: { startWall: number; endWall: number; allDay: boolean }): Placed => ({
  ...placed,
  startWall: span.startWall,
  endWall: span.endWall,
  firstDay: dayOf(span.startWall),
  lastDay: Math.max(dayOf(span.startWall), dayOf(span.endWall - 1)),
  bar: span.allDay || span.endWall - span.startWall >= DAY_MS,
  instance: { ...placed.instance, allDay: span.allDay },
})

interface WeekRow {
  readonly placed: Placed
  readonly lane: number
  /** Columns that it covers from here on. */
  readonly span: number
  readonly before: boolean
  readonly after: boolean
}

/** What a day of the month shows in its lines: bars in their lanes, the rest in the lines that are free. */
function fill(
  bars: ReturnType<typeof packLanes>,
  timed: readonly Placed[],
  column: number,
  lines: number,
): { rows: WeekRow[]; more: number } {
  const total = bars.length + timed.length
  const deepest = bars.reduce((most, bar) => Math.max(most, bar.lane + 1), 0)
  const room = total > lines || deepest > lines ? lines - 1 : lines
  const taken = new Set(bars.map((bar) => bar.lane))
  const rows: WeekRow[] = []
  let shown = 0
  for (const bar of bars) {
    if (bar.lane >= room) continue
    shown += 1
    if (bar.first !== column) continue
    rows.push({
      placed: bar.placed,
      lane: bar.lane,
      span: bar.last - bar.first + 1,
      before: bar.before,
      after: bar.after,
    })
  }
  let lane = 0
  for (const one of timed) {
    while (taken.has(lane)) lane += 1
    if (lane >= room) break
    rows.push({ placed: one, lane, span: 1, before: false, after: false })
    shown += 1
    lane += 1
  }
  return { rows, more: total - shown }
}
