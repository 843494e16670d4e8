import { type LockSettings, lockPasswordProblem, type PostBody } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, notify, PasswordField, Select, Switch, undoable } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import { Answered } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './account.module.css'

/** Minutes that are offered; below ten the lock waits for ten all the same (§4). */
const MINUTES = [0, 10, 15, 30, 60, 120]

/** The lock of the screen (§4): on or off, its password, and when it locks by itself. */
export function ScreenLock() {
  const answer = useAnswer('lock', () => http.get('mail/main/lockScreen/isOpen'))
  return <Answered of={answer}>{(data) => <LockForm data={data} put={answer.put} />}</Answered>
}

function LockForm({ data, put }: { data: LockSettings; put: (next: LockSettings) => void }) {
  const say = useWords()
  const [asking, setAsking] = useState(false)
  const tools = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  if (asking && !asked) setAsked(true)
  // The button that opened the fields comes back without the focus.
  useEffect(() => {
    if (asked && !asking) tools.current?.querySelector('button')?.focus()
  }, [asked, asking])
  if (!data.offered) return <p className={css.lead}>{say('account.lock.notOffered')}</p>
  const save = async (change: PostBody<'mail/main/lockScreen/set'>) => {
    put(await http.post('mail/main/lockScreen/set', change))
    const { flag, autoFlag, locktime } = data
    const before = 'flag' in change ? { flag } : { autoFlag, locktime }
    undoable(say('saved.saved'), async () => put(await http.post('mail/main/lockScreen/set', before)))
  }
  const turn = (flag: boolean) => {
    // Without a password the user could not unlock it.
    if (flag && !data.haspass) setAsking(true)
    else void save({ flag }).catch(() => undefined)
  }
  const minutes = data.autoFlag ? data.locktime : 0
  return (
    <div className={css.form}>
      <Switch label={say('account.lock.on')} checked={data.flag} onChange={turn} />
      <Select
        label={say('account.lock.after')}
        hint={say(data.timeLocked ? 'account.lock.fixed' : 'account.lock.afterHint')}
        disabled={!data.flag || data.timeLocked}
        value={minutes}
        options={[...new Set([...MINUTES, minutes])]
          .toSorted((a, b) => a - b)
          .map((value) => ({
            value,
            label: value === 0 ? say('account.lock.never') : say('account.lock.minutes', { count: value }),
          }))}
        onChange={(locktime) => void save({ autoFlag: locktime > 0, locktime }).catch(() => undefined)}
      />
      {asking ? (
        <LockPassword
          isFirst={!data.haspass}
          onSaved={(next) => {
            put(next)
            setAsking(false)
            notify.success(say('account.lock.saved'))
          }}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <div ref={tools}>
          <Button onClick={() => setAsking(true)}>
            {say(data.haspass ? 'account.lock.change' : 'account.lock.set')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface LockPasswordProps {
  /** Whether there is none yet: then the lock is turned on with it. */
  isFirst: boolean
  onSaved: (next: LockSettings) => void
  onCancel: () => void
}

/** A password of the lock, twice; another one is proven by the old one or by the login password. */
function LockPassword({ isFirst, onSaved, onCancel }: LockPasswordProps) {
  const say = useWords()
  const [forgotten, setForgotten] = useState(false)
  const [proof, setProof] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const problem = lockPasswordProblem(password)
  const differs = again !== password
  const lacksProof = !isFirst && proof === ''
  const submit = async () => {
    setTried(true)
    if (problem || differs || lacksProof) return
    const next = isFirst
      ? await http.post('mail/main/lockScreen/set', { flag: true, password })
      : await http.post('mail/main/lockScreen/reset', {
          password,
          ...(forgotten ? { loginPassword: proof } : { oldPassword: proof }),
        })
    onSaved(next)
  }
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit().catch(() => undefined)
      }}
    >
      {!isFirst && (
        <div>
          <PasswordField
            label={say(forgotten ? 'account.lock.login' : 'account.lock.old')}
            autoComplete={forgotten ? 'current-password' : 'off'}
            value={proof}
            error={tried && lacksProof ? say('account.lock.required') : undefined}
            onChange={setProof}
          />
          <Button variant="text" onClick={() => setForgotten(!forgotten)}>
            {say(forgotten ? 'account.lock.remembered' : 'account.lock.forgotten')}
          </Button>
        </div>
      )}
      <PasswordField
        label={say('account.lock.new')}
        hint={say('account.lock.rule')}
        autoComplete="off"
        value={password}
        error={tried && problem ? say(`account.lock.${problem}`) : undefined}
        onChange={setPassword}
      />
      <PasswordField
        label={say('account.lock.again')}
        autoComplete="off"
        value={again}
        error={tried && !problem && differs ? say('account.lock.differs') : undefined}
        onChange={setAgain}
      />
      <div className={css.actions}>
        <Button type="submit" variant="primary">
          {say(isFirst ? 'account.lock.turnOn' : 'save')}
        </Button>
        <Button onClick={onCancel}>{say('cancel')}</Button>
      </div>
    </form>
  )
}
