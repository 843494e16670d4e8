import ArcoDatePicker from '@arco-design/web-react/es/DatePicker'
import ArcoTimePicker from '@arco-design/web-react/es/TimePicker'
import dayjs from 'dayjs'
import { ArcoLocale } from '../arco/ArcoLocale.tsx'
import { useArcoField } from '../arco/useArcoField.ts'
import { Field, type FieldProps, type FieldWiring } from '../field/Field.tsx'
import { type UiLanguage, useUiLanguage } from '../messages/language.ts'

interface Common extends Omit<FieldProps, 'children' | 'label'> {
  label: string
  disabled?: boolean | undefined
  placeholder?: string | undefined
  /** The language of the components when not given. */
  language?: UiLanguage | undefined
}

export interface DateFieldProps extends Common {
  /** `YYYY-MM-DD`, with time `YYYY-MM-DD HH:mm`: as the clock on the wall says it, without a zone. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  withTime?: boolean | undefined
  /** Earliest and latest day, `YYYY-MM-DD`. */
  min?: string | undefined
  max?: string | undefined
  /** Clock of 12 hours; the value is in 24 hours all the same. */
  hours12?: boolean | undefined
}

const DAY = 'YYYY-MM-DD'
const MINUTE = 'YYYY-MM-DD HH:mm'

function outside(min: string | undefined, max: string | undefined) {
  return (date?: dayjs.Dayjs) => {
    const day = date?.format(DAY) ?? ''
    return (min !== undefined && day < min) || (max !== undefined && day > max)
  }
}

/** A day, or a day and a time. */
export function DateField(props: DateFieldProps) {
  const { label, hideLabel, hint, error, required, className } = props
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(wiring) => <DateControl {...props} wiring={wiring} />}
    </Field>
  )
}

function DateControl({
  value,
  onChange,
  withTime,
  min,
  max,
  hours12,
  disabled,
  placeholder,
  language,
  error,
  wiring,
}: DateFieldProps & { wiring: FieldWiring }) {
  const current = useUiLanguage()
  const { holder, ...popup } = useArcoField(wiring)
  const format = withTime ? (hours12 ? 'YYYY-MM-DD hh:mm A' : MINUTE) : DAY
  return (
    <ArcoLocale language={language ?? current}>
      <div ref={holder}>
        <ArcoDatePicker
          {...popup}
          value={value ?? ''}
          onChange={(_, date) => onChange(date ? date.format(withTime ? MINUTE : DAY) : undefined)}
          format={format}
          showTime={withTime ? { format: hours12 ? 'hh:mm A' : 'HH:mm', use12Hours: hours12 ?? false } : false}
          disabledDate={outside(min, max)}
          disabled={disabled ?? false}
          {...(placeholder === undefined ? {} : { placeholder })}
          error={Boolean(error)}
          dayStartOfWeek={1}
        />
      </div>
    </ArcoLocale>
  )
}

export interface DateRangeFieldProps extends Common {
  /** First and last day, `YYYY-MM-DD`. */
  value: readonly [from: string, to: string] | undefined
  onChange: (value: readonly [from: string, to: string] | undefined) => void
  /** Names of the two boxes for screen readers. */
  fromLabel: string
  toLabel: string
  min?: string | undefined
  max?: string | undefined
}

/** A span of days, both included. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, hideLabel, hint, error, required, className } = props
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(wiring) => <RangeControl {...props} wiring={wiring} />}
    </Field>
  )
}

function RangeControl({
  value,
  onChange,
  fromLabel,
  toLabel,
  min,
  max,
  disabled,
  language,
  error,
  wiring,
}: DateRangeFieldProps & { wiring: FieldWiring }) {
  const current = useUiLanguage()
  const box = (id: string, label: string) => ({ ...wiring, id, 'aria-labelledby': '', 'aria-label': label })
  const { holder, ...popup } = useArcoField(box(wiring.id, fromLabel), box(`${wiring.id}-to`, toLabel))
  return (
    <ArcoLocale language={language ?? current}>
      <div ref={holder}>
        <ArcoDatePicker.RangePicker
          {...popup}
          value={value ? [...value] : []}
          onChange={(_, dates) => {
            const [from, to] = dates ?? []
            onChange(from && to ? [from.format(DAY), to.format(DAY)] : undefined)
          }}
          format={DAY}
          disabledDate={outside(min, max)}
          disabled={disabled ?? false}
          error={Boolean(error)}
          dayStartOfWeek={1}
        />
      </div>
    </ArcoLocale>
  )
}

export interface TimeFieldProps extends Common {
  /** `HH:mm`. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  hours12?: boolean | undefined
  /** Minutes between two choices; 1 when not given. */
  step?: number | undefined
}

/** A time of the day. */
export function TimeField(props: TimeFieldProps) {
  const { label, hideLabel, hint, error, required, className } = props
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(wiring) => <TimeControl {...props} wiring={wiring} />}
    </Field>
  )
}

function TimeControl({
  value,
  onChange,
  hours12,
  step = 1,
  disabled,
  placeholder,
  language,
  error,
  wiring,
}: TimeFieldProps & { wiring: FieldWiring }) {
  const current = useUiLanguage()
  const { holder, ...popup } = useArcoField(wiring)
  return (
    <ArcoLocale language={language ?? current}>
      <div ref={holder}>
        <ArcoTimePicker
          {...popup}
          value={value ? dayjs(`2000-01-01 ${value}`) : ''}
          onChange={(_, time) => onChange(time ? time.format('HH:mm') : undefined)}
          format={hours12 ? 'hh:mm A' : 'HH:mm'}
          use12Hours={hours12 ?? false}
          step={{ minute: step }}
          disabled={disabled ?? false}
          {...(placeholder === undefined ? {} : { placeholder })}
          error={Boolean(error)}
        />
      </div>
    </ArcoLocale>
  )
}
