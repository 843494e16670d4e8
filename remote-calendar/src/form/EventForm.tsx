import {
  type CalendarEntry,
  type CalendarSettings,
  Code,
  type EventDetail,
  isMailAddress,
  zoneOfPerson,
} from '@yanshu/contracts'
import { dayOfIso } from '@yanshu/contracts/days'
import { ApiError, http, lazyPart, useGeneral } from '@yanshu/shell-api'
import { Button, Checkbox, Dialog, Select, Skeleton, TextField } from '@yanshu/ui'
import { useDraft } from '@yanshu/ui/draft'
import { PeopleFields } from '@yanshu/ui/people'
import { Suspense, useRef, useState } from 'react'
import { previewOf, saveEvent } from '../data/commands.ts'
import type { EventFilesProps } from '../files/EventFiles.tsx'
import type { FilesFieldProps } from '../files/FilesField.tsx'
import { mayChange } from '../model/rights.ts'
import type { Saying } from '../model/words.ts'
import { when } from '../model/words.ts'
import { DayField } from '../time/DayField.tsx'
import { TimeField } from '../time/TimeField.tsx'
import { useWords } from '../useWords.ts'
import { Conflict } from './Conflict.tsx'
import { draftOf, type EventDraft, inputOf, limitOf, problemOf, spanOf, timesOf, withStart } from './eventForm.ts'
import { FindTime } from './FindTime.tsx'
import css from './form.module.css'
import { MoreFields } from './MoreFields.tsx'
import { RemindersField } from './RemindersField.tsx'
import { RepeatField } from './RepeatField.tsx'
import { useScopeQuestion } from './scope/useScopeQuestion.tsx'
import { backToUnreadDay } from './unreadDay.ts'
import { useDiscardQuestion } from './useDiscardQuestion.ts'
import { useLunarDay } from './useLunarDay.ts'

const FilesField = lazyPart<FilesFieldProps>(() => import('../files/FilesField.tsx'))
const EventFiles = lazyPart<EventFilesProps>(() => import('../files/EventFiles.tsx'))

export interface EventFormProps {
  /** What is changed; null for something new. */
  detail: EventDetail | null
  first: EventDraft
  calendars: readonly CalendarEntry[]
  settings: CalendarSettings
  saying: Saying & { readonly zone: string }
  onClose: () => void
}

const ZONES = [
  'Asia/Shanghai', 'Asia/Tokyo', 'Asia/Singapore', 'Asia/Kolkata', 'Asia/Dubai', 'Europe/Moscow', 'Europe/Berlin',
  'Europe/Paris', 'Europe/London', 'UTC', 'America/Sao_Paulo', 'America/New_York', 'America/Chicago', 'America/Denver',
  'America/Los_Angeles', 'Australia/Sydney', 'Pacific/Auckland',
] // biome-ignore format: a list of zones

