import { EVENT_REMINDERS_MAX } from '@yanshu/contracts'
import { Button, IconButton, Select } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import css from './form.module.css'
import { reminderChoices, reminderText } from './reminderText.ts'

interface RemindersFieldProps {
  /** Minutes before the start. */
  value: readonly number[]
  onChange: (minutes: readonly number[]) => void
}

/** When one is reminded: one moment, or several. */
export function RemindersField({ value, onChange }: RemindersFieldProps) {
  const say = useWords()
  const options = (minutes: number, others: readonly number[]) =>
    reminderChoices(minutes)
      .filter((one) => !others.includes(one))
      .map((one) => ({ value: one, label: reminderText(one, say) }))
  const [first = -1, ...further] = value
  const without = (at: number) => value.filter((_, index) => index !== at)
  const put = (at: number, minutes: number) =>
    onChange(minutes < 0 ? without(at) : value.length === 0 ? [minutes] : value.with(at, minutes))
  // The next of the choices that is not taken.
  const next = [1_440, 60, 30, 15, 10, 5, 0].find((one) => !value.includes(one))
  return (
    <div className={css.reminders}>
      <Select
        label={say('reminder.label')}
        value={first}
        options={options(first, further)}
        onChange={(minutes) => put(0, minutes)}
      />
      {further.map((minutes, index) => (
        <div key={minutes} className={css.reminder}>
          <Select
            label={say('reminder.another', { number: index + 2 })}
            value={minutes}
            options={options(minutes, without(index + 1)).filter((one) => one.value >= 0)}
            onChange={(now) => put(index + 1, now)}
          />
          <IconButton
            icon="close"
            size="small"
            label={say('reminder.remove', { number: index + 2 })}
            onClick={() => onChange(without(index + 1))}
          />
        </div>
      ))}
      {value.length > 0 && value.length < EVENT_REMINDERS_MAX && next !== undefined && (
        <Button variant="text" size="small" icon="plus" onClick={() => onChange([...value, next])}>
          {say('reminder.add')}
        </Button>
      )}
    </div>
  )
}
