import { useItem } from '@yanshu/lists/view'
import { useFormat } from '@yanshu/shell-api'
import { Checkbox, Icon, type RowState } from '@yanshu/ui'
import type { DragEvent } from 'react'
import css from '../documents.module.css'
import { useWords } from '../words.ts'
import { documents, type DocumentRow as Row } from './documentKind.ts'
import { useFolderDrop } from './drops.ts'

interface DocumentRowProps {
  id: number
  /** The list is of several folders, so the row shows in which one it lies, or of several people, and whose it is. */
  across: boolean
  state: RowState
  onDragStart: (event: DragEvent) => void
}

/** One file or folder of a list. */
export function DocumentRow(props: DocumentRowProps) {
  const row = useItem(documents().cache, props.id)
  return row ? <Shown row={row} {...props} /> : null
}

function Shown({ row, across, state: { selected, toggle }, onDragStart }: DocumentRowProps & { row: Row }) {
  const say = useWords()
  const { bytes, mailTime } = useFormat()
  const drop = useFolderDrop(row.kind === 'folder' && row.binnedAt === null ? row : undefined)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done with the key that moves, and by its dialog
    <div className={css.row} draggable={row.binnedAt === null} onDragStart={onDragStart} {...drop}>
      <Checkbox label={row.name} hideLabel checked={selected} onChange={() => toggle()} />
      <Icon name={row.kind === 'folder' ? 'folder' : 'file'} />
      <span className={css.name} title={row.name}>
        {row.name}
      </span>
      {row.lockedBy !== '' && <Icon name="lock" label={say('lockedBy', { name: row.lockedBy })} />}
      {row.starred && <Icon name="star-filled" label={say('starred')} />}
      {across && <span className={`${css.quiet} ${css.where}`}>{placeWords(row, say)}</span>}
      <span className={`${css.quiet} ${css.size}`}>{row.kind === 'file' ? bytes(row.size) : ''}</span>
      <time className={`${css.quiet} ${css.time}`}>{mailTime(row.binnedAt ?? row.changedAt)}</time>
    </div>
  )
}

/** Where a file lies, or whose it is. */
export function placeWords({ owner, folder }: Pick<Row, 'owner' | 'folder'>, say: ReturnType<typeof useWords>): string {
  if (owner === '') return say('inFolder', { name: folder || say('folder') })
  return folder === '' ? say('sharedBy', { name: owner }) : say('inFolderOf', { name: folder, owner })
}
