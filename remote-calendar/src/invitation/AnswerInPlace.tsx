import { Skeleton } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import { InvitationOfMail, useInvitation } from './InvitationCard.tsx'

export interface AnswerInPlaceProps {
  mailId: number
  /** Called once an answer has been given. */
  onDone: () => void
}

/** The invitation of a mail in a popover; a sentence where nothing of it can be read. */
export default function AnswerInPlace({ mailId, onDone }: AnswerInPlaceProps) {
  const say = useWords()
  const { data, isError } = useInvitation(mailId)
  if (isError || data?.invitation === null) return <p role="status">{say('invitation.unreadable')}</p>
  if (!data) return <Skeleton lines={4} />
  return <InvitationOfMail mailId={mailId} invitation={data.invitation} onDone={onDone} />
}
