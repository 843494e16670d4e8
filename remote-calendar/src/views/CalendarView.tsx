import type { EventDetail, ViewProps } from '@yanshu/contracts'
import { addMonths, DAY_MS, dayOf, dayOfIso, isoOf, MINUTE_MS, partsOf } from '@yanshu/contracts/days'
import { fetchPart, go, lazyPart, usePreference, useShortcuts, useStore } from '@yanshu/shell-api'
import { Drawer, ErrorCard, notify, useMediaQuery, VisuallyHidden } from '@yanshu/ui'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { deleteInstance, momentsOf, moveInstance, previewOf, type WallSpan } from '../data/commands.ts'
import { useCalendars, useDays, useNowWall, usePlaced, useSaying } from '../data/queries.ts'
import { begunEvent } from '../form/draft.ts'
import type { EventFormProps } from '../form/EventForm.tsx'
import { EventPopover } from '../form/EventPopover.tsx'
import { draftOf, newDraft } from '../form/eventForm.ts'
import { useScopeQuestion } from '../form/scope/useScopeQuestion.tsx'
import type { Placed } from '../model/placed.ts'
import { mayChange } from '../model/rights.ts'
import { dayInQuery } from '../model/shownDays.ts'
import { dayTitle, monthTitle, spanTitle } from '../model/words.ts'
import { CalendarSide } from '../panel/CalendarSide.tsx'
import { QuickAdd } from '../quick-add/QuickAdd.tsx'
import type { TaskLayerProps, TaskPort } from '../tasks/TaskLayer.tsx'
import { useWords } from '../useWords.ts'
import { CalendarBar } from './CalendarBar.tsx'
import type { GridProps } from './gridProps.ts'
import { type Kind, kindOf, LIKED, LIST_DAYS, lastLiked, likedKind, PHONE, rangeOf } from './kindAndRange.ts'
import { ListView } from './ListView.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { TimeGrid } from './TimeGrid.tsx'
import { useAskedEvent } from './useAskedEvent.ts'
import css from './view.module.css'
import { WithoutTimes } from './WithoutTimes.tsx'
import type { YearViewProps } from './YearView.tsx'

const YearView = lazyPart<YearViewProps>(() => import('./YearView.tsx'))
const TaskLayer = lazyPart<TaskLayerProps>(() => import('../tasks/TaskLayer.tsx'))
const EventForm = lazyPart<EventFormProps>(() => import('../form/EventForm.tsx'))

/** A day with more than this is shown as a list. */
const LISTED_FROM = 20

function turned(kind: Kind, day: number, by: number): number {
  if (kind === 'month') return addMonths(day, by)
  if (kind === 'year') return addMonths(day, 12 * by)
  const days = { day: 1, days3: 3, workweek: 7, week: 7, list: LIST_DAYS }[kind]
  return day + days * by
}

