import { type GetData, isMailAddress } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, notify, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { FormDialog } from '../layout/FormDialog.tsx'
import { Answered } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import { AskPassword } from './AskPassword.tsx'
import css from './account.module.css'

/** A code that was sent to an address. */
interface Sent {
  readonly email: string
  readonly bindId: string
}

/** The address at another provider by which a forgotten password is replaced; a code shows that it is one's own. */
export function RecoveryEmail() {
  const answer = useAnswer('recoveryEmail', () => http.get('user/bind/recoveryEmail'))
  return <Answered of={answer}>{(data) => <Address data={data} retry={answer.retry} />}</Answered>
}

function Address({ data, retry }: { data: GetData<'user/bind/recoveryEmail'>; retry: () => void }) {
  const say = useWords()
  const [task, setTask] = useState<'set' | 'remove' | null>(null)
  const [sent, setSent] = useState<Sent | null>(null)
  const { email } = data
  const remove = async (password: string) => {
    await http.post('user/bind/recoveryEmail', { email: '', password })
    setTask(null)
    retry()
    notify.success(say('account.recovery.removed'))
  }
  return (
    <div className={css.form}>
      <p>{email || say('account.recovery.none')}</p>
      <div className={css.actions}>
        <Button onClick={() => setTask('set')}>
          {say(email ? 'account.recovery.change' : 'account.recovery.set')}
        </Button>
        {email && <Button onClick={() => setTask('remove')}>{say('account.recovery.remove')}</Button>}
      </div>
      {task === 'set' && (
        <AskAddress
          onSent={(next) => {
            setTask(null)
            setSent(next)
          }}
          onClose={() => setTask(null)}
        />
      )}
      {task === 'remove' && (
        <AskPassword title={say('account.recovery.remove')} onGiven={remove} onClose={() => setTask(null)} />
      )}
      {sent && (
        <EnterCode
          sent={sent}
          onDone={() => {
            setSent(null)
            retry()
            notify.success(say('account.recovery.saved'))
          }}
          onClose={() => setSent(null)}
        />
      )}
    </div>
  )
}

interface AskAddressProps {
  onSent: (sent: Sent) => void
  onClose: () => void
}

function AskAddress({ onSent, onClose }: AskAddressProps) {
  const say = useWords()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const send = async (password: string) => {
    const email = typed.trim()
    setWrong(!isMailAddress(email))
    if (!isMailAddress(email)) return
    const { bindId } = await http.post('user/bind/recoveryEmail', { email, password })
    onSent({ email, bindId })
  }
  return (
    <AskPassword title={say('account.recovery.title')} onGiven={send} onClose={onClose}>
      <TextField
        data-autofocus
        label={say('account.recovery.address')}
        inputMode="email"
        autoComplete="email"
        placeholder={say('account.recovery.placeholder')}
        value={typed}
        error={wrong ? say('account.aliases.wrong') : undefined}
        onChange={setTyped}
      />
    </AskPassword>
  )
}

interface EnterCodeProps {
  sent: Sent
  onDone: () => void
  onClose: () => void
}

function EnterCode({ sent: { email, bindId }, onDone, onClose }: EnterCodeProps) {
  const say = useWords()
  const [code, setCode] = useState('')
  const [empty, setEmpty] = useState(false)
  const confirm = async () => {
    setEmpty(code.trim() === '')
    if (code.trim() === '') return
    await http.post('user/bind/confirm', { bindId, code })
    onDone()
  }
  return (
    <FormDialog
      className={css.form}
      title={say('account.recovery.confirmTitle')}
      submit={say('account.recovery.confirm')}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p>{say('account.recovery.sent', { email })}</p>
      <TextField
        data-autofocus
        label={say('account.second.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={empty ? say('account.recovery.codeRequired') : undefined}
        onChange={setCode}
      />
    </FormDialog>
  )
}
