import { readWritten, twelveHours } from '@yanshu/contracts/days'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../button/Button.tsx'
import type { FieldProps } from '../field/Field.tsx'
import { Select } from '../field/Select.tsx'
import { TextField } from '../field/TextField.tsx'
import { isComposing } from '../hooks/isComposing.ts'
import { useUiLanguage, useWords } from '../messages/language.ts'
import { Popover } from '../popover/Popover.tsx'
import { Calendar, type WeekStart } from './Calendar.tsx'
import css from './dates.module.css'
import { WORDS } from './words.ts'

export interface DateFieldProps extends Omit<FieldProps, 'children' | 'label'> {
  label: string
  /** `YYYY-MM-DD`: as the clock on the user's wall shows it, without a zone. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Earliest and latest day, `YYYY-MM-DD`. */
  min?: string | undefined
  max?: string | undefined
  /** What the clock on the user's wall shows now, `YYYY-MM-DD HH:mm`; the browser's when not given. */
  now?: string | undefined
  /** The day that a week begins with: 0 is Sunday, 1 Monday (default), 6 Saturday. */
  weekStart?: WeekStart | undefined
  disabled?: boolean | undefined
}

export interface DateTimeFieldProps extends Omit<DateFieldProps, 'value' | 'onChange'> {
  /** `YYYY-MM-DD HH:mm`, or with `:ss` where a value has seconds; in 24 hours whatever the user sees. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Shows and offers a clock of 12 hours. */
  hours12?: boolean | undefined
}

/** A day: written, or chosen from a calendar. */
export const DateField = (props: DateFieldProps) => <Picker {...props} withTime={false} hours12={false} />

/** A day and a time: written, or chosen from a calendar and two lists. */
export const DateTimeField = ({ hours12 = false, ...props }: DateTimeFieldProps) => (
  <Picker {...props} withTime hours12={hours12} />
)

interface PickerProps extends DateFieldProps {
  withTime: boolean
  hours12: boolean
}

const WRITTEN_MAX = 40

function Picker({
  label,
  value,
  onChange,
  min,
  max,
  now = wallClock(),
  weekStart = 1,
  withTime,
  hours12,
  error,
  ...field
}: PickerProps) {
  const say = useWords(WORDS)
  const language = useUiLanguage()
  const holder = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  /** What is being written, until it is a date. */
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was written gives way to a new value
  useEffect(() => {
    setDraft(null)
    setProblem('')
  }, [value])

  const day = value?.slice(0, 10)
  const time = value?.slice(11) || null
  const today = now.slice(0, 10)
  const shown = day === undefined ? '' : time === null ? day : `${day} ${hours12 ? twelveHours(time, language) : time}`

  const set = (nextDay: string, nextTime: string | null) => {
    setDraft(null)
    setProblem('')
    const next = withTime ? `${nextDay} ${nextTime ?? '00:00'}` : nextDay
    if (next !== value) onChange(next)
  }
  const problemOf = (of: string): string => {
    if ((min === undefined || of >= min) && (max === undefined || of <= max)) return ''
    return say(min === undefined ? 'notAfter' : max === undefined ? 'notBefore' : 'outside', {
      min: min ?? '',
      max: max ?? '',
    })
  }
  const commit = () => {
    if (draft === null) return
    if (draft.trim() === '') {
      setDraft(null)
      setProblem('')
      if (value !== undefined) onChange(undefined)
      return
    }
    const written = readWritten(draft, Number(today.slice(0, 4)), hours12)
    const wrong = written ? problemOf(written.day) : say(withTime ? 'invalidTime' : 'invalid')
    if (written && !wrong) set(written.day, written.time ?? time)
    else setProblem(wrong)
  }
  const pickNow = () => {
    if (problemOf(today) === '') set(today, now.slice(11, 16))
    setOpen(false)
  }

  return (
    <div ref={holder} className={css.holder}>
      <TextField
        {...field}
        label={label}
        error={error ?? (problem || undefined)}
        value={draft ?? shown}
        placeholder={say(withTime ? 'placeholderTime' : 'placeholder')}
        maxLength={WRITTEN_MAX}
        autoComplete="off"
        spellCheck={false}
        onChange={(text) => {
          setDraft(text)
          setProblem('')
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') commit()
          else if (event.key === 'ArrowDown') {
            event.preventDefault()
            commit()
            setOpen(true)
          }
        }}
        after={
          <IconButton
            icon="calendar"
            size="small"
            tooltip={false}
            label={`${label}: ${say('open')}`}
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={field.disabled}
            onClick={() => setOpen(!open)}
          />
        }
      />
      <Popover
        open={open}
        anchor={holder}
        placement="bottom-start"
        label={`${label}: ${say('calendar')}`}
        className={css.popup}
        onClose={() => setOpen(false)}
      >
        <Calendar
          value={day}
          today={today}
          min={min}
          max={max}
          weekStart={weekStart}
          onPick={(picked) => {
            set(picked, time ?? (withTime ? '00:00' : null))
            if (!withTime) setOpen(false)
          }}
        />
        {withTime && <Clock time={time} hours12={hours12} onChange={(next) => set(day ?? today, next)} />}
        <div className={css.foot}>
          <Button size="small" variant="text" onClick={pickNow}>
            {say(withTime ? 'now' : 'today')}
          </Button>
          <Button
            size="small"
            variant="text"
            disabled={value === undefined}
            onClick={() => {
              onChange(undefined)
              setOpen(false)
            }}
          >
            {say('clear')}
          </Button>
          {withTime && (
            <Button size="small" variant="primary" onClick={() => setOpen(false)}>
              {say('done')}
            </Button>
          )}
        </div>
      </Popover>
    </div>
  )
}

interface ClockProps {
  time: string | null
  hours12: boolean
  onChange: (time: string) => void
}

const two = (n: number) => `${n}`.padStart(2, '0')

/** The hour and the minute. */
function Clock({ time, hours12, onChange }: ClockProps) {
  const say = useWords(WORDS)
  const language = useUiLanguage()
  const hour = time === null ? undefined : Number(time.slice(0, 2))
  const minute = time === null ? undefined : Number(time.slice(3, 5))
  return (
    <div className={css.clock}>
      <Select
        label={say('hour')}
        value={hour}
        options={Array.from({ length: 24 }, (_, value) => ({
          value,
          label: hours12 ? twelveHours(two(value), language) : two(value),
        }))}
        onChange={(next) => onChange(`${two(next)}:${two(minute ?? 0)}`)}
      />
      <Select
        label={say('minute')}
        value={minute}
        options={Array.from({ length: 60 }, (_, value) => ({ value, label: two(value) }))}
        onChange={(next) => onChange(`${two(hour ?? 0)}:${two(next)}`)}
      />
    </div>
  )
}

/** What the browser's clock shows. */
function wallClock(): string {
  const now = new Date()
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${day} ${two(now.getHours())}:${two(now.getMinutes())}`
}
