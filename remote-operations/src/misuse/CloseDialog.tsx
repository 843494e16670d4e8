import { MISUSE_TEXT_MAX, type MisuseReport } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, Dialog, notify, TextArea } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import css from './misuse.module.css'
import { useMisuseT } from './words.ts'

/** Closes a report, with a note for administrators and, by choice, an answer to who reported. */
export function CloseDialog({ report, onClose }: { report: MisuseReport; onClose: () => void }) {
  const t = useMisuseT()
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
    if (!closed.done) notify.warning(t('already'))
    else notify.success(t(closed.report.closed?.answer ? 'closedAnswered' : 'closedDone'))
    onClose()
  }
  return (
    <Dialog
      open
      title={t('close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {t('close')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void close(event)}>
        <TextArea
          label={t('note')}
          hint={t('noteHint')}
          value={note}
          rows={3}
          maxLength={MISUSE_TEXT_MAX}
          data-autofocus
          onChange={setNote}
        />
        <TextArea
          label={t('answer')}
          hint={t(report.reporter ? 'answerHint' : 'answerGone')}
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
