import { useItem } from '@yanshu/lists/view'
import { useFormat } from '@yanshu/shell-api'
import { Checkbox, Icon } from '@yanshu/ui'
import { FileName } from '@yanshu/ui/letter'
import type { DragEvent } from 'react'
import { useWords } from '../words.ts'
import { placeWords } from './DocumentRow.tsx'
import { type DocumentRow, documents } from './documentKind.ts'
import { useFolderDrop } from './drops.ts'
import { useDocumentThumbnail } from './thumbnails.ts'
import css from './tiles.module.css'

interface DocumentTileProps {
  id: number
  across: boolean
  selected: boolean
  onToggle: () => void
  onDragStart: (event: DragEvent) => void
}

/** One file or folder as a tile. */
export function DocumentTile(props: DocumentTileProps) {
  const row = useItem(documents().cache, props.id)
  return row ? <Tile row={row} {...props} /> : null
}

function Tile({ row, across, selected, onToggle, onDragStart }: DocumentTileProps & { row: DocumentRow }) {
  const say = useWords()
  const { bytes, mailTime } = useFormat()
  const picture = useDocumentThumbnail(row)
  const isFolder = row.kind === 'folder'
  const drop = useFolderDrop(isFolder && row.binnedAt === null ? row : undefined)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done with the key that moves, and by its dialog
    <div className={css.tile} draggable={row.binnedAt === null} onDragStart={onDragStart} {...drop}>
      <span className={css.picture}>
        {picture ? (
          <img src={picture} alt="" draggable={false} />
        ) : (
          <Icon name={isFolder ? 'folder' : 'file'} size={40} />
        )}
      </span>
      <span className={css.tick} data-shown={selected || undefined}>
        <Checkbox label={row.name} hideLabel checked={selected} onChange={onToggle} />
      </span>
      <span className={css.marks}>
        {row.lockedBy !== '' && <Icon name="lock" label={say('lockedBy', { name: row.lockedBy })} />}
        {row.starred && <Icon name="star-filled" label={say('starred')} />}
      </span>
      <span className={css.tileName}>
        <FileName name={row.name} />
      </span>
      <span className={css.tileFacts}>
        {across ? placeWords(row, say) : `${isFolder ? '' : `${bytes(row.size)} · `}${mailTime(row.changedAt)}`}
      </span>
    </div>
  )
}
