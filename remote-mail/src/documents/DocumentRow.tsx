import { useItem } from '@yanshu/lists/view'
import { useFormat } from '@yanshu/shell-api'
import { Checkbox, Icon, type RowState } from '@yanshu/ui'
import { documents } from './documentKind.ts'
import css from './documents.module.css'
import { useWords } from './words.ts'

interface DocumentRowProps {
  id: number
  /** The list is of several folders, so the row shows in which one it lies, or of several people, and whose it is. */
  across: boolean
  state: RowState
}

/** One file or folder of a list. */
export function DocumentRow({ id, across, state: { selected, toggle } }: DocumentRowProps) {
  const say = useWords()
  const { bytes, mailTime } = useFormat()
  const row = useItem(documents().cache, id)
  if (!row) return null
  return (
    <div className={css.row}>
      <Checkbox label={row.name} hideLabel checked={selected} onChange={() => toggle()} />
      <Icon name={row.kind === 'folder' ? 'folder' : 'file'} />
      <span className={css.name} title={row.name}>
        {row.name}
      </span>
      {row.lockedBy !== '' && <Icon name="lock" label={say('lockedBy', { name: row.lockedBy })} />}
      {row.starred && <Icon name="star-filled" label={say('starred')} />}
      {across && (
        <span className={`${css.quiet} ${css.where}`}>
          {row.owner === ''
            ? say('inFolder', { name: row.folder || say('folder') })
            : say('sharedBy', { name: row.owner })}
        </span>
      )}
      <span className={`${css.quiet} ${css.size}`}>{row.kind === 'file' ? bytes(row.size) : ''}</span>
      <time className={`${css.quiet} ${css.time}`}>{mailTime(row.binnedAt ?? row.changedAt)}</time>
    </div>
  )
}
