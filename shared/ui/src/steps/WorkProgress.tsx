import type { ReactNode } from 'react'
import { ProgressBar } from '../feedback/Skeleton.tsx'
import { Icon } from '../icons/Icon.tsx'
import { useWords } from '../messages/language.ts'
import css from './steps.module.css'
import { WORDS } from './words.ts'

export type WorkState = 'running' | 'paused' | 'stopped' | 'finished'

export interface WorkProgressProps {
  /** What is being done: "正在导出邮件". */
  label: string
  state: WorkState
  /** How much is done, of how much; without a total the bar shows only that work goes on. */
  done: number
  total?: number | undefined
  /** What is being done at this moment, or why it stopped and what to do. */
  detail?: ReactNode | undefined
  /** Pause, continue, try again, cancel. */
  actions?: ReactNode | undefined
}

const TONES = { running: 'accent', paused: 'accent', stopped: 'danger', finished: 'success' } as const
const ICONS = { running: undefined, paused: 'minus', stopped: 'error', finished: 'success' } as const

/** Long work that goes on by itself: how far it is, and what can be done about it. Its state is read out, not each step. */
export function WorkProgress({ label, state, done, total, detail, actions }: WorkProgressProps) {
  const say = useWords(WORDS)
  const percent = total === undefined || total <= 0 ? undefined : Math.floor((100 * Math.min(done, total)) / total)
  const shown = state === 'finished' ? 100 : percent
  const icon = ICONS[state]
  return (
    <section aria-label={label} className={css.work} data-state={state}>
      <div className={css.workHead}>
        <span className={css.workLabel}>{label}</span>
        <span className={css.workCount}>
          {total === undefined ? null : say('of', { done: done.toLocaleString(), total: total.toLocaleString() })}
          {shown === undefined ? null : <b>{say('percent', { percent: shown })}</b>}
        </span>
      </div>
      <ProgressBar label={label} value={shown} tone={TONES[state]} />
      <div className={css.workFoot}>
        <span className={css.workState}>
          {icon && <Icon name={icon} size={16} />}
          <span role="status">{say(state)}</span>
          {detail && <span className={css.workDetail}>{detail}</span>}
        </span>
        {actions && <span className={css.workActions}>{actions}</span>}
      </div>
    </section>
  )
}
