import { IconButton } from '@yanshu/ui'
import { memo } from 'react'
import { markSeen } from '../actions/commands.ts'
import { useMailT, useRow } from '../mailbox/useMailbox.ts'

interface HoverToolsProps {
  mailId: number
  tabIndex: 0 | -1
  onStar: (mailId: number) => void
  onRemove: (mailId: number) => void
}

/** What the end of a row offers under the pointer: read or unread, star, delete. */
export const HoverTools = memo(function HoverTools({ mailId, tabIndex, onStar, onRemove }: HoverToolsProps) {
  const row = useRow(mailId)
  const t = useMailT()
  if (!row) return null
  return (
    <>
      <IconButton
        icon={row.seen ? 'mail' : 'mail-open'}
        label={t(row.seen ? 'action.markUnseen' : 'action.markSeen')}
        size="small"
        tabIndex={tabIndex}
        onClick={() => markSeen([mailId], !row.seen)}
      />
      <IconButton
        icon={row.color > 0 ? 'star-filled' : 'star'}
        label={t(row.color > 0 ? 'action.unstar' : 'action.star')}
        size="small"
        tabIndex={tabIndex}
        onClick={() => onStar(mailId)}
      />
      <IconButton
        icon="trash"
        label={t('action.delete')}
        size="small"
        tabIndex={tabIndex}
        onClick={() => onRemove(mailId)}
      />
    </>
  )
})
