import { AttachmentTile } from '../attachment/AttachmentTile.tsx'
import { formatBytes } from '../attachment/fileType.ts'
import { useWords } from '../messages/language.ts'
import css from './upload.module.css'
import { totalSize, type UploadItem, type Uploads } from './uploads.ts'
import { WORDS } from './words.ts'

export interface UploadShelfProps {
  items: readonly UploadItem[]
  uploads: Pick<Uploads, 'retry' | 'remove'>
  /** Bytes of all files together. */
  limit: number
}

/** The files, how far each is on its way, and how much they all weigh. */
export function UploadShelf({ items, uploads, limit }: UploadShelfProps) {
  const say = useWords(WORDS)
  if (items.length === 0) return null
  const total = totalSize(items)
  return (
    <section className={css.shelf} aria-label={say('title')}>
      <p className={css.total} data-over={total > limit ? '' : undefined}>
        {say('total', { count: items.length, size: formatBytes(total), limit: formatBytes(limit) })}
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
