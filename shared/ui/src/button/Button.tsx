import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/Spinner.tsx'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/paths.ts'
import type { Placement } from '../layers/place.ts'
import { Tooltip } from '../popover/Tooltip.tsx'
import css from './Button.module.css'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** `primary` is the one accent action of a screen. */
  variant?: 'default' | 'primary' | 'soft' | 'text' | 'danger' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  icon?: IconName | undefined
  iconAfter?: IconName | undefined
  /** Shows a spinner in place, keeps the width, and ignores presses. */
  loading?: boolean | undefined
  /** Fills the width of its container. */
  wide?: boolean | undefined
  children: ReactNode
}

export function Button({
  variant = 'default',
  size = 'medium',
  icon,
  iconAfter,
  loading = false,
  wide = false,
  className,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={cx(
        css.button,
        css[variant],
        size === 'small' && css.small,
        size === 'large' && css.large,
        wide && css.wide,
        loading && css.busy,
        className,
      )}
    >
      {loading && <Spinner className={css.spin} />}
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {iconAfter && <Icon name={iconAfter} />}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: IconName
  /** What it does; name for screen readers and text of the tooltip. */
  label: string
  size?: 'small' | 'medium' | undefined
  shortcut?: string | undefined
  /** On or off, for buttons that stay pressed. */
  pressed?: boolean | undefined
  danger?: boolean | undefined
  tooltip?: Placement | false | undefined
}

/** A button that is only an icon; it always has a name and shows it on hover and focus. */
export function IconButton({
  icon,
  label,
  size = 'medium',
  shortcut,
  pressed,
  danger,
  tooltip = 'bottom',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      className={cx(css.icon, size === 'small' && css.iconSmall, danger && css.iconDanger, className)}
    >
      <Icon name={icon} />
    </button>
  )
  if (tooltip === false) return button
  return (
    <Tooltip text={label} shortcut={shortcut} placement={tooltip} redundant>
      {button}
    </Tooltip>
  )
}
