import { useT } from '@yanshu/shell-api'
import { AttachmentTile, formatBytes } from '@yanshu/ui/letter'
import { totalSize } from '../validation/mailProblems.ts'
import { NS } from '../write/namespace.ts'
import css from './attachments.module.css'
import type { AttachmentItem, Uploads } from './uploads.ts'

export interface AttachmentShelfProps {
  items: readonly AttachmentItem[]
  uploads: Uploads
  /** Bytes of all attachments together. */
  limit: number
}

/** What goes with the letter, how far it is, and how much it all weighs. */
export function AttachmentShelf({ items, uploads, limit }: AttachmentShelfProps) {
  const say = useT(NS)
  if (items.length === 0) return null
  const total = totalSize(items)
  return (
    <section className={css.shelf} aria-label={say('attachments.title')}>
      <p className={css.total} data-over={total > limit ? '' : undefined}>
        {say('attachments.total', { count: items.length, size: formatBytes(total), limit: formatBytes(limit) })}
      </p>
      <ul className={css.tiles}>
        {items.map(({ key, name, size, state, progress, error }) => (
          <li key={key}>
            <AttachmentTile
              name={name}
              size={size}
              progress={state === 'sending' || state === 'waiting' ? progress : undefined}
              error={error ?? undefined}
              onRetry={() => uploads.retry(key)}
              onRemove={() => uploads.remove(key)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
