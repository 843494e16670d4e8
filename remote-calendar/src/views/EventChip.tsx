import { cx, Icon, VisuallyHidden } from '@yanshu/ui'
import type { CSSProperties, PointerEvent } from 'react'
import type { Placed } from '../model/placed.ts'
import { clock, type Saying, when } from '../model/words.ts'
import { useWords } from '../useWords.ts'
import css from './event.module.css'
import type { Calendars } from './gridProps.ts'

/** Colours of an event as properties that the styles take. */
export function toneStyle(placed: Placed, calendars: Calendars): CSSProperties {
  const { color, calendarId } = placed.instance
  const tone = color ?? calendars.get(calendarId)?.color ?? 9
  return {
    '--event-ground': `var(--tone-${tone}-ground)`,
    '--event-text': `var(--tone-${tone}-text)`,
    '--event-dot': `var(--tone-${tone}-dot)`,
  } as CSSProperties
}

export interface EventChipProps {
  placed: Placed
  calendars: Calendars
  saying: Saying
  /** The year on the screen, so that it is left out of dates in it. */
  year: number
  shape: 'bar' | 'line' | 'block'
  style?: CSSProperties | undefined
  moving?: boolean | undefined
  /** A short block shows its time beside its title, a long one below. */
  short?: boolean | undefined
  /** Its title has one line. */
  low?: boolean | undefined
  before?: boolean | undefined
  after?: boolean | undefined
  onOpen: (placed: Placed, element: HTMLElement, tick?: boolean) => void
  onPointerDown?: ((event: PointerEvent<HTMLElement>, placed: Placed) => void) | undefined
}

/** The round check of a task. It is part of its button: Space and a press on it tick. */
export const Check = ({ task }: { task: NonNullable<Placed['task']> }) => (
  <span
    className={css.check}
    data-check=""
    data-done={task.done ? '' : undefined}
    data-late={task.late ? '' : undefined}
  />
)

export const isCheck = ({ target }: { target: EventTarget }): boolean =>
  target instanceof HTMLElement && target.dataset.check !== undefined

/** An event in a grid. Arrows focus it, Enter opens it. */
export function EventChip(props: EventChipProps) {
  const { placed, calendars, saying, year, shape, style, moving, short, low, before, after, onOpen, onPointerDown } =
    props
  const say = useWords()
  const { instance } = placed
  const title = instance.title || say(`availability.${instance.availability}`)
  const span = { startWall: placed.startWall, endWall: placed.endWall, allDay: instance.allDay }
  const said = when(saying, span, year, say('allDay'))
  const calendar = calendars.get(instance.calendarId)?.name ?? ''
  const signs = (
    <>
      {instance.private && <Icon name="lock" size={16} className={css.sign} />}
      {instance.repeats && shape !== 'line' && <Icon name="refresh" size={16} className={css.sign} />}
    </>
  )
  return (
    <button
      type="button"
      tabIndex={-1}
      data-key={placed.key}
      className={cx(css.event, css[shape])}
      style={{ ...toneStyle(placed, calendars), ...style }}
      data-availability={instance.availability}
      data-cancelled={instance.cancelled || instance.answer === 'declined' ? '' : undefined}
      data-moving={moving ? '' : undefined}
      data-short={short ? '' : undefined}
      data-low={low ? '' : undefined}
      data-before={before ? '' : undefined}
      data-after={after ? '' : undefined}
      title={`${title}\n${said}${instance.place ? `\n${instance.place}` : ''}`}
      onClick={(event) => onOpen(placed, event.currentTarget, isCheck(event))}
      onPointerDown={onPointerDown && ((event) => onPointerDown(event, placed))}
    >
      {placed.task && <Check task={placed.task} />}
      {shape === 'line' && <span className={css.dot} />}
      {shape === 'line' && <span className={css.time}>{clock(saying, placed.startWall)}</span>}
      <span className={css.eventTitle}>{title}</span>
      {shape === 'block' ? (
        <span className={css.eventTime}>
          {clock(saying, placed.startWall)}
          {!short && ` – ${clock(saying, placed.endWall)}`}
          {signs}
        </span>
      ) : (
        signs
      )}
      {shape === 'block' && !short && instance.place && <span className={css.eventPlace}>{instance.place}</span>}
      <VisuallyHidden>
        {`, ${said}${instance.place && (shape !== 'block' || short) ? `, ${instance.place}` : ''}, ${calendar}`}
        {instance.cancelled && !placed.task ? `, ${say('cancelled')}` : ''}
        {instance.repeats ? `, ${say('repeats')}` : ''}
        {placed.task ? `, ${say(placed.task.done ? 'task.done' : 'task.open')}` : ''}
      </VisuallyHidden>
      {onPointerDown && shape !== 'line' && !after && !placed.task && <span data-stretch="" className={css.stretch} />}
    </button>
  )
}
