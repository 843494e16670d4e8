import { cx } from '../cx.ts'
import { useDelayed } from '../hooks/useDelayed.ts'
import { useSay } from '../messages/language.ts'
import css from './feedback.module.css'

export interface SpinnerProps {
  className?: string | undefined
  /** Edge in px, 16 by default. */
  size?: number | undefined
}

/** A turning arc, decoration only: the view that shows it also states it in words. */
export function Spinner({ className, size = 16 }: SpinnerProps) {
  return (
    <svg className={cx(css.spinner, className)} viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <path d="M10 2a8 8 0 1 1-8 8" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  )
}

/** A spinner with a label for screen readers that appears only when the wait is longer than 200 ms. */
export function DelayedSpinner({ label }: { label?: string | undefined }) {
  const say = useSay()
  const late = useDelayed(true, 200)
  return (
    <div role="status" className={css.wait}>
      {late && (
        <>
          <Spinner size={20} />
          <span>{label ?? say('loading')}</span>
        </>
      )}
    </div>
  )
}
