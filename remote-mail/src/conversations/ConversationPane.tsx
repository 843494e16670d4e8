import { foldRepeated } from '@yanshu/mail-html/foldRepeated'
import { useShortcuts } from '@yanshu/shell-api'
import { Button, Tooltip } from '@yanshu/ui'
import { type ComponentType, type RefObject, useMemo } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'
import type { ReadingPaneProps, Surroundings } from '../reading/readingProps.ts'
import { useReadyMail } from '../reading/useReadyMail.ts'
import { Members } from './Members.tsx'
import css from './members.module.css'
import { useEarlierText } from './useEarlierText.ts'
import { useEnd } from './useEnd.ts'
import { useFollowedMembers, useMembers } from './useMembers.ts'
import { type Opened, useOpened } from './useOpened.ts'
import { useOpenMember } from './useOpenMember.ts'
import { useConversationWords } from './words.ts'

interface ConversationPaneProps extends ReadingPaneProps {
  /** Shows one mail. */
  Pane: ComponentType<ReadingPaneProps & Surroundings>
}

const OPEN_ALL = ';'
const CLOSE_ALL = ':'
const TO_END = 'End'

/**
 * A conversation with its current mail, at first the oldest unread one; the others stand above and below it in the
 * order of time, where each can be opened in its place. What an open one repeats of the mail before it is folded.
 */
export default function ConversationPane({ Pane, ...props }: ConversationPaneProps) {
  const row = props.mailId
  useFollowedMembers(row)
  const member = useOpenMember(row)
  const mailId = useReadyMail(member.mailId)
  const earlier = useEarlierText(row, mailId)
  const fold = useMemo(() => (earlier ? foldRepeated(earlier) : undefined), [earlier])
  const { opened, others } = useOpened(row, mailId, props)
  const isSeveral = (useMembers(row)?.ids.length ?? 0) > 1
  const end = useEnd(row)
  useKeys(opened, end.toEnd, props.active && isSeveral)
  const members = (side: 'before' | 'after') =>
    row !== null && mailId !== null && <Members row={row} openId={mailId} side={side} opened={opened} />
  // Of a conversation one mail may leave, and the others stay open.
  const onLeave = mailId === row ? props.onLeave : member.leave
  const before = row !== null && mailId !== null && (
    <>
      {isSeveral && <AllBar place={end.place} opened={opened} onEnd={end.toEnd} />}
      {members('before')}
    </>
  )
  return (
    <Pane
      {...props}
      mailId={mailId}
      onLeave={onLeave}
      fold={fold}
      others={others}
      before={before}
      after={members('after')}
    />
  )
}

function useKeys(opened: Opened, toEnd: () => void, active: boolean): void {
  const say = useConversationWords()
  const group = useWords()('keys.group')
  useShortcuts(
    [
      { keys: OPEN_ALL, label: say('openAll'), group, run: opened.openAll },
      { keys: CLOSE_ALL, label: say('closeAll'), group, run: opened.closeAll },
      { keys: TO_END, label: say('toEnd'), group, run: toEnd },
    ],
    active,
  )
}

interface AllBarProps {
  /** Gets its element. */
  place: RefObject<HTMLDivElement | null>
  opened: Opened
  onEnd: () => void
}

/** Opens all mails of the conversation in their places, or closes those that are open; where all are, goes to the newest. */
function AllBar({ place, opened, onEnd }: AllBarProps) {
  const say = useConversationWords()
  return (
    <div ref={place} role="toolbar" aria-label={say('allBar')} className={css.allBar}>
      {opened.all && (
        <Tooltip text={say('toEnd')} shortcut={TO_END} redundant>
          <Button size="small" variant="text" onClick={onEnd}>
            {say('toEnd')}
          </Button>
        </Tooltip>
      )}
      <Tooltip text={say('openAll')} shortcut={OPEN_ALL} redundant>
        <Button size="small" variant="text" disabled={opened.all} onClick={opened.openAll}>
          {say('openAll')}
        </Button>
      </Tooltip>
      <Tooltip text={say('closeAll')} shortcut={CLOSE_ALL} redundant>
        <Button size="small" variant="text" disabled={opened.count === 0} onClick={opened.closeAll}>
          {say('closeAll')}
        </Button>
      </Tooltip>
    </div>
  )
}
