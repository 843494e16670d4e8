import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/paths.ts'
import css from './WaitingBar.module.css'

export interface WaitingBarProps {
  icon: IconName
  /** What waits, in one sentence; cut at the end where there is no room. */
  children: ReactNode
  /** The whole sentence where it may be cut. */
  title?: string | undefined
  /** What can be done about it, as small buttons. */
  actions: ReactNode
}

/** A bar above the views for something that waits for an answer, such as letters that were not finished. */
export function WaitingBar({ icon, children, title, actions }: WaitingBarProps) {
  return (
    <div className={css.bar} role="status">
      <Icon name={icon} size={16} />
      <span className={css.text} title={title}>
        {children}
      </span>
      {actions}
    </div>
  )
}
