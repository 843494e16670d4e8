import { cx } from '../cx.ts'
import css from './Icon.module.css'
import { ICONS, type IconName } from './paths.ts'

export interface IconProps {
  name: IconName
  /** Edge in px; without it the icon is 1.25 of the text beside it, never below 16 px. */
  size?: number | undefined
  className?: string | undefined
  /** Read by a screen reader. Without it the icon is decoration. */
  label?: string | undefined
}

const KNOWN: Readonly<Record<string, string>> = ICONS

/** A line icon in the colour of the text around it. */
export function Icon({ name, size, className, label }: IconProps) {
  const drawing = KNOWN[name] ?? name
  const filled = drawing.startsWith('!')
  return (
    <svg
      className={cx(css.icon, className)}
      viewBox="0 0 20 20"
      width={size}
      height={size}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <path d={filled ? drawing.slice(1) : drawing} className={filled ? css.filled : css.stroked} />
    </svg>
  )
}
