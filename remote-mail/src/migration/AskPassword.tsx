import { MIGRATION_SECRET_MAX } from '@yanshu/contracts'
import { Button, Dialog, PasswordField } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import css from './migration.module.css'
import { changeMigration } from './migrations.ts'
import { useMigrationWords } from './words.ts'

interface AskPasswordProps {
  migrationId: number
  /** Whether mail goes to the other server. */
  isOut: boolean
  /** Whether it goes on, rather than runs once more. */
  resumes: boolean
  onClose: () => void
}

/** Asks for the password of the other mailbox once more, and goes over it again. */
export function AskPassword({ migrationId, isOut, resumes, onClose }: AskPasswordProps) {
  const say = useMigrationWords()
  const form = useId()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const begin = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || busy) return
    setBusy(true)
    const done = await changeMigration(migrationId, resumes ? 'resume' : 'again', password)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog
      open
      title={say(isOut ? 'out.againTitle' : 'ask.againTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={busy} disabled={password === ''}>
            {say('start')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={(event) => void begin(event)}>
        <p>{say(resumes ? 'card.reason.token' : isOut ? 'out.againText' : 'ask.againText')}</p>
        <PasswordField
          label={say('password')}
          value={password}
          onChange={setPassword}
          autoComplete="off"
          maxLength={MIGRATION_SECRET_MAX}
          required
        />
      </form>
    </Dialog>
  )
}
