import { type ReactNode, useId } from 'react'
import css from './pictures.module.css'

export interface PictureChoice<T extends string | number> {
  readonly value: T
  readonly label: string
  readonly hint?: string
  /** A drawing that adds nothing to the label for screen readers. */
  readonly picture: ReactNode
}

interface PictureChoicesProps<T extends string | number> {
  label: string
  value: T
  options: readonly PictureChoice<T>[]
  onChange: (value: T) => void
  /** Narrow pictures stand closer. */
  small?: boolean
}

/** One of a few, each with a little picture of what it does. Arrows move through them as in every radio group. */
export function PictureChoices<T extends string | number>({
  label,
  value,
  options,
  onChange,
  small,
}: PictureChoicesProps<T>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={css.choices} data-small={small ? '' : undefined}>
      {options.map((option) => (
        <label key={option.value} className={css.choice}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.label}
            aria-describedby={option.hint ? `${name}-${option.value}` : undefined}
          />
          <span aria-hidden="true" className={css.picture}>
            {option.picture}
          </span>
          <span className={css.caption}>
            <span aria-hidden="true">{option.label}</span>
            {option.hint && <small id={`${name}-${option.value}`}>{option.hint}</small>}
          </span>
        </label>
      ))}
    </div>
  )
}
