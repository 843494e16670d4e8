import { Button, Dialog, TextArea } from '@yanshu/ui'
import { useState } from 'react'
import { type Decision, decideLater } from './decisions.ts'
import { refresh } from './useRecords.ts'
import { useApprovalT } from './words.ts'

interface RejectManyProps {
  decisions: readonly Decision[]
  /** Whether a rule of one of them asks for a comment. */
  commentRequired: boolean
  onClose: () => void
}

/** Rejects several mails with one comment for all their senders. */
export function RejectMany({ decisions, commentRequired, onClose }: RejectManyProps) {
  const t = useApprovalT()
  const [comment, setComment] = useState('')
  const [problem, setProblem] = useState('')
  const submit = () => {
    if (commentRequired && comment.trim() === '') return setProblem(t('commentRequired'))
    const all = decisions.map((one) => ({ ...one, comment }))
    decideLater(t('rejectingMany', { count: all.length }), all, refresh)
    onClose()
  }
  return (
    <Dialog
      open
      title={`${t('rejectMarked')}：${t('marked', { count: decisions.length })}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="danger" onClick={submit}>
            {t('reject')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('comment')}
        required={commentRequired}
        maxLength={500}
        value={comment}
        error={problem || undefined}
        onChange={setComment}
      />
    </Dialog>
  )
}
