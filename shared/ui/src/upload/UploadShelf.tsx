import { useId, useRef, useState } from 'react'
import { AttachmentTile } from '../attachment/AttachmentTile.tsx'
import { formatBytes } from '../attachment/fileType.ts'
import { Button, IconButton } from '../button/Button.tsx'
import { useWords } from '../messages/language.ts'
import { GO_ON, PAUSE } from './pauseIcons.ts'
import css from './upload.module.css'
import { attachedSize, isComing, isLinked, type UploadItem, type Uploads } from './uploads.ts'
import { useRows } from './useRows.ts'
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

/** Rows of files that stand there before "n more". */
const ROWS = 2

/**
 * The files, how far each is on its way, and how much they all weigh. Of many files two rows are shown and the others on
 * request; where one has failed, all are.
 */
export function UploadShelf({ items, uploads, limit, linkedAbove, linkDays = 0 }: UploadShelfProps) {
  const say = useWords(WORDS)
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [wanted, setWanted] = useState(false)
  const open = wanted || items.some(({ state }) => state === 'failed')
  const { beyond, height } = useRows(list, ROWS, items)
  if (items.length === 0) return null
  const noteOf = ({ state, stalled, linked }: Pick<UploadItem, 'state' | 'stalled'> & { linked: boolean }) => {
    if (state === 'paused') return say('paused')
    if (stalled) return say('stalled')
    return linked ? say('linked', { days: linkDays }) : undefined
  }
  const total = attachedSize(items, linkedAbove)
  return (
    <section className={css.shelf} aria-label={say('title')}>
      <div className={css.head}>
        <p className={css.total} data-over={total > limit ? '' : undefined}>
          {say('total', { count: items.length, size: formatBytes(total), limit: formatBytes(limit) })}
        </p>
        {beyond > 0 && (
          <Button size="small" variant="text" aria-expanded={open} aria-controls={id} onClick={() => setWanted(!open)}>
            {say(open ? 'fewer' : 'more', { count: beyond })}
          </Button>
        )}
      </div>
      <ul ref={list} id={id} className={css.tiles} data-open={open} style={open ? undefined : { maxHeight: height }}>
        {items.map(({ key, name, size, state, progress, resumable, stalled, error }, at) => (
          <li key={key} inert={!open && at >= items.length - beyond}>
            <AttachmentTile
              chip
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
