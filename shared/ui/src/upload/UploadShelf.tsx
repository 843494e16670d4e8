import { AttachmentTile } from '../attachment/AttachmentTile.tsx'
import { formatBytes } from '../attachment/fileType.ts'
import { IconButton } from '../button/Button.tsx'
import { useWords } from '../messages/language.ts'
import { GO_ON, PAUSE } from './pauseIcons.ts'
import css from './upload.module.css'
import { attachedSize, isComing, isLinked, type UploadItem, type Uploads } from './uploads.ts'
import { WORDS } from './words.ts'

export interface UploadShelfProps {
  items: readonly UploadItem[]
  uploads: Pick<Uploads, 'retry' | 'pause' | 'remove'>
  /** Bytes of all files together. */
  limit: number
  /** Files above so many bytes go as links, beside that limit. */
  linkedAbove?: number | null | undefined
  /** For how many days such a link is valid. */
  linkDays?: number | undefined
}

/** The files, how far each is on its way, and how much they all weigh. */
export function UploadShelf({ items, uploads, limit, linkedAbove, linkDays = 0 }: UploadShelfProps) {
  const say = useWords(WORDS)
  if (items.length === 0) return null
  const noteOf = ({ state, stalled, linked }: Pick<UploadItem, 'state' | 'stalled'> & { linked: boolean }) => {
    if (state === 'paused') return say('paused')
    if (stalled) return say('stalled')
    return linked ? say('linked', { days: linkDays }) : undefined
  }
  const total = attachedSize(items, linkedAbove)
  return (
    <section className={css.shelf} aria-label={say('title')}>
      <p className={css.total} data-over={total > limit ? '' : undefined}>
        {say('total', { count: items.length, size: formatBytes(total), limit: formatBytes(limit) })}
      </p>
      <ul className={css.tiles}>
        {items.map(({ key, name, size, state, progress, resumable, stalled, error }) => (
          <li key={key}>
            <AttachmentTile
              name={name}
              size={size}
              progress={isComing({ state }) ? progress : undefined}
              error={error ?? undefined}
              note={noteOf({ state, stalled, linked: isLinked({ size }, linkedAbove) })}
              tool={
                resumable && isComing({ state }) ? (
                  <IconButton
                    icon={state === 'paused' ? GO_ON : PAUSE}
                    size="small"
                    label={say(state === 'paused' ? 'goOn' : 'pause', { name })}
                    onClick={() => (state === 'paused' ? uploads.retry(key) : uploads.pause(key))}
                  />
                ) : undefined
              }
              onRetry={() => uploads.retry(key)}
              onRemove={() => uploads.remove(key)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
