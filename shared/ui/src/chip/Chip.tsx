import type { ReactNode } from 'react'
import { IconButton } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import { VisuallyHidden } from '../feedback/VisuallyHidden.tsx'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/paths.ts'
import { useSay } from '../messages/language.ts'
import css from './Chip.module.css'

export interface BadgeProps {
  count: number
  /** What is counted, for screen readers: "3 封未读". */
  label: string
  /** Larger counts show as `99+`. 999 by default. */
  max?: number | undefined
  tone?: 'quiet' | 'accent' | 'danger' | undefined
  className?: string | undefined
}

/** A count beside something. Zero shows nothing. */
export function Badge({ count, label, max = 999, tone = 'quiet', className }: BadgeProps) {
  if (count <= 0) return null
  return (
    <span className={cx(css.badge, className)} data-tone={tone}>
      <span aria-hidden="true">{count > max ? `${max}+` : count}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

export interface ChipProps {
  icon?: IconName | undefined
  tone?: 'neutral' | 'accent' | 'danger' | 'warning' | 'success' | 'info' | undefined
  onRemove?: (() => void) | undefined
  /** Plain text of the chip, for the remove button's name; needed when the content is not a string. */
  name?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** A small fact: a marker, a filter, a state. */
export function Chip({ icon, tone = 'neutral', onRemove, name, className, children }: ChipProps) {
  const say = useSay()
  const text = name ?? (typeof children === 'string' ? children : '')
  return (
    <span className={cx(css.chip, className)} data-tone={tone}>
      {icon && <Icon name={icon} size={14} />}
      <span className={css.text}>{children}</span>
      {onRemove && (
        <IconButton
          icon="close"
          size="small"
          tooltip={false}
          label={say('remove', { name: text })}
          onClick={onRemove}
          className={css.remove}
        />
      )}
    </span>
  )
}

export interface LabelChipProps {
  name: string
  /** A tone 1 to 12, or any CSS colour that a user chose; the text keeps its contrast either way. */
  color: number | string
  onRemove?: (() => void) | undefined
}

/** Colour of a label as CSS: a tone's dot or the colour itself. */
export function labelColor(color: number | string): string {
  return typeof color === 'number' ? `var(--tone-${color}-dot)` : color
}

/** A label on a mail: its colour as a dot and a breath of it as ground. */
export function LabelChip({ name, color, onRemove }: LabelChipProps) {
  const say = useSay()
  return (
    <span
      className={css.label}
      style={{ background: `color-mix(in srgb, ${labelColor(color)} 14%, var(--surface-1))` }}
      title={name}
    >
      <span className={css.dot} style={{ color: labelColor(color) }} />
      <span className={css.text}>{name}</span>
      {onRemove && (
        <IconButton
          icon="close"
          size="small"
          tooltip={false}
          label={say('remove', { name })}
          onClick={onRemove}
          className={css.remove}
        />
      )}
    </span>
  )
}

/** A thin line between things. */
export function Divider({ vertical = false }: { vertical?: boolean | undefined }) {
  return <hr className={css.divider} aria-orientation={vertical ? 'vertical' : 'horizontal'} />
}
