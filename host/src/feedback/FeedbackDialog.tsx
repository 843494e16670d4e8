import { FEEDBACK_FILES_MAX, FEEDBACK_TEXT_MAX, lengthOf } from '@yanshu/contracts'
import { ApiError, http, perLogin, useT } from '@yanshu/shell-api'
import { Button, Dialog, notify, TextArea } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { FileChoice } from '../file-choice/FileChoice.tsx'
import { fileProblem } from '../file-choice/fileProblem.ts'

/** What was written and not sent: it is there when the dialog is opened again. */
const unsent = perLogin(() => ({ content: '' }))

/** Sends a message to the operators, with files below 50 MB; the sender is given a number (§2, Feedback box). */
export default function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const say = useT('shell')
  const [left] = useState(unsent)
  const [content, setContent] = useState(left.content)
  const [files, setFiles] = useState<readonly File[]>([])
  const [asked, setAsked] = useState(false)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState('')
  useEffect(() => {
    left.content = content
  }, [left, content])
  const text = content.trim()
  const problem =
    text === ''
      ? say('feedback.required')
      : lengthOf(text) > FEEDBACK_TEXT_MAX
        ? say('feedback.tooLong', { max: FEEDBACK_TEXT_MAX })
        : ''

  const add = (more: readonly File[]) => {
    const next = [...files]
    for (const file of more) {
      const found = fileProblem(file, next, FEEDBACK_FILES_MAX)
      if (found) notify.warning(say(`files.${found}`, { name: file.name, max: FEEDBACK_FILES_MAX }))
      else next.push(file)
    }
    setFiles(next)
  }
  const send = async () => {
    setAsked(true)
    setRefusal('')
    if (problem) return
    setSending(true)
    try {
      const { feedbackId } = await http.upload('mail/main/feedback', files, {
        fields: { content: text },
        silent: true,
      })
      notify.success(say('feedback.sent', { number: feedbackId }), { duration: 10_000 })
      left.content = ''
      onClose()
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : say('feedback.failed'))
      setSending(false)
    }
  }

  return (
    <Dialog
      open
      wide
      title={say('feedback.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('feedback.cancel')}</Button>
          <Button variant="primary" loading={sending} onClick={() => void send()}>
            {say('feedback.send')}
          </Button>
        </>
      }
    >
      <TextArea
        label={say('feedback.content')}
        required
        rows={6}
        value={content}
        onChange={setContent}
        placeholder={say('feedback.placeholder')}
        error={(asked && problem) || refusal || undefined}
        data-autofocus=""
      />
      <FileChoice files={files} onAdd={add} onRemove={(file) => setFiles(files.filter((one) => one !== file))} />
    </Dialog>
  )
}
