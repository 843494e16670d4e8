import { MISUSE_TEXT_MAX, type MisuseReport } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, Dialog, notify, TextArea } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import css from './misuse.module.css'
import { useMisuseWords } from './words.ts'

/** Closes a report, with a note for administrators and, by choice, an answer to who reported. */
export function CloseDialog({ report, onClose }: { report: MisuseReport; onClose: () => void }) {
  const say = useMisuseWords()
  const form = useId()
  const [note, setNote] = useState(report.closed?.note ?? '')
  const [answer, setAnswer] = useState('')
  const [busy, setBusy] = useState(false)
  const close = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const closed = await http.post('misuse/close', { reportId: report.reportId, note, answer }).catch(() => null)
    setBusy(false)
    // The shell shows why; what was entered stays.
    if (!closed) return
    if (!closed.done) notify.warning(say('already'))
    else notify.success(say(closed.report.closed?.answer ? 'closedAnswered' : 'closedDone'))
    onClose()
  }
  return (
    <Dialog
      open
      title={say('close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {say('close')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void close(event)}>
        <TextArea
          label={say('note')}
          hint={say('noteHint')}
          value={note}
          rows={3}
          maxLength={MISUSE_TEXT_MAX}
          data-autofocus
          onChange={setNote}
        />
        <TextArea
          label={say('answer')}
          hint={say(report.reporter ? 'answerHint' : 'answerGone')}
          disabled={!report.reporter}
          value={answer}
          rows={3}
          maxLength={MISUSE_TEXT_MAX}
          onChange={setAnswer}
        />
      </form>
    </Dialog>
  )
}
