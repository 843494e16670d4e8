import type { EventFile } from '@yanshu/contracts'
import { Icon, IconButton } from '@yanshu/ui'
import css from './files.module.css'
import { useFileWords } from './words.ts'

/** A file that is kept elsewhere: the way to it, past the page that warns of what leads outside. */
export function LinkRow({ file, onRemove }: { file: EventFile; onRemove?: () => void }) {
  const say = useFileWords()
  const name = file.name || file.link.replace(/^https?:\/\//, '')
  return (
    <p className={css.link}>
      <Icon name="link" size={16} />
      <a
        href={`#/linkPage?url=${encodeURIComponent(file.link)}`}
        target="_blank"
        rel="noreferrer noopener"
        title={file.link}
        aria-label={say('open', { name })}
      >
        {name}
      </a>
      {onRemove && <IconButton icon="close" size="small" label={say('remove', { name })} onClick={onRemove} />}
    </p>
  )
}
