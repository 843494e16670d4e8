import { foldRepeated } from '@yanshu/mail-html/foldRepeated'
import { type ComponentType, useMemo } from 'react'
import type { ReadingPaneProps, Surroundings } from '../reading/readingProps.ts'
import { useReadyMail } from '../reading/useReadyMail.ts'
import { Members } from './Members.tsx'
import { useEarlierText } from './useEarlierText.ts'
import { useOpenMember } from './useOpenMember.ts'

interface ConversationPaneProps extends ReadingPaneProps {
  /** Shows one mail. */
  Pane: ComponentType<ReadingPaneProps & Surroundings>
}

/**
 * A conversation: one of its mails is open, at first the oldest unread one, and the others stand above and below it in the
 * order of time. What the open one repeats of the mail before it is folded.
 */
export function ConversationPane({ Pane, ...props }: ConversationPaneProps) {
  const row = props.mailId
  const member = useOpenMember(row)
  const mailId = useReadyMail(member.mailId)
  const earlier = useEarlierText(row, mailId)
  const fold = useMemo(() => (earlier ? foldRepeated(earlier) : undefined), [earlier])
  const members = (side: 'before' | 'after') =>
    row !== null && mailId !== null && <Members row={row} openId={mailId} side={side} onOpen={member.open} />
  // Of a conversation one mail may leave, and the others stay open.
  const onLeave = mailId === row ? props.onLeave : () => member.open(null)
  return (
    <Pane
      {...props}
      mailId={mailId}
      onLeave={onLeave}
      fold={fold}
      before={members('before')}
      after={members('after')}
    />
  )
}
