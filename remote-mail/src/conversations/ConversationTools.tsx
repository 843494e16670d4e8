import { cx, IconButton } from '@yanshu/ui'
import { memo } from 'react'
import { markSeen, remove } from '../actions/commands.ts'
import css from '../list-view/HoverTools.module.css'
import type { HoverToolsProps } from '../list-view/HoverTools.tsx'
import { useRow } from '../mailbox/useMailbox.ts'
import { useConversation } from './conversationFacts.ts'
import { wholeConversation } from './conversationList.ts'
import { useConversationWords } from './words.ts'

/** What a row offers under the pointer: it is done to the whole conversation in this folder. */
export const ConversationTools = memo(function ConversationTools({ mailId, variant, tabIndex }: HoverToolsProps) {
  const row = useRow(mailId)
  const facts = useConversation(mailId)
  const say = useConversationWords()
  if (!row) return null
  const unread = !row.seen || (facts?.othersUnread ?? 0) > 0
  const whole = (work: (ids: readonly number[]) => unknown) => () => void wholeConversation([mailId]).then(work)
  return (
    <span className={cx(css.tools, css[variant])}>
      <IconButton
        icon={unread ? 'mail-open' : 'mail'}
        label={say(unread ? 'seen' : 'unseen')}
        size="small"
        tabIndex={tabIndex}
        onClick={whole((ids) => markSeen(ids, unread))}
      />
      <IconButton icon="trash" label={say('remove')} size="small" tabIndex={tabIndex} onClick={whole(remove)} />
    </span>
  )
})
