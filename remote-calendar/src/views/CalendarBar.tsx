import { go, lazyPart, useGeneral } from '@yanshu/shell-api'
import { Button, IconButton, MenuButton, Segmented, Select, useMediaQuery } from '@yanshu/ui'
import { Suspense, useRef, useState } from 'react'
import type { EventSearchProps } from '../search/EventSearch.tsx'
import { useWords } from '../useWords.ts'
import { KINDS, type Kind } from './kindAndRange.ts'
import css from './view.module.css'

const EventSearch = lazyPart<EventSearchProps>(() => import('../search/EventSearch.tsx'))

interface CalendarBarProps {
  kind: Kind
  title: string
  phone: boolean
  /** Whether the calendars are shown; null where they stand in the sidebar of the page. */
  panel: boolean | null
  /** Whether the tasks are shown. */
  list: boolean
  onPanel: () => void
  onList: () => void
  onKind: (kind: Kind) => void
  onToday: () => void
  onTurn: (by: 1 | -1) => void
  onNew: () => void
}

/** What stands over every view: where it is in time, and what else can be seen. */
export function CalendarBar(props: CalendarBarProps) {
  const { kind, title, phone, panel, list, onPanel, onList, onKind, onToday, onTurn, onNew } = props
  const say = useWords()
  const search = useRef<HTMLButtonElement>(null)
  const tools = useRef<HTMLElement>(null)
  const [searching, setSearching] = useState(false)
  const large = useGeneral().fontSize === 3
  /** The views fold into one field where their names do not fit. */
  const folded = useMediaQuery(large ? '(max-width: 1099px)' : '(max-width: 499px)')
  const views = {
    label: say('views'),
    hideLabel: true,
    className: css.kinds,
    value: kind,
    // Five columns of a phone are hardly wider than seven; three can be read.
    options: KINDS.filter((one) => one !== (phone ? 'workweek' : 'days3') || one === kind).map((value) => ({
      value,
      label: say(`view.${value}`),
    })),
    onChange: onKind,
  } as const
  return (
    <header className={css.bar}>
      {panel !== null && <IconButton icon="menu" label={say('panel.toggle')} pressed={panel} onClick={onPanel} />}
      <Button size="small" onClick={onToday}>
        {say('today')}
      </Button>
      <span className={css.turn}>
        <IconButton icon="chevron-left" size="small" label={say(`before.${kind}`)} onClick={() => onTurn(-1)} />
        <IconButton icon="chevron-right" size="small" label={say(`after.${kind}`)} onClick={() => onTurn(1)} />
      </span>
      <h1 className={css.title} aria-live="polite">
        {title}
      </h1>
      <span ref={tools} className={css.tools}>
        {!phone && (
          <IconButton
            ref={search}
            icon="search"
            label={say('find.events')}
            aria-haspopup="dialog"
            aria-expanded={searching}
            onClick={() => setSearching(!searching)}
          />
        )}
        {searching && (
          <Suspense fallback={null}>
            <EventSearch anchor={phone ? tools : search} onClose={() => setSearching(false)} />
          </Suspense>
        )}
        {folded ? <Select {...views} /> : <Segmented {...views} />}
        {!phone && <IconButton icon="success" label={say('task.title')} pressed={list} onClick={onList} />}
        <MenuButton
          icon="more"
          label={say('more')}
          items={[
            ...(phone
              ? ([
                  { id: 'find', icon: 'search', label: say('find.events'), onSelect: () => setSearching(true) },
                  { id: 'tasks', icon: 'success', label: say('task.title'), onSelect: onList },
                ] as const)
              : []),
            { id: 'print', label: say('print'), icon: 'print', onSelect: () => window.print() },
            { id: 'settings', label: say('settings.title'), icon: 'settings', onSelect: () => go('/set/calendar') },
          ]}
        />
        <IconButton icon="plus" label={say('form.new')} className={css.addNarrow} onClick={onNew} />
        <Button size="small" variant="primary" icon="plus" className={css.add} onClick={onNew}>
          {say('form.new')}
        </Button>
      </span>
    </header>
  )
}
