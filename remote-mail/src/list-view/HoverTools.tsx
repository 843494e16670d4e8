import { cx, IconButton } from '@yanshu/ui'
import { memo } from 'react'
import { markSeen } from '../actions/commands.ts'
import { useRow, useWords } from '../mailbox/useMailbox.ts'
import css from './HoverTools.module.css'

export interface HoverToolsProps {
  mailId: number
  variant: 'stacked' | 'wide'
  tabIndex: 0 | -1
  onRemove: (mailId: number) => void
}

/** What a row offers under the pointer beside its star: read or unread, and delete. */
export const HoverTools = memo(function HoverTools({ mailId, variant, tabIndex, onRemove }: HoverToolsProps) {
  const row = useRow(mailId)
  const say = useWords()
  if (!row) return null
  return (
    <span className={cx(css.tools, css[variant])}>
      <IconButton
        icon={row.seen ? 'mail' : 'mail-open'}
        label={say(row.seen ? 'action.markUnseen' : 'action.markSeen')}
        size="small"
        tabIndex={tabIndex}
        onClick={() => markSeen([mailId], !row.seen)}
      />
      <IconButton
        icon="trash"
        label={say('action.delete')}
        size="small"
        tabIndex={tabIndex}
        onClick={() => onRemove(mailId)}
      />
    </span>
  )
})
