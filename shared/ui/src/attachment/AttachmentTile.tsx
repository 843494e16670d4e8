import type { ReactNode } from 'react'
import { IconButton } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import { ProgressBar } from '../feedback/Skeleton.tsx'
import { VisuallyHidden } from '../feedback/VisuallyHidden.tsx'
import { Icon } from '../icons/Icon.tsx'
import { useSay } from '../messages/language.ts'
import css from './AttachmentTile.module.css'
import { fileType, formatBytes, middleCut } from './fileType.ts'

export interface AttachmentTileProps {
  name: string
  /** In bytes. */
  size: number
  /** Of one line, as high as a button: where many files stand together. */
  chip?: boolean | undefined
  /** Shown in place of the icon of its kind: the file itself, drawn small. */
  picture?: ReactNode | undefined
  /** 0 to 100 while it is being sent. */
  progress?: number | undefined
  /** What went wrong, in words. */
  error?: string | undefined
  /** Small print beside the size, such as "15 天后过期". */
  note?: ReactNode | undefined
  /** A further button, before the others. */
  tool?: ReactNode | undefined
  onPreview?: (() => void) | undefined
  onDownload?: (() => void) | undefined
  onRetry?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

/** The name of a file that is shortened in its middle by the room that it has, so that the extension stays in sight. */
export function FileName({ name }: { name: string }) {
  const [start, end] = middleCut(name)
  return (
    <span className={css.name} title={name}>
      <VisuallyHidden>{name}</VisuallyHidden>
      {start && (
        <span className={css.nameStart} aria-hidden="true">
          {start}
        </span>
      )}
      <span className={css.nameEnd} aria-hidden="true">
        {end}
      </span>
    </span>
  )
}

/** One attachment: what it is, its name and size, and what can be done with it. */
export function AttachmentTile({
  name,
  size,
  chip = false,
  picture,
  progress,
  error,
  note,
  tool,
  onPreview,
  onDownload,
  onRetry,
  onRemove,
}: AttachmentTileProps) {
  const say = useSay()
  const { icon, tone } = fileType(name)
  const sending = progress !== undefined && !error
  return (
    <div className={cx(css.tile, chip && css.chip)} data-failed={error ? '' : undefined}>
      <span
        className={css.kind}
        style={tone ? { background: `var(--tone-${tone}-ground)`, color: `var(--tone-${tone}-text)` } : undefined}
      >
        <Icon name={icon} size={20} />
        {picture}
      </span>
      <div className={css.facts}>
        <FileName name={name} />
        <span className={cx(css.small, error && css.error)} role={error ? 'alert' : undefined}>
          {error ?? (
            <>
              {formatBytes(size)}
              {sending && ` · ${say('uploading', { percent: Math.round(progress) })}`}
              {note && <> · {note}</>}
            </>
          )}
        </span>
        {sending && (
          <div className={css.progress}>
            <ProgressBar label={name} value={progress} />
          </div>
        )}
      </div>
      {tool}
      {onRetry && error && (
        <IconButton icon="refresh" size="small" label={`${say('retry')} ${name}`} onClick={onRetry} />
      )}
      {onPreview && <IconButton icon="eye" size="small" label={say('preview', { name })} onClick={onPreview} />}
      {onDownload && <IconButton icon="download" size="small" label={say('download', { name })} onClick={onDownload} />}
      {onRemove && <IconButton icon="close" size="small" label={say('remove', { name })} onClick={onRemove} />}
    </div>
  )
}
