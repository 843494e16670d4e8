import { type ComponentProps, type ReactNode, useState } from 'react'
import { IconButton } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/paths.ts'
import { useSay } from '../messages/language.ts'
import { Field, type FieldProps } from './Field.tsx'
import css from './field.module.css'

type FieldParts = Omit<FieldProps, 'children'>

export interface TextFieldProps
  extends FieldParts,
    Omit<ComponentProps<'input'>, keyof FieldParts | 'onChange' | 'size' | 'value' | 'prefix'> {
  value: string
  /** Gets every change, also while an input method composes: never trim or filter here. */
  onChange: (value: string) => void
  icon?: IconName | undefined
  /** Behind the text: a unit, a button. */
  after?: ReactNode | undefined
  clearable?: boolean | undefined
  large?: boolean | undefined
}

/** One line of text. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  required,
  className,
  value,
  onChange,
  icon,
  after,
  clearable,
  large,
  disabled,
  ...rest
}: TextFieldProps) {
  const say = useSay()
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(wiring) => (
        <div
          className={cx(css.box, large && css.large)}
          data-invalid={error ? '' : undefined}
          data-disabled={disabled ? '' : undefined}
        >
          {icon && <Icon name={icon} />}
          <input
            type="text"
            {...rest}
            {...wiring}
            disabled={disabled}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={css.input}
          />
          {clearable && value && !disabled && (
            <IconButton icon="close" size="small" label={say('clear')} onClick={() => onChange('')} />
          )}
          {after}
        </div>
      )}
    </Field>
  )
}

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'after' | 'clearable'> {
  autoComplete: 'current-password' | 'new-password' | 'off'
}

/** A password with a button that shows it. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const say = useSay()
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="off"
      after={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          size="small"
          label={say(shown ? 'hide' : 'show')}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

export interface TextAreaProps
  extends FieldParts,
    Omit<ComponentProps<'textarea'>, keyof FieldParts | 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
}

/** Several lines of text. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  required,
  className,
  value,
  onChange,
  disabled,
  rows = 4,
  ...rest
}: TextAreaProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(wiring) => (
        <div className={css.box} data-invalid={error ? '' : undefined} data-disabled={disabled ? '' : undefined}>
          <textarea
            {...rest}
            {...wiring}
            rows={rows}
            disabled={disabled}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={css.input}
          />
        </div>
      )}
    </Field>
  )
}
