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
import { Button, Checkbox, confirm, Dialog, Select, Skeleton, TextField } from '@yanshu/ui'
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
import { useAskBeforeUnload } from './useAskBeforeUnload.ts'
import { useLunarDay } from './useLunarDay.ts'

const FilesField = lazyPart<FilesFieldProps>(
  () => import(/* webpackChunkName: "later-files" */ '../files/FilesField.tsx'),
)
const EventFiles = lazyPart<EventFilesProps>(
  () => import(/* webpackChunkName: "later-files" */ '../files/EventFiles.tsx'),
)

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
  const [draft, setDraft] = useState(first)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [seen, setSeen] = useState(detail)
  const [theirs, setTheirs] = useState<EventDetail | null>(null)
  const [ask, question] = useScopeQuestion()
  /** Why the files cannot be saved yet, in words; '' when they can. */
  const [filesWait, setFilesWait] = useState('')
  /** Changes when the files of another person's version replace the shown ones. */
  const [filesOf, setFilesOf] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const [more, setMore] = useState(detail !== null)
  const problem = problemOf(draft)
  const set = (change: Partial<EventDraft>) => setDraft((now) => ({ ...now, ...change }))
  const writable = calendars.filter(mayChange)
  const [finding, setFinding] = useState(false)
  /** Another person is the organiser: only the own fields can be changed. */
  const theirsToSay = seen?.invited ?? false
  const startDay = dayOfIso(draft.startDay) ?? 0
  const lunar = useLunarDay(draft.startDay)

  const changed = filesWait !== '' || JSON.stringify(draft) !== JSON.stringify(seen ? draftOf(seen) : first)
  useAskBeforeUnload(changed)

  const close = async () => {
    if (
      changed &&
      !(await confirm({
        title: say('form.discard'),
        text: say('form.discardText'),
        yes: say('form.discardYes'),
        danger: true,
      }))
    )
      return
    onClose()
  }

  const save = async (version = seen?.version) => {
    // Enter in a field comes here past the button, which waits while it saves.
    if (busy) return
    setTried(true)
    if (backToUnreadDay(form.current)) return
    // A form that was opened before the calendars had come has none yet.
    const calendarId = draft.calendarId || (writable[0]?.calendarId ?? 0)
    const input = inputOf({ ...draft, calendarId })
    if (problem || !input) return
    setFailure(filesWait)
    if (filesWait) return
    const scope = seen?.repeat
      ? await ask('save', draft.title, () => previewOf(seen, { kind: 'save', event: input }))
      : 'all'
    if (!scope) return
    setBusy(true)
    try {
      await saveEvent(
        input,
        seen && version !== undefined ? { eventId: seen.eventId, version, at: seen.at, scope } : null,
      )
      onClose()
    } catch (error) {
      if (seen && error instanceof ApiError && error.code === Code.eventChanged) {
        setTheirs(await http.get('calendar/event/get', { eventId: seen.eventId, at: seen.at }).catch(() => null))
      } else if (seen && error instanceof ApiError) {
        setFailure(error.message)
      }
    } finally {
      setBusy(false)
    }
  }
  const [failure, setFailure] = useState('')

  const zones = [...new Set([draft.zone, zoneOfPerson(general), settings.secondZone, ...ZONES])].filter(Boolean)
  const error = (of: typeof problem) => (tried && problem === of ? say(`problem.${of}`, limitOf(draft, of)) : undefined)
  const tooMuch = error('text-too-long') ?? error('format-too-long') ?? error('too-many-people') ?? failure
  return (
    <Dialog
      open
      wide
      title={say(seen ? 'form.edit' : 'form.new')}
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
          <Button variant="primary" loading={busy} onClick={() => void save()}>
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
          eventId={seen?.eventId}
          onClose={() => setFinding(false)}
          onTake={(span, room) => {
            setFinding(false)
            set({
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
      {theirs && (
        <Conflict
          title={say('conflict.title', { name: theirs.updatedBy })}
          onTheirs={() => {
            setSeen(theirs)
            setDraft(draftOf(theirs))
            setFilesOf((now) => now + 1)
            setTheirs(null)
          }}
          onMine={() => {
            setSeen(theirs)
            setTheirs(null)
            void save(theirs.version)
          }}
        >
          {theirs.title} ·{' '}
          {when(saying, spanOf(draftOf(theirs)) ?? { startWall: 0, endWall: 0, allDay: true }, 0, say('allDay'))}
          {theirs.place && ` · ${theirs.place}`}
        </Conflict>
      )}
      <form
        ref={form}
        className={css.form}
        onKeyDown={(event) => {
          // Enter takes a day that was written; it must not save the form with the day before it.
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
          void save()
        }}
      >
        {theirsToSay && (
          <p className={css.hint}>
            {say('invitation.yours', { name: seen?.organizer?.name || (seen?.organizer?.address ?? '') })}
          </p>
        )}
        <fieldset className={css.said} disabled={theirsToSay}>
          <TextField
            label={say('form.title')}
            required
            large
            data-autofocus=""
            value={draft.title}
            onChange={(title) => set({ title })}
            error={error('title-required') ?? error('title-too-long')}
            autoComplete="off"
          />
          <Checkbox label={say('allDay')} checked={draft.allDay} onChange={(allDay) => set({ allDay })} />
          <div className={css.times} data-days="">
            <DayField
              label={say('form.startDay')}
              value={draft.startDay}
              onChange={(text) => text !== undefined && setDraft((now) => withStart(now, { startDay: text }))}
            />
            {!draft.allDay && (
              <TimeField
                label={say('form.startTime')}
                saying={saying}
                value={draft.startTime}
                onChange={(text) => setDraft((now) => withStart(now, { startTime: text }))}
              />
            )}
            <DayField
              label={say('form.endDay')}
              value={draft.endDay}
              min={draft.startDay}
              onChange={(endDay) => endDay !== undefined && set({ endDay })}
            />
            {!draft.allDay && (
              <TimeField
                label={say('form.endTime')}
                saying={saying}
                value={draft.endTime}
                onChange={(endTime) => set({ endTime })}
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
            onChange={(repeat) => set({ repeat })}
          />
          <TextField
            label={say('form.place')}
            value={draft.place}
            onChange={(place) => set({ place })}
            icon="pin"
            error={error('place-too-long')}
          />
          <div className={css.people}>
            <PeopleFields
              fields={[{ id: 'people' as const, label: say('form.people') }]}
              lists={{ people: draft.attendees }}
              onChange={({ people }) =>
                set({
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
            {draft.attendees.length > 0 && !draft.allDay && !theirsToSay && (
              <Button size="small" icon="clock" onClick={() => setFinding(true)}>
                {say('find.open')}
              </Button>
            )}
          </div>
        </fieldset>
        <div className={css.pair}>
          <RemindersField value={draft.reminders} onChange={(reminders) => set({ reminders })} />
          <Select
            label={say('form.calendar')}
            value={draft.calendarId || (writable[0]?.calendarId ?? 0)}
            options={writable.map(({ calendarId, name }) => ({ value: calendarId, label: name }))}
            onChange={(calendarId) => set({ calendarId })}
          />
        </div>
        <Suspense fallback={<Skeleton lines={2} />}>
          {theirsToSay ? (
            draft.files.length > 0 && <EventFiles files={draft.files} />
          ) : (
            <FilesField
              key={filesOf}
              files={draft.files}
              onChange={(files, waiting) => {
                set({ files })
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
          <MoreFields draft={draft} zones={zones} linkError={error('link')} theirs={theirsToSay} onChange={set} />
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
