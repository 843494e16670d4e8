import { Button, Dialog, TextArea } from '@yanshu/ui'
import { useState } from 'react'
import { type Decision, decideLater } from './decisions.ts'
import { refresh } from './useRecords.ts'
import { useApprovalWords } from './words.ts'

interface RejectManyProps {
  decisions: readonly Decision[]
  /** Whether a rule of one of them asks for a comment. */
  commentRequired: boolean
  onClose: () => void
}

/** Rejects several mails with one comment for all their senders. */
export function RejectMany({ decisions, commentRequired, onClose }: RejectManyProps) {
  const say = useApprovalWords()
  const [comment, setComment] = useState('')
  const [problem, setProblem] = useState('')
  const submit = () => {
    if (commentRequired && comment.trim() === '') return setProblem(say('commentRequired'))
    const all = decisions.map((one) => ({ ...one, comment }))
    decideLater(say('rejectingMany', { count: all.length }), all, refresh)
    onClose()
  }
  return (
    <Dialog
      open
      title={`${say('rejectMarked')}：${say('marked', { count: decisions.length })}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button variant="danger" onClick={submit}>
            {say('reject')}
          </Button>
        </>
      }
    >
      <TextArea
        label={say('comment')}
        required={commentRequired}
        maxLength={500}
        value={comment}
        error={problem || undefined}
        onChange={setComment}
      />
    </Dialog>
  )
}