/** The form of an event. What was typed is not lost by a press beside it, nor when another person has saved meanwhile. */
export default function EventForm({ detail, first, calendars, settings, saying, onClose }: EventFormProps) {
  const say = useWords()
  const general = useGeneral()
  const [tried, setTried] = useState(false)
  const [ask, question] = useScopeQuestion()
  /** Why the files cannot be saved yet, in words; '' when they can. */
  const [filesWait, setFilesWait] = useState('')
  /** Changes when the files of another person's version replace the shown ones. */
  const [filesOf, setFilesOf] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const [more, setMore] = useState(detail !== null)
  const writable = calendars.filter(mayChange)
  const [failure, setFailure] = useState('')
  const send = async (now: EventDraft, from: EventDetail | null): Promise<true | null> => {
    // A form that was opened before the calendars had come has none yet.
    const calendarId = now.calendarId || (writable[0]?.calendarId ?? 0)
    const input = inputOf({ ...now, calendarId })
    if (problemOf(now) || !input) return null
    setFailure(filesWait)
    if (filesWait) return null
    const scope = from?.repeat
      ? await ask('save', now.title, () => previewOf(from, { kind: 'save', event: input }))
      : 'all'
    if (!scope) return null
    await saveEvent(input, from && { eventId: from.eventId, version: from.version, at: from.at, scope })
    return true
  }
  const { draft, change, base, elsewhere, acceptNewest, keepMine, busy, save, mayLeave } = useDraft<
    EventDetail,
    EventDraft,
    true
  >(
    {
      stored: detail,
      draftOf: (event) => (event ? draftOf(event) : first),
      read: ({ eventId, at }) => http.get('calendar/event/get', { eventId, at }),
      save: send,
      conflict: { isConflict: (error) => error instanceof ApiError && error.code === Code.eventChanged },
      mayDiscard: useDiscardQuestion(),
    },
    filesWait !== '',
  )
  const problem = problemOf(draft)
  const [finding, setFinding] = useState(false)
  /** Another person is the organiser: only the own fields can be changed. */
  const isInvited = base?.invited ?? false
  const startDay = dayOfIso(draft.startDay) ?? 0
  const lunar = useLunarDay(draft.startDay)

  const close = async () => {
    if (await mayLeave()) onClose()
  }
  const closeBy = async (saving: () => Promise<true | null>) => {
    setTried(true)
    if (backToUnreadDay(form.current)) return
    try {
      if (await saving()) onClose()
    } catch (error) {
      if (base && error instanceof ApiError) setFailure(error.message)
    }
  }

  const zones = [...new Set([draft.zone, zoneOfPerson(general), settings.secondZone, ...ZONES])].filter(Boolean)
  const error = (of: typeof problem) => (tried && problem === of ? say(`problem.${of}`, limitOf(draft, of)) : undefined)
  const tooMuch = error('text-too-long') ?? error('format-too-long') ?? error('too-many-people') ?? failure
  return (
    <Dialog
      open
      wide
      title={say(base ? 'form.edit' : 'form.new')}
      onClose={() => void close()}
      className={css.dialog}
      footer={
        <>
          {tooMuch && (
            <p className={css.problem} role="alert">
              {tooMuch}
            </p>
          )}
          <Button onClick={() => void close()}>{say('cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={() => void closeBy(save)}>
            {say('save')}
          </Button>
        </>
      }
    >
      {question}
      {finding && (
        <FindTime
          draft={draft}
          saying={saying}
          eventId={base?.eventId}
          onClose={() => setFinding(false)}
          onTake={(span, room) => {
            setFinding(false)
            change({
              ...timesOf({ ...span, allDay: false }),
              zone: saying.zone,
              ...(room
                ? {
                    place: room.name,
                    attendees: [
                      ...draft.attendees.filter((one) => one.address !== room.address),
                      { ...room, optional: false, answer: '' },
                    ],
                  }
                : {}),
            })
          }}
        />
      )}
      {elsewhere?.kind === 'changed' && (
        <Conflict
          title={say('conflict.title', { name: elsewhere.newest.updatedBy })}
          onTheirs={() => {
            acceptNewest()
            setFilesOf((now) => now + 1)
          }}
          onMine={() => void closeBy(keepMine)}
        >
          {elsewhere.newest.title} ·{' '}
          {when(
            saying,
            spanOf(draftOf(elsewhere.newest)) ?? { startWall: 0, endWall: 0, allDay: true },
            0,
            say('allDay'),
          )}
          {elsewhere.newest.place && ` · ${elsewhere.newest.place}`}
        </Conflict>
      )}
      <form
        ref={form}
        className={css.form}
        onKeyDown={(event) => {
          // Enter applies a day that was written; it must not save the form with the day before it.
          if (
            event.key === 'Enter' &&
            event.target instanceof HTMLInputElement &&
            event.target.closest('[data-days]')
          ) {
            event.preventDefault()
          }
        }}
        onSubmit={(event) => {
          event.preventDefault()
          void closeBy(save)
        }}
      >
        {isInvited && (
          <p className={css.hint}>
            {say('invitation.yours', { name: base?.organizer?.name || (base?.organizer?.address ?? '') })}
          </p>
        )}
        <fieldset className={css.said} disabled={isInvited}>
          <TextField
            label={say('form.title')}
            required
            large
            data-autofocus=""
            value={draft.title}
            onChange={(title) => change({ title })}
            error={error('title-required') ?? error('title-too-long')}
            autoComplete="off"
          />
          <Checkbox label={say('allDay')} checked={draft.allDay} onChange={(allDay) => change({ allDay })} />
          <div className={css.times} data-days="">
            <DayField
              label={say('form.startDay')}
              value={draft.startDay}
              onChange={(text) => text !== undefined && change((now) => withStart(now, { startDay: text }))}
            />
            {!draft.allDay && (
              <TimeField
                label={say('form.startTime')}
                saying={saying}
                value={draft.startTime}
                onChange={(text) => change((now) => withStart(now, { startTime: text }))}
              />
            )}
            <DayField
              label={say('form.endDay')}
              value={draft.endDay}
              min={draft.startDay}
              onChange={(endDay) => endDay !== undefined && change({ endDay })}
            />
            {!draft.allDay && (
              <TimeField
                label={say('form.endTime')}
                saying={saying}
                value={draft.endTime}
                onChange={(endTime) => change({ endTime })}
              />
            )}
          </div>
          {(error('ends-before') ?? error('time')) && (
            <p className={css.problem} role="alert">
              {error('ends-before') ?? error('time')}
            </p>
          )}
          <RepeatField
            value={draft.repeat ?? null}
            day={startDay}
            lunar={lunar}
            onChange={(repeat) => change({ repeat })}
          />
          <TextField
            label={say('form.place')}
            value={draft.place}
            onChange={(place) => change({ place })}
            icon="pin"
            error={error('place-too-long')}
          />
          <div className={css.people}>
            <PeopleFields
              fields={[{ id: 'people' as const, label: say('form.people') }]}
              lists={{ people: draft.attendees }}
              onChange={({ people }) =>
                change({
                  attendees: people.map(({ name, address }) => {
                    const known = draft.attendees.find((one) => one.address === address)
                    return { name, address, optional: known?.optional ?? false, answer: known?.answer ?? '' }
                  }),
                })
              }
              isAddress={isMailAddress}
              suggest={async (keyword, signal) =>
                (await http.get('contact/list/suggest', { keyword, pageSize: 8 }, { signal, silent: true })).list.map(
                  (one) => ({ ...one, why: '' }),
                )
              }
            />
            <p className={css.hint}>{say('form.peopleHint')}</p>
            {draft.attendees.length > 0 && !draft.allDay && !isInvited && (
              <Button size="small" icon="clock" onClick={() => setFinding(true)}>
                {say('find.open')}
              </Button>
            )}
          </div>
        </fieldset>
        <div className={css.pair}>
          <RemindersField value={draft.reminders} onChange={(reminders) => change({ reminders })} />
          <Select
            label={say('form.calendar')}
            value={draft.calendarId || (writable[0]?.calendarId ?? 0)}
            options={writable.map(({ calendarId, name }) => ({ value: calendarId, label: name }))}
            onChange={(calendarId) => change({ calendarId })}
          />
        </div>
        <Suspense fallback={<Skeleton lines={2} />}>
          {isInvited ? (
            draft.files.length > 0 && <EventFiles files={draft.files} />
          ) : (
            <FilesField
              key={filesOf}
              files={draft.files}
              onChange={(files, waiting) => {
                change({ files })
                setFilesWait(waiting)
              }}
            />
          )}
        </Suspense>
        {!more && (
          <Button
            variant="text"
            size="small"
            icon="chevron-down"
            onClick={() => setMore(true)}
            className={css.moreButton}
          >
            {say('form.more')}
          </Button>
        )}
        {more && (
          <MoreFields draft={draft} zones={zones} linkError={error('link')} theirs={isInvited} onChange={change} />
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
