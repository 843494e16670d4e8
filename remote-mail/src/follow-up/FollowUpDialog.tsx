import {
  FOLLOW_UP_AHEAD_MAX_MS,
  FOLLOW_UP_NOTE_MAX,
  FOLLOW_UP_WORKDAYS_MAX,
  type FollowUp,
  instantOf,
  wallOf,
  zoneOfPerson,
} from '@yanshu/contracts'
import { textOfWall, wallOfText } from '@yanshu/contracts/days'
import { http, useFormat, useSettings } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Checkbox, Dialog, notify, RadioGroup, TextField } from '@yanshu/ui'
import { DateTimeField } from '@yanshu/ui/dates'
import { type FormEvent, useId, useState } from 'react'
import css from './followUp.module.css'
import { refresh } from './useFollowUps.ts'
import { sayFollowUp, useFollowUpWords } from './words.ts'

const CHOICES = ['days1', 'days3', 'days5', 'other', 'own'] as const
type Choice = (typeof CHOICES)[number]
const DAYS = { days1: 1, days3: 3, days5: 5 } as const

interface FollowUpDialogProps {
  readonly mailIds: readonly number[]
  /** What the mail has already. */
  readonly before: FollowUp | null
  /** Sent mail waits for an answer, and is never snoozed. */
  readonly sent: boolean
  readonly onClose: () => void
}

const choiceOf = (before: FollowUp | null): Choice => {
  if (before?.state !== 'open') return 'days3'
  if (before.workdays === null) return 'own'
  return CHOICES.find((one) => one in DAYS && DAYS[one as keyof typeof DAYS] === before.workdays) ?? 'other'
}

/** Chooses when a mail is to be seen again, whether an answer ends that, and a note. */
export function FollowUpDialog({ mailIds, before, sent, onClose }: FollowUpDialogProps) {
  const say = useFollowUpWords()
  const form = useId()
  const { general, weekStart } = useSettings()
  const { timeFormat } = general
  const zone = zoneOfPerson(general)
  const { dayTime } = useFormat()
  const open = before?.state === 'open' ? before : null
  const [choice, setChoice] = useState<Choice>(choiceOf(before))
  const [wall, setWall] = useState(open && choice === 'own' ? textOfWall(wallOf(zone, open.dueAt)) : undefined)
  const [unlessAnswered, setUnlessAnswered] = useState(open?.unlessAnswered ?? sent)
  const [snooze, setSnooze] = useState(open?.snoozed ?? false)
  const [note, setNote] = useState(before?.note ?? '')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [days, setDays] = useState(String(open?.workdays ?? 10))
  const own = instantOf(zone, wallOfText(wall) ?? Number.NaN)
  const when =
    choice === 'own'
      ? ({ kind: 'at', at: own } as const)
      : ({ kind: 'workdays', days: choice === 'other' ? Number(days) : DAYS[choice] } as const)
  const isNumber = /^\d+$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= FOLLOW_UP_WORKDAYS_MAX
  const problem = () => {
    if (choice === 'other' && !isNumber) return say('dialog.number', { max: FOLLOW_UP_WORKDAYS_MAX })
    if (choice !== 'own') return undefined
    if (Number.isNaN(own)) return say('dialog.required')
    if (own <= Date.now()) return say('dialog.past')
    return own > Date.now() + FOLLOW_UP_AHEAD_MAX_MS ? say('dialog.far') : undefined
  }
  const { data } = useQuery({
    queryKey: ['follow-up', 'schedule', choice, days],
    queryFn: ({ signal }) => http.post('mail/pending/mailSchedule', { when }, { silent: true, signal }),
    enabled: choice !== 'own' && (choice !== 'other' || isNumber),
    staleTime: 60_000,
  })
  const dueAt = choice === 'own' ? own : data?.dueAt
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (busy || problem()) return
    setBusy(true)
    try {
      const body = { mailIds: [...mailIds], when, unlessAnswered: unlessAnswered && !snooze, snooze, note }
      const saved = await http.post('mail/pending/saveOrUpdatePendingInfo', body)
      refresh()
      onClose()
      notify.success(sayFollowUp('dialog.saved', { time: dayTime(saved.dueAt) }))
    } catch {
      // The shell shows why; what was entered stays.
      setBusy(false)
    }
  }
  const now = textOfWall(wallOf(zone, Date.now()))
  return (
    <Dialog
      open
      title={say('dialog.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('dialog.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {say('dialog.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <RadioGroup
          label={say('dialog.when')}
          value={choice}
          options={CHOICES.map((value) => ({ value, label: say(`dialog.${value}`) }))}
          onChange={setChoice}
        />
        {choice === 'other' && (
          <TextField
            label={say('dialog.days')}
            required
            inputMode="numeric"
            value={days}
            error={checked ? problem() : undefined}
            onChange={setDays}
          />
        )}
        {choice === 'own' && (
          <DateTimeField
            label={say('dialog.time')}
            required
            value={wall}
            hours12={timeFormat === 12}
            now={now}
            weekStart={weekStart}
            min={now.slice(0, 10)}
            max={textOfWall(wallOf(zone, Date.now() + FOLLOW_UP_AHEAD_MAX_MS)).slice(0, 10)}
            error={checked ? problem() : undefined}
            onChange={setWall}
          />
        )}
        <Checkbox
          label={say('dialog.unlessAnswered')}
          hint={say('dialog.unlessAnsweredHint')}
          checked={unlessAnswered && !snooze}
          disabled={snooze}
          onChange={setUnlessAnswered}
        />
        {!sent && (
          <Checkbox
            label={say('dialog.snooze')}
            hint={say('dialog.snoozeHint')}
            checked={snooze}
            onChange={setSnooze}
          />
        )}
        <TextField
          data-autofocus
          label={say('dialog.note')}
          value={note}
          maxLength={FOLLOW_UP_NOTE_MAX}
          onChange={setNote}
        />
        <p role="status" className={css.quiet}>
          {dueAt !== undefined && !Number.isNaN(dueAt) && say('dialog.due', { time: dayTime(dueAt) })}
        </p>
      </form>
    </Dialog>
  )
}
