import { isMobilePhone } from '@yanshu/contracts'
import { go, http } from '@yanshu/shell-api'
import { Button, PasswordField, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { FormDialog } from '../layout/FormDialog.tsx'
import { Answered } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './account.module.css'

type Task = 'bind' | 'unbind'

/** The field that replaces others in an open dialog goes on where they were. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus()

/** The phone that codes go to: bound by a code, after the password; the page then shows that it is done. */
export function Phone() {
  const say = useWords()
  const answer = useAnswer('phone', () => http.get('user/bind/phone'))
  const [task, setTask] = useState<Task | null>(null)
  const [password, setPassword] = useState('')
  const [phone, setPhone] = useState('')
  const [token, setToken] = useState('')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const isAsking = task === 'bind' && token === ''
  const problems = {
    phone: isAsking && !isMobilePhone(phone) ? say('account.phone.wrong') : undefined,
    password: token === '' && password === '' ? say('account.lock.required') : undefined,
    code: token !== '' && code.trim() === '' ? say('account.recovery.codeRequired') : undefined,
  }
  const begin = (next: Task) => {
    setPassword('')
    setPhone('')
    setToken('')
    setCode('')
    setTried(false)
    setTask(next)
  }
  const submit = async () => {
    setTried(true)
    if (Object.values(problems).some(Boolean)) return
    if (task === 'unbind') {
      await http.post('user/bind/unbindPhone', { password })
      go('/set/success/phoneUnbound', { replace: true })
    } else if (token === '') {
      setToken((await http.post('user/bind/phone', { phone: phone.trim(), password })).token)
      setTried(false)
    } else {
      await http.post('user/bind/confirmPhone', { token, code: code.trim() })
      go('/set/success/phoneBound', { replace: true })
    }
  }
  return (
    <Answered of={answer} lines={2}>
      {({ phoneEnd, offered }) => (
        <div className={css.actions}>
          <span>{phoneEnd ? say('account.phone.bound', { end: phoneEnd }) : say('account.phone.none')}</span>
          {offered && (
            <Button size="small" onClick={() => begin('bind')}>
              {say(phoneEnd ? 'account.phone.change' : 'account.phone.bind')}
            </Button>
          )}
          {phoneEnd && (
            <Button size="small" onClick={() => begin('unbind')}>
              {say('account.phone.unbind')}
            </Button>
          )}
          {!offered && <small className={css.lead}>{say('account.phone.notOffered')}</small>}
          {task && (
            <FormDialog
              title={say(`account.phone.${task}`)}
              submit={say(isAsking ? 'account.phone.send' : `account.phone.${task}`)}
              className={css.form}
              onSubmit={submit}
              onClose={() => setTask(null)}
            >
              {token === '' ? (
                <>
                  {task === 'bind' && (
                    <TextField
                      data-autofocus
                      label={say('account.phone.number')}
                      type="tel"
                      autoComplete="tel"
                      maxLength={20}
                      value={phone}
                      error={tried ? problems.phone : undefined}
                      onChange={setPhone}
                    />
                  )}
                  <PasswordField
                    data-autofocus={task === 'unbind' ? true : undefined}
                    label={say('account.lock.login')}
                    autoComplete="current-password"
                    value={password}
                    error={tried ? problems.password : undefined}
                    onChange={setPassword}
                  />
                </>
              ) : (
                <TextField
                  ref={takeFocus}
                  label={say('account.phone.code', { phone })}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={6}
                  value={code}
                  error={tried ? problems.code : undefined}
                  onChange={setCode}
                />
              )}
            </FormDialog>
          )}
        </div>
      )}
    </Answered>
  )
}
