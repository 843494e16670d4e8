import { MISUSE_REASONS, MISUSE_TEXT_MAX, type MisuseReason } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, Checkbox, Dialog, notify, RadioGroup, TextArea } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import { moveToRole } from '../../actions/commands.ts'
import type { MailRow } from '../../mail-cache/mailCache.ts'
import { mailbox } from '../../mailbox/mailbox.ts'
import css from './report.module.css'
import { sayReport, useReportWords } from './words.ts'

interface ReportDialogProps {
  row: MailRow
  onClose: () => void
}

/** Reports a mail to the administrators, who get a copy of it; by choice it goes into the folder for spam as well. */
export default function ReportDialog({ row, onClose }: ReportDialogProps) {
  const say = useReportWords()
  const form = useId()
  const role = mailbox().roleOf(row.mailboxId)
  const movable = role !== 'spam' && role !== 'trash'
  const [reason, setReason] = useState<MisuseReason>('phishing')
  const [text, setText] = useState('')
  const [move, setMove] = useState(false)
  const [busy, setBusy] = useState(false)
  const report = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await http.post('mail/email/misuse/report', { mailId: row.mailId, reason, text })
    } catch {
      // The shell shows why; what was entered stays.
      setBusy(false)
      return
    }
    onClose()
    notify.success(sayReport('done'))
    if (move && movable) moveToRole([row.mailId], 'spam')
  }
  return (
    <Dialog
      open
      title={say('title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {say('send')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void report(event)}>
        <p className={css.lead}>{say('lead')}</p>
        <RadioGroup
          label={say('reason')}
          value={reason}
          stacked
          options={MISUSE_REASONS.map((value) => ({ value, label: say(`reasons.${value}`) }))}
          onChange={setReason}
        />
        <TextArea label={say('text')} value={text} rows={3} maxLength={MISUSE_TEXT_MAX} onChange={setText} />
        {movable && <Checkbox label={say('move')} checked={move} onChange={setMove} />}
      </form>
    </Dialog>
  )
}
