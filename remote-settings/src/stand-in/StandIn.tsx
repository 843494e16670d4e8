import { http, useSwitch } from '@yanshu/shell-api'
import { Button, notify, TextField } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { type FormEvent, useId, useState } from 'react'
import { useAnswer } from '../useAnswer.ts'
import { useStandInWords } from './standInWords.ts'

/** Who decides in the place of a person about mail that needs approval, while they have an absence note. */
export default function StandIn() {
  return useSwitch('mailApproval') ? <Loaded /> : null
}

function Loaded() {
  const { data, put } = useAnswer('standIn', () => http.get('mail/main/approval/standIn', {}, { silent: true }))
  if (!data) return null
  return <Form key={data.standIn?.address} before={data.standIn?.address ?? ''} onSaved={put} />
}

interface FormProps {
  before: string
  onSaved: (answer: { standIn: { name: string; address: string } | null }) => void
}

function Form({ before, onSaved }: FormProps) {
  const say = useStandInWords()
  const title = useId()
  const [address, setAddress] = useState(before)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const named = address.trim()
      if (named === '') {
        await http.post('mail/main/approval/standIn/remove', {}, { silent: true })
        onSaved({ standIn: null })
      } else onSaved(await http.post('mail/main/approval/standIn/save', { address: named }, { silent: true }))
      notify.success(say(named === '' ? 'removed' : 'saved'))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '')
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby={title} className={page.section}>
      <h2 id={title}>{say('title')}</h2>
      <p>{say('lead')}</p>
      <form className={page.control} noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={say('address')}
          inputMode="email"
          value={address}
          error={problem || undefined}
          onChange={(next) => {
            setAddress(next)
            setProblem('')
          }}
        />
        <Button type="submit" loading={busy} disabled={address.trim() === before}>
          {say('save')}
        </Button>
      </form>
    </section>
  )
}
