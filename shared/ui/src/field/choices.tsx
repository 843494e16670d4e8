import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { VisuallyHidden } from '../feedback/VisuallyHidden.tsx'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/paths.ts'
import css from './field.module.css'

export interface CheckboxProps {
  label: ReactNode
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined
  hint?: ReactNode | undefined
  checked: boolean
  /** Some of what it stands for is on. */
  mixed?: boolean | undefined
  disabled?: boolean | undefined
  onChange: (checked: boolean) => void
  className?: string | undefined
  name?: string | undefined
}

function Tick({
  label,
  hideLabel,
  hint,
  checked,
  mixed = false,
  disabled,
  onChange,
  className,
  name,
  role,
}: CheckboxProps & { role?: 'switch' | undefined }) {
  return (
    <label className={cx(css.tick, role && css.spread, className)} data-disabled={disabled ? '' : undefined}>
      <input
        type="checkbox"
        role={role}
        name={name}
        checked={checked}
        disabled={disabled}
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      {hideLabel ? (
        <VisuallyHidden>{label}</VisuallyHidden>
      ) : (
        <span className={css.tickText}>
          {label}
          {hint && <small>{hint}</small>}
        </span>
      )}
    </label>
  )
}

export function Checkbox(props: CheckboxProps) {
  return <Tick {...props} />
}

export type SwitchProps = Omit<CheckboxProps, 'mixed'>

/** On or off, at once: for settings that apply without a Save button. The label stands left, the switch right. */
export function Switch(props: SwitchProps) {
  return <Tick {...props} role="switch" />
}

export interface Choice<T extends string | number> {
  readonly value: T
  readonly label: string
  readonly hint?: string | undefined
  readonly icon?: IconName | undefined
  readonly disabled?: boolean | undefined
}

export interface ChoiceProps<T extends string | number> {
  /** Name of the group. */
  label: string
  hideLabel?: boolean | undefined
  value: T | undefined
  options: readonly Choice<T>[]
  onChange: (value: T) => void
  disabled?: boolean | undefined
  className?: string | undefined
}

/** One of a few, all in sight. */
export function RadioGroup<T extends string | number>({
  label,
  hideLabel,
  value,
  options,
  onChange,
  disabled,
  stacked,
  className,
}: ChoiceProps<T> & { stacked?: boolean | undefined }) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className={cx(css.field, className)}>
      <GroupLabel id={id} label={label} hidden={hideLabel} />
      <div className={cx(css.choices, stacked && css.stacked)}>
        {options.map((option) => (
          <label key={option.value} className={css.tick} data-disabled={disabled || option.disabled ? '' : undefined}>
            <input
              type="radio"
              name={id}
              checked={option.value === value}
              disabled={disabled || option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span className={css.tickText}>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}

/** One of two to five, as joined buttons. With icons only, labels are still read out. */
export function Segmented<T extends string | number>({
  label,
  hideLabel,
  value,
  options,
  onChange,
  disabled,
  iconsOnly,
  className,
}: ChoiceProps<T> & { iconsOnly?: boolean | undefined }) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className={cx(css.field, className)}>
      <GroupLabel id={id} label={label} hidden={hideLabel} />
      <div>
        <div className={css.segments}>
          {options.map((option) => (
            <label key={option.value} className={css.segment} title={iconsOnly ? option.label : undefined}>
              <input
                type="radio"
                name={id}
                checked={option.value === value}
                disabled={disabled || option.disabled}
                onChange={() => onChange(option.value)}
              />
              {option.icon && <Icon name={option.icon} />}
              {iconsOnly ? <VisuallyHidden>{option.label}</VisuallyHidden> : option.label}
            </label>
          ))}
        </div>
      </div>
    </div>
  )
}

function GroupLabel({ id, label, hidden }: { id: string; label: string; hidden?: boolean | undefined }) {
  if (hidden) return <VisuallyHidden id={id}>{label}</VisuallyHidden>
  return (
    <span id={id} className={css.label}>
      {label}
    </span>
  )
}
