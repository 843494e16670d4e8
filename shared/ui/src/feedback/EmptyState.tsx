import type { ReactNode } from 'react'
import { EmptyScene, type SceneName } from '../brand/EmptyScene.tsx'
import { Button } from '../button/Button.tsx'
import { Icon } from '../icons/Icon.tsx'
import { useSay } from '../messages/language.ts'
import css from './feedback.module.css'

export interface EmptyStateProps {
  /** The picture above the sentence; none where a place only waits for a choice. */
  scene?: SceneName | 'none' | undefined
  title: ReactNode
  /** One kind sentence. */
  text?: ReactNode | undefined
  /** Buttons for what to do next. */
  actions?: ReactNode | undefined
}

/** Shown where there is nothing: a picture, a title, a sentence, buttons. */
export function EmptyState({ scene = 'unused', title, text, actions }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      {scene !== 'none' && <EmptyScene name={scene} />}
      <p className={css.emptyTitle}>{title}</p>
      {text && <p>{text}</p>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

export interface ErrorCardProps {
  /** What happened. */
  what: ReactNode
  /** Why. */
  why?: ReactNode | undefined
  /** What to do now. */
  advice?: ReactNode | undefined
  /** For the help desk, in small print. */
  code?: string | undefined
  onRetry?: (() => void) | undefined
  retryLabel?: string | undefined
  /** Further buttons. */
  actions?: ReactNode | undefined
}

/** An error that stands in the page: what, why, what to do, and a way to try again. */
export function ErrorCard({ what, why, advice, code, onRetry, retryLabel, actions }: ErrorCardProps) {
  const say = useSay()
  return (
    <div role="alert" className={css.card}>
      <Icon name="error" size={20} />
      <div className={css.cardBody}>
        <p className={css.cardTitle}>{what}</p>
        {why && <p>{why}</p>}
        {advice && <p>{advice}</p>}
        {(onRetry || actions) && (
          <div className={css.actions}>
            {onRetry && (
              <Button size="small" icon="refresh" onClick={onRetry}>
                {retryLabel ?? say('retry')}
              </Button>
            )}
            {actions}
          </div>
        )}
        {code && <p className={css.code}>{say('code', { code })}</p>}
      </div>
    </div>
  )
}
