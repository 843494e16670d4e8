import { CALENDAR_COLORS, type CalendarEntry, ICS_SIZE_MAX } from '@yanshu/contracts'
import { http, lazyPart, markStale } from '@yanshu/shell-api'
import { Checkbox, confirm, IconButton, MenuButton, type MenuEntry, notify } from '@yanshu/ui'
import { type CSSProperties, Suspense, useRef, useState } from 'react'
import { changeCalendars, changeSettings, useCalendars } from '../data/queries.ts'
import { useWords } from '../useWords.ts'
import type { CalendarDialogProps, DialogOf } from './dialogs/CalendarDialog.tsx'
import css from './panel.module.css'

const CalendarDialog = lazyPart<CalendarDialogProps>(() => import('./dialogs/CalendarDialog.tsx'))

/** The name that the server gives the first calendar of every account. A shared one of this name is shown by its owner. */
const FIRST_NAME = '我的日历'

/** The calendars: shown or hidden, coloured, shared, alone. */
export function CalendarsPanel() {
  const say = useWords()
  const [dialog, setDialog] = useState<DialogOf | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const into = useRef(0)
  const { calendars, settings } = useCalendars()
  const own = calendars.filter(({ level }) => level === 'own')
  const others = calendars.filter(({ level }) => level !== 'own')

  const view = (changes: readonly { calendarId: number; shown: boolean; color?: number }[]) => {
    const byId = new Map(changes.map((one) => [one.calendarId, one]))
    changeCalendars((all) => all.map((one) => ({ ...one, ...byId.get(one.calendarId) })))
    http
      .post('calendar/view', { calendars: [...changes] })
      .finally(() => markStale(['calendar']))
      // The shell has shown why.
      .catch(() => undefined)
  }
  const showBirthdays = (birthdays: boolean) => {
    changeSettings({ birthdays })
    http
      .post('calendar/settings/save', { birthdays })
      .finally(() => markStale(['calendar']))
      // The shell has shown why.
      .catch(() => undefined)
  }
  const alone = (wanted: CalendarEntry) =>
    view(calendars.map(({ calendarId }) => ({ calendarId, shown: calendarId === wanted.calendarId })))
  const remove = async (calendar: CalendarEntry) => {
    const yes = await confirm({
      title: say('panel.deleteTitle', { name: calendar.name }),
      text: say('panel.deleteText'),
      yes: say('delete'),
      danger: true,
    })
    if (!yes) return
    await http.post('calendar/delete', { calendarId: calendar.calendarId }).catch(() => undefined)
    markStale(['calendar'])
  }
  const takeFile = async (chosen: File) => {
    if (chosen.size > ICS_SIZE_MAX) {
      notify.error(say('import.tooLarge'))
      return
    }
    const { added, updated, skipped, reasons, filesLeft } = await http.upload('calendar/import', chosen, {
      query: { calendarId: into.current },
      loading: true,
    })
    notify.success(
      say('import.done', { added, updated }) +
        (skipped > 0 ? say('import.skipped', { count: skipped }) : '') +
        (reasons[0] ? say('import.noted', { titles: reasons.map(({ title }) => title).join('、') }) : '') +
        (filesLeft > 0 ? say('import.filesLeft', { count: filesLeft }) : ''),
    )
    markStale(['calendar'])
  }
  const refresh = (calendarId: number) => {
    http
      .post('calendar/refresh', { calendarId })
      .then(() => notify.success(say('subscribe.updated')))
      // The shell has shown why.
      .catch(() => undefined)
      .finally(() => markStale(['calendar']))
  }
  const menu = (calendar: CalendarEntry): MenuEntry[] => {
    const { level, color, calendarId, name, subscription } = calendar
    const may = level === 'own' || level === 'manage'
    return [
      { id: 'alone', label: say('panel.alone'), icon: 'eye', onSelect: () => alone(calendar) },
      {
        kind: 'submenu',
        id: 'color',
        label: say('panel.color'),
        icon: 'palette',
        items: Array.from({ length: CALENDAR_COLORS }, (_, at) => at + 1).map((tone) => ({
          id: `${tone}`,
          label: say('form.colorN', { number: tone }),
          dot: `var(--tone-${tone}-dot)`,
          checked: tone === color,
          radio: true,
          onSelect: () => {
            if (!may) view([{ calendarId, shown: calendar.shown, color: tone }])
            else
              http
                .post('calendar/save', { calendarId, name, color: tone })
                .catch(() => undefined)
                .finally(() => markStale(['calendar']))
          },
        })),
      },
      ...(may
        ? ([
            {
              id: 'name',
              label: say('panel.rename'),
              icon: 'edit',
              onSelect: () => setDialog({ kind: 'name', calendar }),
            },
            {
              id: 'share',
              label: say('panel.share'),
              icon: 'users',
              onSelect: () => setDialog({ kind: 'share', calendar }),
            },
          ] satisfies MenuEntry[])
        : []),
      ...(level === 'own'
        ? ([
            subscription
              ? { id: 'refresh', label: say('subscribe.now'), icon: 'refresh', onSelect: () => refresh(calendarId) }
              : {
                  id: 'publish',
                  label: say('panel.publish'),
                  icon: 'external',
                  onSelect: () => setDialog({ kind: 'publish', calendar }),
                },
          ] satisfies MenuEntry[])
        : []),
      ...(level === 'busy' || level === 'view' || subscription
        ? []
        : ([
            {
              id: 'import',
              label: say('panel.import'),
              icon: 'upload',
              onSelect: () => {
                into.current = calendarId
                file.current?.click()
              },
            },
          ] satisfies MenuEntry[])),
      ...(level === 'busy'
        ? []
        : ([
            {
              id: 'export',
              label: say('panel.export'),
              icon: 'download',
              onSelect: () => void http.download(`file/calendar/${calendarId}`, `${name}.ics`).catch(() => undefined),
            },
          ] satisfies MenuEntry[])),
      ...(level === 'own' && own.length > 1
        ? ([
            { kind: 'separator', id: 'line' },
            {
              id: 'delete',
              label: say('panel.delete'),
              icon: 'trash',
              danger: true,
              onSelect: () => void remove(calendar),
            },
          ] satisfies MenuEntry[])
        : []),
    ]
  }
  const list = (of: readonly CalendarEntry[], name: string) => (
    <ul aria-label={name}>
      {of.map((calendar) => (
        <li
          key={calendar.calendarId}
          className={css.calendar}
          style={{ '--tone': `var(--tone-${calendar.color}-dot)` } as CSSProperties}
        >
          <Checkbox
            className={css.tick}
            label={
              <span className={css.name}>
                <span className={css.dot} />
                <span>
                  {calendar.level !== 'own' && calendar.name === FIRST_NAME
                    ? say('panel.of', { name: calendar.owner.name })
                    : calendar.name}
                  {calendar.level !== 'own' && calendar.name !== FIRST_NAME && <small>{calendar.owner.name}</small>}
                  {calendar.subscription && (
                    <small>{say(calendar.subscription.failed ? 'subscribe.failed' : 'subscribe.badge')}</small>
                  )}
                </span>
              </span>
            }
            checked={calendar.shown}
            onChange={(shown) => view([{ calendarId: calendar.calendarId, shown }])}
          />
          <MenuButton
            icon="more"
            size="small"
            label={say('panel.more', { name: calendar.name })}
            items={menu(calendar)}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <section className={css.panel} aria-label={say('panel.title')}>
      <header className={css.head}>
        <h2>{say('panel.own')}</h2>
        <span>
          <IconButton
            icon="link"
            size="small"
            label={say('panel.subscribe')}
            onClick={() => setDialog({ kind: 'subscribe' })}
          />
          <IconButton icon="plus" size="small" label={say('panel.new')} onClick={() => setDialog({ kind: 'new' })} />
        </span>
      </header>
      {list(own, say('panel.own'))}
      <div className={css.calendar} style={{ '--tone': 'var(--tone-12-dot)' } as CSSProperties}>
        <Checkbox
          className={css.tick}
          label={
            <span className={css.name}>
              <span className={css.dot} />
              <span>{say('birthdays.title')}</span>
            </span>
          }
          checked={settings.birthdays}
          onChange={showBirthdays}
        />
      </div>
      {others.length > 0 && (
        <>
          <header className={css.head}>
            <h2>{say('panel.others')}</h2>
          </header>
          {list(others, say('panel.others'))}
        </>
      )}
      <input
        ref={file}
        type="file"
        accept=".ics,text/calendar"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          target.value = ''
          if (chosen) takeFile(chosen).catch(() => undefined)
        }}
      />
      {dialog && (
        <Suspense fallback={null}>
          <CalendarDialog of={dialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </section>
  )
}
