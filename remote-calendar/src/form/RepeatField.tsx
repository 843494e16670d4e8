import type { EventRepeat } from '@yanshu/contracts'
import { isoOf, partsOf, weekdayOf } from '@yanshu/contracts/days'
import { useLanguage } from '@yanshu/shell-api'
import { Select, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { type EditableRule, type Frequency, readRule, sentenceOf, WEEKDAYS, writeRule } from '../model/rule.ts'
import { weekdayLong, weekdayShort } from '../model/words.ts'
import { DayField } from '../time/DayField.tsx'
import { useWords } from '../useWords.ts'
import css from './form.module.css'

type Preset =
  | 'none'
  | 'DAILY'
  | 'workday'
  | 'WEEKLY'
  | 'MONTHLY'
  | 'nth'
  | 'YEARLY'
  | 'lunarYear'
  | 'lunarMonth'
  | 'custom'
const FREQUENCIES: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

const code = (day: number) => WEEKDAYS[weekdayOf(day)] ?? 'MO'

function presetOf(repeat: EventRepeat | null, day: number): Preset {
  if (!repeat) return 'none'
  if (repeat.kind === 'workday') return repeat.until === null ? 'workday' : 'custom'
  if (repeat.kind === 'lunar') return repeat.every === 'year' ? 'lunarYear' : 'lunarMonth'
  const rule = readRule(repeat.rule)
  if (rule?.interval !== 1 || rule.end.kind !== 'never') return 'custom'
  if (rule.frequency === 'WEEKLY' && (rule.days.length > 1 || (rule.days[0] ?? code(day)) !== code(day)))
    return 'custom'
  return rule.nth ? 'nth' : rule.frequency
}

const plain = (frequency: Frequency): EditableRule => ({
  frequency,
  interval: 1,
  days: [],
  nth: null,
  end: { kind: 'never' },
})
const rule = (editable: EditableRule): EventRepeat => ({ kind: 'rule', rule: writeRule(editable) })
const nthOf = (day: number) => ({ nth: Math.min(4, Math.ceil(partsOf(day).date / 7)), day: code(day) })

function repeatOf(preset: Preset, day: number): EventRepeat | null {
  switch (preset) {
    case 'none':
      return null
    case 'workday':
      return { kind: 'workday', until: null }
    case 'lunarYear':
      return { kind: 'lunar', every: 'year', until: null }
    case 'lunarMonth':
      return { kind: 'lunar', every: 'month', until: null }
    case 'WEEKLY':
      return rule({ ...plain('WEEKLY'), days: [code(day)] })
    case 'nth':
      return rule({ ...plain('MONTHLY'), nth: nthOf(day) })
    case 'custom':
      return rule({ ...plain('WEEKLY'), interval: 2, days: [code(day)] })
    default:
      return rule(plain(preset))
  }
}

export interface RepeatFieldProps {
  value: EventRepeat | null
  /** The day on which it begins. */
  day: number
  /** That day in the Chinese calendar: 十月十三. */
  lunar: string
  onChange: (repeat: EventRepeat | null) => void
}

/** How an event repeats: common rules as one choice, others field by field, and a sentence that describes the rule. */
export function RepeatField({ value, day, lunar, onChange }: RepeatFieldProps) {
  const say = useWords()
  const language = useLanguage()
  const preset = presetOf(value, day)
  const editable = value?.kind === 'rule' ? readRule(value.rule) : null
  const weekday = weekdayLong(language, weekdayOf(day))
  const { date, month } = partsOf(day)
  const options: { value: Preset; label: string }[] = [
    { value: 'none', label: say('repeat.none') },
    { value: 'DAILY', label: say('repeat.preset.daily') },
    { value: 'workday', label: say('repeat.preset.workday') },
    { value: 'WEEKLY', label: say('repeat.preset.weekly', { day: weekday }) },
    { value: 'MONTHLY', label: say('repeat.preset.monthly', { date }) },
    { value: 'nth', label: say('repeat.preset.nth', { nth: say(`repeat.nth.${nthOf(day).nth}`), day: weekday }) },
    { value: 'YEARLY', label: say('repeat.preset.yearly', { month, date }) },
    { value: 'lunarYear', label: say('repeat.preset.lunarYear', { lunar }) },
    { value: 'lunarMonth', label: say('repeat.preset.lunarMonth', { lunar }) },
    { value: 'custom', label: say('repeat.preset.custom') },
  ]
  return (
    <div className={css.repeat}>
      <Select
        label={say('form.repeat')}
        value={preset}
        options={options}
        onChange={(next) => onChange(repeatOf(next, day))}
      />
      {preset === 'custom' && editable && (
        <Custom value={editable} day={day} onChange={(next) => onChange(rule(next))} />
      )}
      {value && (
        <p className={css.sentence} aria-live="polite">
          {sentenceOf(value, language, say)}
        </p>
      )}
    </div>
  )
}

function Custom({
  value,
  day,
  onChange,
}: {
  value: EditableRule
  day: number
  onChange: (value: EditableRule) => void
}) {
  const say = useWords()
  const language = useLanguage()
  const { frequency, interval, days, nth, end } = value
  const week = [1, 2, 3, 4, 5, 6, 0]
  // A rule that names no day means the one it begins on.
  const chosen = days.length > 0 ? days : [code(day)]
  return (
    <fieldset className={css.custom} aria-label={say('repeat.preset.custom')}>
      <div className={css.pair}>
        <CountField
          label={say('repeat.interval')}
          max={99}
          value={interval}
          onChange={(next) => onChange({ ...value, interval: next })}
        />
        <Select
          label={say('repeat.unit')}
          value={frequency}
          options={FREQUENCIES.map((one) => ({ value: one, label: say(`repeat.units.${one}`) }))}
          onChange={(next) =>
            onChange({ ...value, frequency: next, days: next === 'WEEKLY' ? [code(day)] : [], nth: null })
          }
        />
      </div>
      {frequency === 'WEEKLY' && (
        <fieldset className={css.weekdays} aria-label={say('repeat.days')}>
          {week.map((of) => {
            const one = WEEKDAYS[of] ?? 'MO'
            const on = chosen.includes(one)
            return (
              <button
                key={one}
                type="button"
                aria-pressed={on}
                aria-label={weekdayLong(language, of)}
                className={css.weekday}
                onClick={() => {
                  const next = on ? chosen.filter((each) => each !== one) : [...chosen, one]
                  if (next.length > 0) onChange({ ...value, days: next })
                }}
              >
                {weekdayShort(language, 3 + of).replace(/^(周|星期)/, '')}
              </button>
            )
          })}
        </fieldset>
      )}
      {frequency === 'MONTHLY' && (
        <Select
          label={say('repeat.monthly')}
          value={nth ? 'nth' : 'date'}
          options={[
            { value: 'date', label: say('repeat.preset.monthly', { date: partsOf(day).date }) },
            {
              value: 'nth',
              label: say('repeat.preset.nth', {
                nth: say(`repeat.nth.${nthOf(day).nth}`),
                day: weekdayLong(language, weekdayOf(day)),
              }),
            },
          ]}
          onChange={(next) => onChange({ ...value, nth: next === 'nth' ? nthOf(day) : null })}
        />
      )}
      <div className={css.pair}>
        <Select
          label={say('repeat.end')}
          value={end.kind}
          options={(['never', 'until', 'count'] as const).map((kind) => ({
            value: kind,
            label: say(`repeat.ends.${kind}`),
          }))}
          onChange={(kind) =>
            onChange({
              ...value,
              end:
                kind === 'never' ? { kind } : kind === 'count' ? { kind, count: 10 } : { kind, day: isoOf(day + 90) },
            })
          }
        />
        {end.kind === 'count' && (
          <CountField
            label={say('repeat.count')}
            max={999}
            value={end.count}
            onChange={(count) => onChange({ ...value, end: { kind: 'count', count } })}
          />
        )}
        {end.kind === 'until' && (
          <div data-days="">
            <DayField
              label={say('repeat.lastDay')}
              min={isoOf(day)}
              value={end.day}
              onChange={(text) => text !== undefined && onChange({ ...value, end: { kind: 'until', day: text } })}
            />
          </div>
        )}
      </div>
    </fieldset>
  )
}

interface CountFieldProps {
  label: string
  max: number
  value: number
  onChange: (value: number) => void
}

/** A number from 1 on. While it is empty the number from before counts, so that another one can be typed in its place. */
function CountField({ label, max, value, onChange }: CountFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      label={label}
      type="number"
      min={1}
      max={max}
      value={typed ?? `${value}`}
      onChange={(text) => {
        setTyped(text)
        const wanted = Math.floor(Number(text))
        if (wanted >= 1) onChange(Math.min(max, wanted))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
