import type { CalendarEntry, EventDetail } from '@yanshu/contracts'
import { partsOf } from '@yanshu/contracts/days'
import { http, lazyPart, markStale, saveBlob, useLanguage } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Icon, IconButton, notify, Popover, Skeleton } from '@yanshu/ui'
import { Suspense } from 'react'
import type { EventFilesProps } from '../files/EventFiles.tsx'
import { isBirthday } from '../model/birthdays.ts'
import type { Placed } from '../model/placed.ts'
import { mayChange } from '../model/rights.ts'
import { sentenceOf } from '../model/rule.ts'
import { type Saying, when } from '../model/words.ts'
import type { RichWordsProps } from '../rich/RichWords.tsx'
import type { RemindButtonProps } from '../search/RemindButton.tsx'
import { useWords } from '../useWords.ts'
import { toneStyle } from '../views/EventChip.tsx'
import { AnswerEvent } from './AnswerEvent.tsx'
import { answersOf } from './answers.ts'
import css from './form.module.css'

const RichWords = lazyPart<RichWordsProps>(() => import('../rich/RichWords.tsx'))

const EventFiles = lazyPart<EventFilesProps>(() => import('../files/EventFiles.tsx'))

const RemindButton = lazyPart<RemindButtonProps>(() => import('../search/RemindButton.tsx'))

export interface EventPopoverProps {
  placed: Placed
  anchor: HTMLElement
  calendars: ReadonlyMap<number, CalendarEntry>
  saying: Saying
  today: number
  onClose: () => void
  onEdit: (detail: EventDetail) => void
  onDelete: (placed: Placed) => void
}

/** An event in short, beside its chip: when, where, who, and what can be done with it. */
export function EventPopover({
  placed,
  anchor,
  calendars,
  saying,
  today,
  onClose,
  onEdit,
  onDelete,
}: EventPopoverProps) {
  const say = useWords()
  const language = useLanguage()
  const { instance } = placed
  const calendar = calendars.get(instance.calendarId)
  const birthday = isBirthday(instance)
  // Nothing more is known of these.
  const hidden = instance.title === '' || birthday
  const { data, isError } = useQuery({
    queryKey: ['calendar', 'event', instance.eventId, instance.at, instance.version],
    queryFn: ({ signal }) =>
      http.get('calendar/event/get', { eventId: instance.eventId, at: instance.at }, { signal, silent: true }),
    enabled: !hidden,
  })
  const mayEdit = mayChange(calendar) && !hidden
  const title = instance.title || say(`availability.${instance.availability}`)
  const download = async () => {
    const { fileName, ics, filesLeft } = await http.post('calendar/event/createIcs', {
      eventId: instance.eventId,
      at: instance.at,
    })
    saveBlob(new Blob([ics], { type: 'text/calendar' }), fileName)
    if (filesLeft > 0) notify.warning(say('popover.filesLeft', { count: filesLeft }))
  }
  return (
    <Popover open anchor={anchor} label={title} placement="right-start" className={css.popover} onClose={onClose}>
      <header className={css.popHead} style={toneStyle(placed, calendars)}>
        <span className={css.popDot} />
        <h2>{title}</h2>
        <IconButton icon="close" size="small" label={say('close')} onClick={onClose} />
      </header>
      <dl className={css.facts}>
        <Fact icon="clock" name={say('form.time')}>
          {when(saying, { ...placed, allDay: instance.allDay }, partsOf(today).year, say('allDay'))}
          {data?.repeat && <small>{sentenceOf(data.repeat, language, say)}</small>}
          {instance.exception && <small>{say('popover.exception')}</small>}
        </Fact>
        {data?.place && (
          <Fact icon="pin" name={say('form.place')}>
            {data.place}
          </Fact>
        )}
        {data?.link && (
          <Fact icon="link" name={say('form.link')}>
            <a
              href={`#/linkPage?url=${encodeURIComponent(data.link)}`}
              target="_blank"
              rel="noreferrer noopener"
              className={css.link}
            >
              {data.link}
            </a>
          </Fact>
        )}
        {data && data.attendees.length > 0 && (
          <Fact icon="users" name={say('form.people')}>
            {data.organizer && data.invited && (
              <small>{say('invitation.who', { name: data.organizer.name, count: data.attendees.length })}</small>
            )}
            {!data.invited && <small>{answersOf(data.attendees, say)}</small>}
            {mayEdit && !data.invited && !data.cancelled && (
              <Suspense fallback={null}>
                <RemindButton detail={data} title={title} onClose={onClose} />
              </Suspense>
            )}
            <ul className={css.attendees}>
              {data.attendees.map(({ name, address, answer, comment }) => (
                <li key={address} title={address}>
                  {name || address} <small data-answer={answer}>{say(`invitation.given.${answer || 'none'}`)}</small>
                  {comment && <em>{comment}</em>}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {data && (data.description || data.descriptionHtml) && (
          <Fact icon="doc" name={say('form.description')}>
            {data.descriptionHtml ? (
              <div className={css.formatted}>
                <RichWords html={data.descriptionHtml} />
              </div>
            ) : (
              <span className={css.description}>{data.description}</span>
            )}
          </Fact>
        )}
        {data && data.files.length > 0 && (
          <Fact icon="attach" name={say('form.files')}>
            <Suspense fallback={<Skeleton lines={data.files.length} />}>
              <EventFiles files={data.files} />
            </Suspense>
          </Fact>
        )}
        {data && data.categories.length > 0 && (
          <Fact icon="label" name={say('form.categories')}>
            {data.categories.join(say('form.comma'))}
          </Fact>
        )}
        <Fact icon="calendar" name={say('form.calendar')}>
          {birthday ? say('birthdays.title') : calendar?.name}
          {calendar && calendar.level !== 'own' && <small>{say('panel.of', { name: calendar.owner.name })}</small>}
          {!mayEdit && <small>{say('popover.readOnly')}</small>}
        </Fact>
      </dl>
      {!data && !isError && !hidden && <Skeleton lines={2} />}
      {isError && <p className={css.problem}>{say('popover.failed')}</p>}
      {data?.invited && data.level === 'own' && !data.cancelled && (
        <AnswerEvent
          instance={instance}
          given={data.answer}
          onDone={() => {
            markStale(['calendar'])
            onClose()
          }}
        />
      )}
      <footer className={css.popFoot}>
        {mayEdit && data && (
          <>
            <Button size="small" icon="edit" variant="primary" onClick={() => onEdit(data)}>
              {say('edit')}
            </Button>
            <Button size="small" icon="trash" onClick={() => onDelete(placed)}>
              {say('delete')}
            </Button>
          </>
        )}
        {data && (
          <IconButton
            icon="download"
            size="small"
            label={say('popover.ics')}
            onClick={() => void download().catch(() => undefined)}
          />
        )}
      </footer>
    </Popover>
  )
}

function Fact({
  icon,
  name,
  children,
}: {
  icon: Parameters<typeof Icon>[0]['name']
  name: string
  children: React.ReactNode
}) {
  return (
    <div className={css.fact}>
      <dt>
        <Icon name={icon} size={16} label={name} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
