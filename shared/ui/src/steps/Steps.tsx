import ArcoSteps from '@arco-design/web-react/es/Steps'
import { useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { VisuallyHidden } from '../feedback/VisuallyHidden.tsx'
import { useBodyWidth } from '../hooks/useMediaQuery.ts'
import { Icon } from '../icons/Icon.tsx'
import { useWords } from '../messages/language.ts'
import css from './steps.module.css'
import { WORDS } from './words.ts'

export interface WorkStep {
  readonly id: string
  readonly title: string
  /** A few words below the title. */
  readonly hint?: string | undefined
}

export interface StepsProps {
  /** What the steps lead to, for screen readers. */
  label: string
  steps: readonly WorkStep[]
  /** Index of the step that is being done; the number of steps when all are done. */
  current: number
  /** The current step can't go on as it is. */
  failed?: boolean | undefined
  /** One below the other. By themselves they are so only where the window has no room beside each other. */
  vertical?: boolean | undefined
}

/** A window narrower than this shows steps one below the other. */
const NARROW_PX = 640

/**
 * Where one is in work of several steps. They are shown and not pressed: Arco's can't be reached by keyboard, and a way
 * back belongs to a button with that name. Arco draws them as blocks without meaning; they are made a list here.
 */
export function Steps({ label, steps, current, failed = false, vertical }: StepsProps) {
  const say = useWords(WORDS)
  const holder = useRef<HTMLDivElement>(null)
  const width = useBodyWidth()
  const narrow = width > 0 && width < NARROW_PX
  const upright = vertical ?? narrow
  useLayoutEffect(() => {
    const list = holder.current?.querySelector('.arco-steps')
    if (!list) return
    list.setAttribute('role', 'list')
    list.setAttribute('aria-label', label)
    for (const [at, item] of [...list.children].entries()) {
      item.setAttribute('role', 'listitem')
      if (at === current) item.setAttribute('aria-current', 'step')
      else item.removeAttribute('aria-current')
    }
  })
  const stateOf = (at: number) => (at < current ? 'done' : at > current ? undefined : failed ? 'failed' : 'current')
  return (
    <div ref={holder} className={cx(css.steps, upright && css.upright, narrow && css.brief)}>
      <ArcoSteps
        current={current + 1}
        direction={upright ? 'vertical' : 'horizontal'}
        status={failed ? 'error' : 'process'}
        size="small"
      >
        {steps.map(({ id, title, hint }, at) => {
          const state = stateOf(at)
          return (
            <ArcoSteps.Step
              key={id}
              // Arco's own icons have no size without its global sheet.
              {...(state === 'done' ? { icon: <Icon name="check" size={16} /> } : {})}
              {...(state === 'failed' ? { icon: <Icon name="close" size={16} /> } : {})}
              title={
                <>
                  {title}
                  {state && <VisuallyHidden>（{say(state)}）</VisuallyHidden>}
                </>
              }
              {...(hint === undefined ? {} : { description: hint })}
            />
          )
        })}
      </ArcoSteps>
    </div>
  )
}
