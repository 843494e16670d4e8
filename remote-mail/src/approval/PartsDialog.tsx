import type { ApprovalRecord } from '@yanshu/contracts'
import { Button, Checkbox, Dialog, TextArea } from '@yanshu/ui'
import { useState } from 'react'
import css from './approval.module.css'
import { decideLater } from './decisions.ts'
import { refresh } from './useRecords.ts'
import { useApprovalWords } from './words.ts'

/** Passes a mail for some recipients; for the others, at first those outside, it waits on with a reason. */
export function PartsDialog({ record, onClose }: { record: ApprovalRecord; onClose: () => void }) {
  const say = useApprovalWords()
  const { recordId, hash, to } = record
  const outside = to.filter((one) => one.outside)
  const first = outside.length < to.length ? outside : []
  const [held, setHeld] = useState<ReadonlySet<string>>(() => new Set(first.map(({ address }) => address)))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const subject = record.subject || say('noSubject')
  const mark = (address: string) => {
    const next = new Set(held)
    if (!next.delete(address)) next.add(address)
    setHeld(next)
    setProblem('')
  }
  const submit = () => {
    if (held.size === 0 || held.size === to.length) return setProblem(say('parts.choose'))
    if (reason.trim() === '') return setProblem(say('parts.needsReason'))
    const text = say('parts.passing', { subject, count: held.size })
    decideLater(text, [{ recordId, hash, pass: true, comment: reason, hold: [...held] }], refresh)
    onClose()
  }
  return (
    <Dialog
      open
      title={`${say('parts.do')}：${subject}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button variant="primary" onClick={submit}>
            {say('parts.do')}
          </Button>
        </>
      }
    >
      <p>{say('parts.lead')}</p>
      <fieldset className={css.parts}>
        <legend>{say('parts.held')}</legend>
        {to.map(({ name, address, outside: isOutside }) => (
          <Checkbox
            key={address}
            label={`${name ? `${name} <${address}>` : address}${isOutside ? ` · ${say('outside')}` : ''}`}
            checked={held.has(address)}
            onChange={() => mark(address)}
          />
        ))}
      </fieldset>
      <TextArea
        label={say('parts.reason')}
        required
        maxLength={500}
        value={reason}
        error={problem || undefined}
        onChange={setReason}
      />
    </Dialog>
  )
}