/** `/calendar?view=week&day=2026-11-22`, with `&event=` or `&task=` for one that is to be opened. */
export default function CalendarView({ query, active, inArea, tab }: ViewProps) {
  const say = useWords()
  const saying = useSaying()
  const narrow = useMediaQuery('(max-width: 899px)')
  const phone = useMediaQuery(PHONE)
  /** Beside the calendars and the days there is no room for a list. */
  const listOver = useMediaQuery('(max-width: 1199px)')
  const now = useNowWall(saying.zone)
  const today = dayOf(now)
  const [liked, setLiked] = usePreference<string>(LIKED, likedKind(phone))
  useEffect(() => lastLiked.mine().set(liked), [liked])
  const [panelOpen, setPanelOpen] = usePreference('calendar.panel', true)
  const [drawer, setDrawer] = useState(false)
  const [tasks, setTasks] = useState<TaskPort | null>(null)
  const listKept = usePreference('calendar.tasks', false)
  const listDrawer = useState(false)
  // On a narrow window the list is a drawer over the days, so it is closed at first and its state is not kept.
  const [listOpen, setListOpen] = listOver ? listDrawer : listKept
  const kind = kindOf(query, liked)
  const day = dayInQuery(query, today)
  const { calendars, settings, ready, failed: noList, retry: retryList } = useCalendars()
  const { from, to, columns } = rangeOf(kind, day, settings.weekStart)
  const { placed, withoutTimes, shortened, failed, retry, loading } = usePlaced(from, to, saying.zone)
  const { days, unpublished } = useDays(from, to, settings.lunar || kind === 'year')
  const byId = useMemo(() => new Map(calendars.map((one) => [one.calendarId, one])), [calendars])
  const [opened, setOpened] = useState<{ placed: Placed; anchor: HTMLElement } | null>(null)
  const [form, setForm] = useState<Pick<EventFormProps, 'detail' | 'first'> | null>(null)
  const [said, setSaid] = useState('')
  const [ask, question] = useScopeQuestion()
  const home = calendars.find(({ level }) => level === 'own')?.calendarId ?? 0

  const show = useCallback(
    (next: { kind?: Kind; day?: number }) => {
      if (next.kind) setLiked(next.kind)
      go(`/calendar?view=${next.kind ?? kind}&day=${isoOf(next.day ?? day)}`, { replace: true })
    },
    [kind, day, setLiked],
  )
  const create = useCallback(
    (span: WallSpan, more: Partial<EventFormProps['first']> = {}) => {
      setOpened(null)
      setForm({ detail: null, first: { ...newDraft(span, home, saying.zone, settings.reminder), ...more } })
    },
    [home, saying.zone, settings.reminder],
  )
  const nextHour = (): WallSpan => {
    const startWall =
      day === today ? Math.ceil(now / (30 * MINUTE_MS)) * 30 * MINUTE_MS : day * DAY_MS + settings.workStart * MINUTE_MS
    return { startWall, endWall: startWall + settings.defaultLength * MINUTE_MS, allDay: false }
  }
  const begun = useStore(begunEvent)
  useEffect(() => {
    if (!begun || !ready || !active) return
    begunEvent.mine().set(null)
    const startWall =
      begun.start === undefined ? Math.ceil(now / (60 * MINUTE_MS)) * 60 * MINUTE_MS : begun.start + (now - Date.now())
    const length =
      begun.start !== undefined && begun.end !== undefined
        ? begun.end - begun.start
        : settings.defaultLength * MINUTE_MS
    create(
      { startWall, endWall: startWall + length, allDay: false },
      {
        title: begun.subject,
        description: begun.text ?? '',
        attendees: (begun.people ?? []).map(({ name, address }) => ({ name, address, optional: false, answer: '' })),
      },
    )
  }, [begun, ready, active, now, settings, create])
  useEffect(() => tab.setDirty(form !== null), [tab, form])

  const body = useRef<HTMLDivElement>(null)
  /** Past the calendars, the bar and the line above it: all of these come before it in the order of Tab. */
  const enterGrid = () => body.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus()
  useAskedEvent({
    asked: active && ready && !loading ? query.get('event') : null,
    placed,
    grid: body,
    onOpen: (of, anchor) => setOpened({ placed: of, anchor }),
    onAsked: () => show({}),
  })

  const may = ({ instance }: Placed) => mayChange(byId.get(instance.calendarId)) && instance.title !== ''
  const refuse = (why: 'refused' | 'noCopy') => {
    notify.warning(say(`speech.${why}`))
    return false
  }
  const move = async (of: Placed, span: WallSpan) => {
    const scope = of.instance.repeats
      ? await ask('move', of.instance.title, () =>
          previewOf(of.instance, { kind: 'move', ...momentsOf(span, saying.zone), allDay: span.allDay }),
        )
      : 'all'
    if (scope) await moveInstance(of.instance, span, saying.zone, scope)
  }
  const duplicate = async (of: Placed, span: WallSpan) => {
    if (!byId.has(of.instance.calendarId) || of.instance.title === '') return refuse('noCopy')
    const { copyEvent } = await fetchPart(() => import('../form/copyEvent.ts'))
    const first = await copyEvent(of.instance, span, { zone: saying.zone, home, writable: may(of) }).catch(() => null)
    if (first) setForm({ detail: null, first })
  }
  const remove = async (of: Placed) => {
    if (!may(of)) return refuse('refused')
    setOpened(null)
    const scope = of.instance.repeats
      ? await ask('delete', of.instance.title, () => previewOf(of.instance, { kind: 'delete' }))
      : 'all'
    if (scope) await deleteInstance(of.instance, scope)
  }
  useShortcuts(
    [
      { keys: 't', label: say('today'), group: say('title'), run: () => show({ day: today }) },
      { keys: 'n', label: say('form.new'), group: say('title'), run: () => create(nextHour()) },
    ],
    active && form === null,
  )
  const title =
    kind === 'day'
      ? dayTitle(saying.language, day)
      : kind === 'month'
        ? monthTitle(saying.language, day)
        : kind === 'year'
          ? say('year.title', { year: partsOf(day).year })
          : spanTitle(saying.language, from, to)
  // The view that is liked stays the one that is opened next time.
  const list = (next: number) => go(`/calendar?view=list&day=${isoOf(next)}`, { replace: true })
  const all = useMemo(() => (tasks ? [...placed, ...tasks.placed] : placed), [placed, tasks])
  const grid: GridProps = {
    day,
    placed: all,
    calendars: byId,
    settings,
    saying,
    days,
    now,
    onOpen: (of, anchor, tick) =>
      of.task ? tasks?.open(of.task.taskId, tick === true) : setOpened({ placed: of, anchor }),
    onNew: create,
    onMove: (of, span, copy) => {
      if (of.task) tasks?.move(of.task.taskId, span)
      else if (copy) void duplicate(of, span)
      else if (may(of)) void move(of, span)
      else return refuse('refused')
      return true
    },
    onDelete: (of) => (of.task ? tasks?.remove(of.task.taskId) : void remove(of)),
    onDay: (next) => show({ day: next }),
    onLookAt: (next) => {
      const here = all.filter(({ firstDay, lastDay }) => firstDay <= next && lastDay >= next)
      if (here.length > LISTED_FROM) list(next)
      else show({ kind: 'day', day: next })
    },
    onList: list,
    announce: setSaid,
  }
  const side = (
    <CalendarSide
      {...{ day, today, language: saying.language, weekStart: settings.weekStart }}
      onDay={(next) => show({ day: next })}
    />
  )
  return (
    <div className={css.page} data-kind={kind}>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {columns.length > 0 || kind === 'month' ? (
        <button type="button" className={css.skip} onClick={enterGrid}>
          {say('grid.enter')}
        </button>
      ) : null}
      {!inArea && !narrow && panelOpen && <aside className={css.side}>{side}</aside>}
      <Drawer
        open={!inArea && narrow && drawer}
        title={say('panel.title')}
        side="left"
        modal
        onClose={() => setDrawer(false)}
      >
        {side}
      </Drawer>
      <div className={css.main}>
        <CalendarBar
          kind={kind}
          title={title}
          phone={phone}
          panel={inArea ? null : narrow ? drawer : panelOpen}
          list={listOpen}
          onPanel={() => (narrow ? setDrawer(!drawer) : setPanelOpen(!panelOpen))}
          onList={() => setListOpen(!listOpen)}
          onKind={(next) => show({ kind: next })}
          onToday={() => show({ day: today })}
          onTurn={(by) => show({ day: turned(kind, day, by) })}
          onNew={() => create(nextHour())}
        />
        {ready && home > 0 && (
          <QuickAdd
            saying={saying}
            settings={settings}
            calendarId={home}
            now={now}
            onAdded={(next) => show({ day: next })}
          />
        )}
        {(dayOfIso(query.get('day')) ?? day) !== day && <p className={css.note}>{say('years')}</p>}
        {shortened > 0 && <p className={css.note}>{say('shortened')}</p>}
        <WithoutTimes instances={withoutTimes} calendars={byId} />
        <div ref={body} className={css.body} aria-busy={loading}>
          {noList || failed ? (
            <ErrorCard
              what={say('failed')}
              advice={say('failedAdvice')}
              onRetry={() => {
                retryList()
                retry()
              }}
            />
          ) : (
            <>
              {kind === 'month' && <MonthGrid {...grid} />}
              {columns.length > 0 && <TimeGrid {...grid} columns={columns} />}
              {kind === 'list' && ready && !loading && <ListView {...grid} last={to} />}
              {kind === 'year' && (
                <Suspense fallback={null}>
                  <YearView {...grid} unpublished={unpublished} />
                </Suspense>
              )}
            </>
          )}
        </div>
      </div>
      {ready && (
        <Suspense fallback={null}>
          <TaskLayer
            {...{ from, to, now, calendars, settings, saying }}
            panel={listOpen}
            over={listOver}
            onPanel={setListOpen}
            asked={active ? Number(query.get('task')) || null : null}
            onAsked={() => show({})}
            onPort={setTasks}
            announce={setSaid}
          />
        </Suspense>
      )}
      {opened && (
        <EventPopover
          key={opened.placed.key}
          placed={opened.placed}
          anchor={opened.anchor}
          calendars={byId}
          saying={saying}
          today={today}
          onClose={() => setOpened(null)}
          onEdit={(detail: EventDetail) => {
            setOpened(null)
            setForm({ detail, first: draftOf(detail) })
          }}
          onDelete={(of) => void remove(of)}
        />
      )}
      {question}
      {form && (
        <Suspense fallback={null}>
          <EventForm
            {...form}
            calendars={calendars}
            settings={settings}
            saying={saying}
            onClose={() => setForm(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
