import type { ApprovalRecord } from '@yanshu/contracts'
import { Button, Checkbox, Dialog, TextArea } from '@yanshu/ui'
import { useState } from 'react'
import css from './approval.module.css'
import { decideLater } from './decisions.ts'
import { refresh } from './useRecords.ts'
import { useApprovalT } from './words.ts'

/** Passes a mail for some recipients; for the others, at first those outside, it waits on with a reason. */
export function PartsDialog({ record, onClose }: { record: ApprovalRecord; onClose: () => void }) {
  const t = useApprovalT()
  const { recordId, hash, to } = record
  const outside = to.filter((one) => one.outside)
  const first = outside.length < to.length ? outside : []
  const [held, setHeld] = useState<ReadonlySet<string>>(() => new Set(first.map(({ address }) => address)))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const subject = record.subject || t('noSubject')
  const mark = (address: string) => {
    const next = new Set(held)
    if (!next.delete(address)) next.add(address)
    setHeld(next)
    setProblem('')
  }
  const submit = () => {
    if (held.size === 0 || held.size === to.length) return setProblem(t('parts.choose'))
    if (reason.trim() === '') return setProblem(t('parts.needsReason'))
    const text = t('parts.passing', { subject, count: held.size })
    decideLater(text, [{ recordId, hash, pass: true, comment: reason, hold: [...held] }], refresh)
    onClose()
  }
  return (
    <Dialog
      open
      title={`${t('parts.do')}：${subject}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onClick={submit}>
            {t('parts.do')}
          </Button>
        </>
      }
    >
      <p>{t('parts.lead')}</p>
      <fieldset className={css.parts}>
        <legend>{t('parts.held')}</legend>
        {to.map(({ name, address, outside: isOutside }) => (
          <Checkbox
            key={address}
            label={`${name ? `${name} <${address}>` : address}${isOutside ? ` · ${t('outside')}` : ''}`}
            checked={held.has(address)}
            onChange={() => mark(address)}
          />
        ))}
      </fieldset>
      <TextArea
        label={t('parts.reason')}
        required
        maxLength={500}
        value={reason}
        error={problem || undefined}
        onChange={setReason}
      />
    </Dialog>
  )
}
