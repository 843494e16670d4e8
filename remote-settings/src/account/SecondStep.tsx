import type { GetData, PostData } from '@yanshu/contracts'
import { http, useFormat, useSession } from '@yanshu/shell-api'
import { Button, Dialog, TextField } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import { useState } from 'react'
import { FormDialog } from '../layout/FormDialog.tsx'
import { Answered } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import { AskPassword } from './AskPassword.tsx'
import css from './account.module.css'
import { downloadCodes, inGroups, printCodes } from './keepCodes.ts'

type State = GetData<'user/totp/state'>
type Enrolment = PostData<'user/totp/begin'>

/** What is being done, each behind the login password. */
type Task = 'begin' | 'codes' | 'disable' | 'smsOn' | 'smsOff'

/** The second step of the login (§4): codes of an app, of the phone, and what stands in for a lost one. */
export function SecondStep() {
  const answer = useAnswer('second', () => http.get('user/totp/state'))
  return <Answered of={answer}>{(data) => <Steps data={data} retry={answer.retry} />}</Answered>
}

function Steps({ data, retry }: { data: State; retry: () => void }) {
  const say = useWords()
  const [task, setTask] = useState<Task | null>(null)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const run = async (password: string) => {
    if (task === 'begin') setEnrolment(await http.post('user/totp/begin', { password }))
    else if (task === 'codes') setCodes((await http.post('user/totp/recoveryCodes', { password })).recoveryCodes)
    else if (task === 'disable') await http.post('user/totp/disable', { password })
    else await http.post('user/totp/sms', { password, on: task === 'smsOn' })
    setTask(null)
    retry()
  }
  return (
    <div className={css.form}>
      <p>{stateWords(data, say)}</p>
      <div className={css.actions}>
        {data.totp ? (
          <>
            <Button onClick={() => setTask('codes')}>{say('account.second.codes')}</Button>
            <Button onClick={() => setTask('disable')}>{say('account.second.disable')}</Button>
          </>
        ) : (
          <Button onClick={() => setTask('begin')}>{say('account.second.begin')}</Button>
        )}
        {data.smsOffered && (
          <Button onClick={() => setTask(data.sms ? 'smsOff' : 'smsOn')}>
            {say(data.sms ? 'account.second.smsOff' : 'account.second.smsOn', { end: data.phoneEnd })}
          </Button>
        )}
      </div>
      {task && (
        <AskPassword
          title={say(`account.second.${task}`, { end: data.phoneEnd })}
          onGiven={run}
          onClose={() => setTask(null)}
        />
      )}
      {enrolment && (
        <Enrol
          enrolment={enrolment}
          onDone={(made) => {
            setEnrolment(null)
            setCodes(made)
            retry()
          }}
          onClose={() => setEnrolment(null)}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </div>
  )
}

function stateWords({ totp, sms, recoveryCodes, phoneEnd }: State, say: ReturnType<typeof useWords>): string {
  if (!totp && !sms) return say('account.second.off')
  return [
    ...(totp ? [say('account.second.on', { count: recoveryCodes })] : []),
    ...(sms ? [say('account.second.smsIs', { end: phoneEnd })] : []),
  ].join(' ')
}

interface EnrolProps {
  enrolment: Enrolment
  onDone: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Shows the secret to the app, and asks for one of its codes as proof that it has it. */
function Enrol({ enrolment: { enrolId, secret, svg }, onDone, onClose }: EnrolProps) {
  const say = useWords()
  const [code, setCode] = useState('')
  const [empty, setEmpty] = useState(false)
  const copySecret = () =>
    copyText(secret, { done: say('account.second.secretCopied'), failed: say('account.second.notCopied') })
  const submit = async () => {
    setEmpty(code.trim() === '')
    if (code.trim() !== '') onDone((await http.post('user/totp/confirm', { enrolId, code })).recoveryCodes)
  }
  return (
    <FormDialog
      className={css.form}
      title={say('account.second.begin')}
      submit={say('account.second.confirm')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{say('account.second.scan')}</p>
      <img
        className={css.qr}
        src={`data:image/svg+xml;base64,${btoa(svg)}`}
        alt={say('account.second.picture')}
        width={200}
        height={200}
      />
      <p className={css.lead}>
        {say('account.second.secret')} <code className={css.secret}>{inGroups(secret)}</code>{' '}
        <Button size="small" variant="text" onClick={() => void copySecret()}>
          {say('account.second.copySecret')}
        </Button>
      </p>
      <TextField
        data-autofocus
        label={say('account.second.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        error={empty ? say('account.recovery.codeRequired') : undefined}
        onChange={setCode}
      />
    </FormDialog>
  )
}

/** Shown this once, so they can be copied, kept as a file, and printed. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const say = useWords()
  const { exactTime } = useFormat()
  const session = useSession()
  const kept = () => ({
    title: say('account.second.recovery'),
    about: [session.status === 'open' ? session.userMail : '', exactTime(Date.now()), say('account.second.onceEach')],
    codes,
  })
  const copy = () =>
    copyText(codes.join('\n'), { done: say('account.second.copied'), failed: say('account.second.notCopied') })
  return (
    <Dialog
      open
      title={say('account.second.recovery')}
      onClose={onClose}
      footer={
        <>
          <Button icon="copy" onClick={() => void copy()}>
            {say('account.second.copy')}
          </Button>
          <Button icon="download" onClick={() => downloadCodes(kept(), say('account.second.fileName'))}>
            {say('account.second.download')}
          </Button>
          <Button icon="print" onClick={() => printCodes(kept())}>
            {say('account.second.print')}
          </Button>
          <Button variant="primary" data-autofocus="" onClick={onClose}>
            {say('account.second.kept')}
          </Button>
        </>
      }
    >
      <p>{say('account.second.recoveryText')}</p>
      <ul className={css.recovery}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
