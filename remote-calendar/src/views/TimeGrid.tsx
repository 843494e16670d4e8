// biome-ignore-all lint/a11y/useSemanticElements: a grid of divs, because a bar reaches over the cells of several days
// biome-ignore-all lint/a11y/useFocusableInteractive: only the cells of days take the focus, one of them at a time
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of its cells
import { offsetAt } from '@yanshu/contracts'
import { DAY_MS, dayOf, isoOf, MINUTE_MS, partsOf, weekNumber } from '@yanshu/contracts/days'
import { lazyPart } from '@yanshu/shell-api'
import { cx, useMediaQuery, VisuallyHidden } from '@yanshu/ui'
import { type CSSProperties, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { type PackedDay, packDay, packLanes } from '../model/packing.ts'
import { byDay, isSameTime } from '../model/placed.ts'
import { clock, dayTitle, hourLabel, isWeekend, weekdayShort } from '../model/words.ts'
import type { OnPaperProps } from '../search/OnPaper.tsx'
import { useWords } from '../useWords.ts'
import { DayWords } from './DayWords.tsx'
import { EventChip } from './EventChip.tsx'
import type { GridProps } from './gridProps.ts'
import { at } from './MonthGrid.tsx'
import css from './times.module.css'
import { pressedAt, useGridDrag } from './useGridDrag.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useSpeech } from './useSpeech.ts'

const OnPaper = lazyPart<OnPaperProps>(() => import('../search/OnPaper.tsx'))

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** Blocks that one day shows; more cannot be distinguished. */
const BLOCKS_MAX = 80
const LANES_MAX = 4
const SHORT_MINUTES = 44
/** Below, a title has one line, so that the time below it has room. */
const LOW_MINUTES = 75

/** How many blocks stand side by side in a column before they can no longer be read. */
const sideBySide = (columns: number, phone: boolean): number => {
  if (columns === 1) return phone ? 4 : 8
  if (phone) return 2
  return columns > 3 ? 3 : 4
}

const NOTHING: PackedDay = { blocks: [], rests: [] }

const percent = (minutes: number): string => `${(minutes / 1_440) * 100}%`

/** Days as columns with their hours. */
export function TimeGrid(props: GridProps & { columns: readonly number[] }) {
  const {
    columns,
    day,
    placed,
    calendars,
    settings,
    saying,
    days,
    now,
    onOpen,
    onNew,
    onMove,
    onDelete,
    onDay,
    onLookAt,
    onList,
  } = props
  const say = useWords()
  const phone = useMediaQuery('(max-width: 499px)')
  const grid = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [minute, setMinute] = useState(settings.workStart)
  const first = columns[0] ?? day
  const last = columns.at(-1) ?? day
  const today = dayOf(now)
  const { year } = partsOf(day)
  const listed = useMemo(() => byDay(placed, first, last), [placed, first, last])
  const speech = useSpeech(props)
  const drag = useGridDrag({ scroller, onNew, onMove })
  const keys = useGridKeys({
    grid,
    hours: true,
    cursor: { day, minute },
    onCursor: (cursor) => {
      setMinute(cursor.minute)
      if (cursor.day !== day) onDay(cursor.day)
    },
    eventsOf: (of) => listed.get(of) ?? [],
    onOpen,
    onNew: (cursor) => {
      const startWall = cursor.day * DAY_MS + cursor.minute * MINUTE_MS
      onNew({ startWall, endWall: startWall + settings.defaultLength * MINUTE_MS, allDay: false })
    },
    onMove,
    onDelete,
    announce: ({ kind, cursor, span }) =>
      speech(kind, cursor.day, span, listed.get(cursor.day)?.length ?? 0, cursor.minute),
  })
  // Scrolled to the working hours at first.
  useEffect(() => {
    const element = scroller.current
    if (element) element.scrollTop = (element.scrollHeight * Math.max(0, settings.workStart - 45)) / 1_440
  }, [settings.workStart])

  const hand =
    keys.moving ?? (drag.dragging?.placed ? { placed: drag.dragging.placed, span: drag.dragging.span } : null)
  const inHand = hand ? at(hand.placed, hand.span) : null
  const all = useMemo(
    () => (hand && inHand ? [...placed.filter((one) => !isSameTime(one, hand.placed)), inHand] : placed),
    [placed, hand, inHand],
  )
  const bars = packLanes(all, first, columns.length)
  const lanes = Math.min(
    LANES_MAX,
    bars.reduce((most, bar) => Math.max(most, bar.lane + 1), 0),
  )
  const fresh = drag.dragging?.kind === 'new' ? drag.dragging.span : null
  const second = settings.secondZone
  const secondLabel = (hour: number) => {
    const moment = first * DAY_MS + hour * 3_600_000 - offsetAt(saying.zone, first * DAY_MS)
    return clock(saying, moment + offsetAt(second, moment))
  }
  const open: typeof onOpen = (...it) => !drag.justDragged.current && onOpen(...it)
  const packed = new Map(columns.map((of) => [of, packDay(all, of, sideBySide(columns.length, phone))]))
  const isCrowded = [...packed.values()].some(({ rests }) => rests.length > 0)
  const nowTop = { top: percent((now - today * DAY_MS) / MINUTE_MS) }
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={say(columns.length === 1 ? 'grid.day' : 'grid.days')}
      className={css.times}
      style={{ '--columns': columns.length } as CSSProperties}
      data-density={settings.density}
      data-second={second ? '' : undefined}
      onKeyDown={keys.onKeyDown}
    >
      <div role="row" className={css.timeHead}>
        <span role="columnheader" className={css.corner}>
          {settings.weekNumbers ? (
            say('grid.weekN', { number: weekNumber(first) })
          ) : (
            <VisuallyHidden>{say('grid.hours')}</VisuallyHidden>
          )}
        </span>
        {columns.map((of) => {
          const info = days.get(isoOf(of))
          return (
            <span key={of} role="columnheader" className={css.dayHead} data-many={columns.length > 1 ? '' : undefined}>
              <span className={css.dayName}>{weekdayShort(saying.language, of)}</span>
              <button
                type="button"
                tabIndex={-1}
                className={cx(css.dayNumber, of === today && css.today)}
                aria-label={dayTitle(saying.language, of, year)}
                onClick={() => onLookAt(of)}
              >
                {partsOf(of).date}
              </button>
              <DayWords day={info} />
            </span>
          )
        })}
      </div>
      <div role="row" className={css.allDayRow} style={{ '--lanes': Math.max(1, lanes) } as CSSProperties}>
        <span role="rowheader" className={css.corner}>
          {say('allDay')}
        </span>
        {columns.map((of, column) => {
          const hidden = bars.filter((bar) => bar.lane >= LANES_MAX && bar.first <= column && bar.last >= column).length
          const isFresh = fresh?.allDay && of * DAY_MS >= fresh.startWall && of * DAY_MS < fresh.endWall
          return (
            <div
              key={of}
              role="gridcell"
              data-day={of}
              data-fresh={isFresh ? '' : undefined}
              className={css.allDayCell}
              onPointerDown={(event) => event.target === event.currentTarget && drag.begin(event, null)}
            >
              {bars
                .filter((bar) => bar.first === column && bar.lane < LANES_MAX)
                .map((bar) => (
                  <EventChip
                    key={bar.placed.key}
                    placed={bar.placed}
                    calendars={calendars}
                    saying={saying}
                    year={year}
                    shape="bar"
                    before={bar.before}
                    after={bar.after}
                    moving={bar.placed.key === inHand?.key}
                    style={{ '--lane': bar.lane, '--span': bar.last - bar.first + 1 } as CSSProperties}
                    onOpen={open}
                    onPointerDown={drag.begin}
                  />
                ))}
              {hidden > 0 && (
                <button type="button" tabIndex={-1} className={css.moreBars} onClick={() => onLookAt(of)}>
                  +{hidden}
                </button>
              )}
            </div>
          )
        })}
      </div>
      <div ref={scroller} role="row" className={css.timeBody}>
        <div role="rowheader" className={css.hours}>
          <VisuallyHidden>{say('grid.hours')}</VisuallyHidden>
          {HOURS.map((hour) => (
            <span key={hour} aria-hidden="true" className={css.hour} style={{ top: percent(hour * 60) }}>
              {second && <small>{secondLabel(hour)}</small>}
              {hour > 0 && hourLabel(saying, hour)}
            </span>
          ))}
        </div>
        {columns.map((of) => {
          const { blocks, rests } = packed.get(of) ?? NOTHING
          const shown = blocks.slice(0, BLOCKS_MAX)
          const isFresh = fresh && !fresh.allDay && fresh.startWall < (of + 1) * DAY_MS && fresh.endWall > of * DAY_MS
          return (
            <div
              key={of}
              role="gridcell"
              tabIndex={of === day ? 0 : -1}
              data-day={of}
              data-hours=""
              aria-current={of === today ? 'date' : undefined}
              aria-selected={of === day}
              className={cx(css.column, isWeekend(of) && css.weekend)}
              onPointerDown={(event) => event.target === event.currentTarget && drag.begin(event, null)}
              onClick={(event) => {
                if (event.target !== event.currentTarget || drag.justDragged.current) return
                const point = pressedAt(event)
                if (!point || point.minute === null) return
                const startWall = point.day * DAY_MS + Math.floor(point.minute / 30) * 30 * MINUTE_MS
                onNew({ startWall, endWall: startWall + settings.defaultLength * MINUTE_MS, allDay: false })
              }}
            >
              <VisuallyHidden>
                {say('speech.day', { day: dayTitle(saying.language, of, year), count: listed.get(of)?.length ?? 0 })}
              </VisuallyHidden>
              <span
                className={css.working}
                aria-hidden="true"
                style={{ top: percent(settings.workStart), height: percent(settings.workEnd - settings.workStart) }}
              />
              {of === day && <span aria-hidden="true" className={css.slot} style={{ top: percent(minute) }} />}
              {shown.map(({ placed: one, from, to, left, width }) => (
                <EventChip
                  key={one.key}
                  placed={one}
                  calendars={calendars}
                  saying={saying}
                  year={year}
                  shape="block"
                  short={to - from < SHORT_MINUTES}
                  low={to - from < LOW_MINUTES}
                  moving={one.key === inHand?.key}
                  style={{
                    top: percent(from),
                    height: `calc(${percent(to - from)} - 2px)`,
                    left: `${left * 100}%`,
                    width: `calc(${width * 100}% - 3px)`,
                  }}
                  onOpen={open}
                  onPointerDown={drag.begin}
                />
              ))}
              {rests.map(({ from, to, left, width, count }) => (
                <button
                  key={from}
                  type="button"
                  tabIndex={-1}
                  className={css.rest}
                  aria-label={say('grid.more', { count })}
                  style={{
                    top: percent(from),
                    height: `calc(${percent(to - from)} - 2px)`,
                    left: `${left * 100}%`,
                    width: `calc(${width * 100}% - 3px)`,
                  }}
                  onClick={() => onList(of)}
                >
                  +{count}
                </button>
              ))}
              {blocks.length > BLOCKS_MAX && (
                <button type="button" tabIndex={-1} className={css.moreBlocks} onClick={() => onList(of)}>
                  {say('grid.more', { count: blocks.length - BLOCKS_MAX })}
                </button>
              )}
              {isFresh && fresh && (
                <span
                  aria-hidden="true"
                  className={css.freshBlock}
                  style={{
                    top: percent(Math.max(0, (fresh.startWall - of * DAY_MS) / MINUTE_MS)),
                    height: percent(
                      (Math.min(fresh.endWall, (of + 1) * DAY_MS) - Math.max(fresh.startWall, of * DAY_MS)) / MINUTE_MS,
                    ),
                  }}
                >
                  {clock(saying, fresh.startWall)} – {clock(saying, fresh.endWall)}
                </span>
              )}
              {of === today && <span aria-hidden="true" className={css.nowLine} style={nowTop} />}
            </div>
          )
        })}
      </div>
      {isCrowded && (
        <Suspense fallback={null}>
          <OnPaper packed={[...packed]} placed={all} saying={saying} year={year} />
        </Suspense>
      )}
    </div>
  )
}
