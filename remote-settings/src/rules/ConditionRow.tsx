import type { RuleCondition } from '@yanshu/contracts'
import { Checkbox, IconButton, Select, TextField } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import { conditionOf, FIELDS } from './ruleDraft.ts'
import css from './rules.module.css'
import { useRuleWords } from './useRuleWords.ts'

interface ConditionRowProps {
  condition: RuleCondition
  /** Counted from 1: what its controls are called by. */
  at: number
  error: string | undefined
  onChange: (condition: RuleCondition) => void
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined
}

const HALF_HOURS = Array.from({ length: 48 }, (_, at) => at * 30)

/** One condition: which field it compares, how, and with what. */
export function ConditionRow({ condition, at, error, onChange, onRemove }: ConditionRowProps) {
  const say = useWords()
  const compares = condition.field === 'size' || condition.field === 'time' ? ['is', 'isNot'] : ['includes', 'excludes']
  return (
    <div className={css.condition}>
      <Select
        label={say('rules.form.field', { at })}
        hideLabel
        className={css.field}
        value={condition.field}
        options={FIELDS.map((value) => ({ value, label: say(`rules.fields.${value}`) }))}
        onChange={(field) => onChange(conditionOf(field, condition))}
      />
      <Select
        label={say('rules.form.how', { at })}
        hideLabel
        className={css.how}
        value={condition.not ? 1 : 0}
        options={compares.map((key, value) => ({ value, label: say(`rules.form.${key}`) }))}
        onChange={(value) => onChange({ ...condition, not: value === 1 })}
      />
      <div className={css.value}>
        <ConditionValue condition={condition} at={at} error={error} onChange={onChange} />
      </div>
      {onRemove && <IconButton icon="close" label={say('rules.form.removeCondition', { at })} onClick={onRemove} />}
    </div>
  )
}

function ConditionValue({ condition, at, error, onChange }: Omit<ConditionRowProps, 'onRemove'>) {
  const say = useWords()
  const { weekday, clock } = useRuleWords()
  const label = say('rules.form.value', { at })
  switch (condition.field) {
    case 'size':
      return (
        <TextField
          label={label}
          hideLabel
          inputMode="numeric"
          value={`${condition.kb || ''}`}
          after={say('rules.form.kb')}
          error={error}
          onChange={(text) => onChange({ ...condition, kb: Number(text.replace(/\D/g, '').slice(0, 8)) })}
        />
      )
    case 'time': {
      const times = [...new Set([...HALF_HOURS, condition.from, condition.to])]
        .sort((a, b) => a - b)
        .map((value) => ({ value, label: clock(value) }))
      return (
        <div className={css.times}>
          <Select
            label={say('rules.form.from')}
            value={condition.from}
            options={times}
            onChange={(from) => onChange({ ...condition, from })}
          />
          <Select
            label={say('rules.form.to')}
            value={condition.to}
            options={times}
            onChange={(to) => onChange({ ...condition, to })}
          />
          <fieldset aria-label={say('rules.form.days')} className={css.ticks}>
            {[1, 2, 3, 4, 5, 6, 7].map((day) => (
              <Checkbox
                key={day}
                label={weekday(day)}
                checked={condition.days.includes(day)}
                onChange={(on) =>
                  onChange({
                    ...condition,
                    days: on ? [...condition.days, day].sort() : condition.days.filter((one) => one !== day),
                  })
                }
              />
            ))}
          </fieldset>
          {error && <p className={css.problem}>{error}</p>}
        </div>
      )
    }
    case 'header':
      return (
        <div className={css.times}>
          <TextField
            label={say('rules.form.headerName')}
            hideLabel
            placeholder={say('rules.form.headerName')}
            value={condition.name}
            error={error}
            onChange={(name) => onChange({ ...condition, name })}
          />
          <TextField
            label={label}
            hideLabel
            placeholder={say('rules.form.headerHint')}
            value={condition.value}
            onChange={(value) => onChange({ ...condition, value })}
          />
        </div>
      )
    default:
      return (
        <TextField
          label={label}
          hideLabel
          value={condition.value}
          {...(condition.field === 'attachment' ? { placeholder: say('rules.form.attachmentHint') } : {})}
          error={error}
          onChange={(value) => onChange({ ...condition, value })}
        />
      )
  }
}
