import {
  CALENDAR_COLORS,
  CALENDAR_NAME_MAX,
  type CalendarEntry,
  calendarNameProblem,
  ICS_SIZE_MAX,
} from '@yanshu/contracts'
import { http, markStale } from '@yanshu/shell-api'
import {
  Button,
  Checkbox,
  confirm,
  Dialog,
  IconButton,
  isComposing,
  MenuButton,
  type MenuEntry,
  notify,
  TextField,
} from '@yanshu/ui'
import { type CSSProperties, useRef, useState } from 'react'
import { changeCalendars, changeSettings, useCalendars } from '../data/queries.ts'
import { useWords } from '../useWords.ts'
import { PublishDialog } from './PublishDialog.tsx'
import css from './panel.module.css'
import { ShareDialog } from './ShareDialog.tsx'
import { SubscribeDialog } from './SubscribeDialog.tsx'

/** What the server calls everybody's first calendar: of somebody else's it says nothing. */
const FIRST_NAME = '我的日历'

/** The calendars: shown or hidden, coloured, shared, alone. */
export function CalendarsPanel({ calendars }: { calendars: readonly CalendarEntry[] }) {
  const say = useWords()
  const [naming, setNaming] = useState<CalendarEntry | 'new' | null>(null)
  const [sharing, setSharing] = useState<CalendarEntry | null>(null)
  const [publishing, setPublishing] = useState<CalendarEntry | null>(null)
  const [subscribing, setSubscribing] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const into = useRef(0)
  const { settings } = useCalendars()
  const own = calendars.filter(({ level }) => level === 'own')
  const others = calendars.filter(({ level }) => level !== 'own')

  const view = (changes: readonly { calendarId: number; shown: boolean; color?: number }[]) => {
    const byId = new Map(changes.map((one) => [one.calendarId, one]))
    changeCalendars((all) => all.map((one) => ({ ...one, ...byId.get(one.calendarId) })))
    http
      .post('calendar/view', { calendars: [...changes] })
      .finally(() => markStale(['calendar']))
      // The shell has said why.
      .catch(() => undefined)
  }
  const showBirthdays = (birthdays: boolean) => {
    changeSettings({ birthdays })
    http
      .post('calendar/settings/save', { birthdays })
      .finally(() => markStale(['calendar']))
      // The shell has said why.
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
    const { added, updated, skipped, filesLeft } = await http.upload('calendar/import', chosen, {
      query: { calendarId: into.current },
      loading: true,
    })
    notify.success(
      say('import.done', { added, updated }) +
        (skipped > 0 ? say('import.skipped', { count: skipped }) : '') +
        (filesLeft > 0 ? say('import.filesLeft', { count: filesLeft }) : ''),
    )
    markStale(['calendar'])
  }
  const refresh = (calendarId: number) => {
    http
      .post('calendar/refresh', { calendarId })
      .then(() => notify.success(say('subscribe.updated')))
      // The shell has said why.
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
            { id: 'name', label: say('panel.rename'), icon: 'edit', onSelect: () => setNaming(calendar) },
            { id: 'share', label: say('panel.share'), icon: 'users', onSelect: () => setSharing(calendar) },
          ] satisfies MenuEntry[])
        : []),
      ...(level === 'own'
        ? ([
            subscription
              ? { id: 'refresh', label: say('subscribe.now'), icon: 'refresh', onSelect: () => refresh(calendarId) }
              : {
                  id: 'publish',
                  label: say('publish.menu'),
                  icon: 'external',
                  onSelect: () => setPublishing(calendar),
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
          <IconButton icon="link" size="small" label={say('subscribe.title')} onClick={() => setSubscribing(true)} />
          <IconButton icon="plus" size="small" label={say('panel.new')} onClick={() => setNaming('new')} />
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
      {naming && <NameDialog calendar={naming === 'new' ? null : naming} onClose={() => setNaming(null)} />}
      {sharing && <ShareDialog calendar={sharing} onClose={() => setSharing(null)} />}
      {publishing && <PublishDialog calendar={publishing} onClose={() => setPublishing(null)} />}
      {subscribing && <SubscribeDialog onClose={() => setSubscribing(false)} />}
    </section>
  )
}

function NameDialog({ calendar, onClose }: { calendar: CalendarEntry | null; onClose: () => void }) {
  const say = useWords()
  const [name, setName] = useState(calendar?.name ?? '')
  const [tried, setTried] = useState(false)
  const problem = calendarNameProblem(name)
  const save = async () => {
    setTried(true)
    if (problem) return
    try {
      await http.post('calendar/save', { name: name.trim(), ...(calendar ? { calendarId: calendar.calendarId } : {}) })
      markStale(['calendar'])
      onClose()
    } catch {
      // The shell has said why.
    }
  }
  return (
    <Dialog
      open
      title={say(calendar ? 'panel.rename' : 'panel.new')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button variant="primary" onClick={() => void save()}>
            {say('save')}
          </Button>
        </>
      }
    >
      <TextField
        label={say('panel.name')}
        hint={say('panel.nameHint', { count: CALENDAR_NAME_MAX })}
        required
        data-autofocus=""
        value={name}
        onChange={setName}
        error={tried && problem ? say(`panel.problem.${problem}`, { count: CALENDAR_NAME_MAX }) : undefined}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) void save()
        }}
      />
    </Dialog>
  )
}
