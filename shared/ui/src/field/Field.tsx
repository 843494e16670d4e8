import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { VisuallyHidden } from '../feedback/VisuallyHidden.tsx'
import { Icon } from '../icons/Icon.tsx'
import css from './field.module.css'
import type { FieldWiring } from './fieldWiring.ts'

export type { FieldWiring }

export interface FieldProps {
  label: ReactNode
  /** Keeps the label for screen readers and hides it on the screen. */
  hideLabel?: boolean | undefined
  hint?: ReactNode | undefined
  /** What is wrong and how to put it right. */
  error?: ReactNode | undefined
  required?: boolean | undefined
  className?: string | undefined
  /** The control, given the attributes to carry. */
  children: (wiring: FieldWiring) => ReactNode
}

/** Label above, control, then hint or error, wired together for screen readers. */
export function Field({ label, hideLabel, hint, error, required, className, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const text = (
    <label htmlFor={id} id={`${id}-label`} className={hideLabel ? undefined : cx(css.label, required && css.required)}>
      {label}
    </label>
  )
  return (
    <div className={cx(css.field, className)}>
      {hideLabel ? <VisuallyHidden>{text}</VisuallyHidden> : text}
      {children({
        id,
        'aria-labelledby': `${id}-label`,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className={css.hint}>
          {hint}
        </div>
      )}
      <div id={`${id}-error`} aria-live="polite" className={error ? css.error : undefined}>
        {error && (
          <>
            <Icon name="error" size={16} />
            <span>{error}</span>
          </>
        )}
      </div>
    </div>
  )
}
