import { useSay } from '../messages/language.ts'
import css from './feedback.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface SkeletonProps {
  /** Number of lines. */
  lines?: number | undefined
}

const WIDTHS = ['62%', '94%', '86%', '48%']

/** Grey lines where text will be. They appear 200 ms late, so that a quick answer never flickers. */
export function Skeleton({ lines = 3 }: SkeletonProps) {
  const say = useSay()
  return (
    <div role="status" className={css.skeleton}>
      <VisuallyHidden>{say('loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} className={css.bone} style={{ width: WIDTHS[line % WIDTHS.length] }} />
      ))}
    </div>
  )
}

export interface ProgressBarProps {
  /** 0 to 100; without it the bar shows only that work goes on. */
  value?: number | undefined
  label: string
  tone?: 'accent' | 'danger' | 'success' | undefined
}

export function ProgressBar({ value, label, tone = 'accent' }: ProgressBarProps) {
  const known = value === undefined ? undefined : Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known}
      className={css.track}
    >
      {known === undefined ? (
        <div className={`${css.fill} ${css.endless}`} />
      ) : (
        <div className={css.fill} data-tone={tone} style={{ transform: `scaleX(${known / 100})` }} />
      )}
    </div>
  )
}
