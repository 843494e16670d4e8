import type { Archive, SettingsPageProps } from '@yanshu/contracts'
import { ApiError, http, useFormat } from '@yanshu/shell-api'
import { Button, ErrorCard, Icon, PasswordField, ProgressBar, Skeleton } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useEffect, useState } from 'react'
import { Pointed } from '../find/pointed.ts'
import { Setting } from '../find/Setting.tsx'
import { FormDialog } from '../layout/FormDialog.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './archive.module.css'

const LOOK_EVERY_MS = 1_500
const WHAT = ['mail', 'contacts', 'calendars', 'settings', 'rules'] as const

/** `/set/archive`: everything of the account in one file, made by the server while one does something else. */
export function ArchivePage({ at }: SettingsPageProps) {
  const say = useWords()
  const { data, failed, retry, put } = useAnswer('archive', () => http.get('user/archive/state', {}, { silent: true }))
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const archive = data?.archive ?? null
  const making = archive?.state === 'waiting' || archive?.state === 'running'

  useEffect(() => {
    if (!making) return
    const timer = setInterval(retry, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [making, retry])

  const send = async (call: Promise<{ archive: Archive | null }>) => {
    setBusy(true)
    try {
      put(await call)
    } catch {
      // http has shown why.
    } finally {
      setBusy(false)
    }
  }
  const begin = () => void send(http.post('user/archive/begin', {}))
  const cancel = () => void send(http.post('user/archive/cancel', {}).then(() => ({ archive: null })))

  return (
    <Pointed value={at}>
      <div className={page.page}>
        <header className={page.head}>
          <h1>{say('pages.archive')}</h1>
        </header>
        <Setting id="takeAll">
          <div className={page.section}>
            <p className={css.lead}>{say('archive.lead')}</p>
            <ul className={css.what}>
              {WHAT.map((one) => (
                <li key={one}>
                  <Icon name="check" size={16} />
                  {say(`archive.what.${one}`)}
                </li>
              ))}
            </ul>
            {failed && <ErrorCard what={say('archive.loadFailed')} advice={say('loadAdvice')} onRetry={retry} />}
            {!failed && !data && <Skeleton lines={2} />}
            {data && (
              <Standing
                archive={archive}
                busy={busy}
                onBegin={begin}
                onCancel={cancel}
                onDownload={() => setAsking(true)}
              />
            )}
          </div>
        </Setting>
        {asking && <DownloadDialog onClose={() => setAsking(false)} />}
      </div>
    </Pointed>
  )
}

interface StandingProps {
  archive: Archive | null
  busy: boolean
  onBegin: () => void
  onCancel: () => void
  onDownload: () => void
}

/** How the archive stands, and what can be done about it. */
function Standing({ archive, busy, onBegin, onCancel, onDownload }: StandingProps) {
  const say = useWords()
  const format = useFormat()
  if (!archive) {
    return (
      <div>
        <Button variant="primary" icon="download" loading={busy} onClick={onBegin}>
          {say('archive.begin')}
        </Button>
      </div>
    )
  }
  const { state, done, total, lost, size, createdAt, expiresAt } = archive
  if (state === 'failed') {
    return (
      <div role="alert" className={css.standing}>
        <p className={css.problem}>
          <Icon name="warning" size={16} />
          {say('archive.failed')}
        </p>
        <Button icon="refresh" loading={busy} onClick={onBegin}>
          {say('archive.again')}
        </Button>
      </div>
    )
  }
  if (state !== 'ready') {
    const percent = total > 0 ? Math.floor((100 * Math.min(done, total)) / total) : undefined
    return (
      <div className={css.standing}>
        <p role="status">{say('archive.making')}</p>
        <ProgressBar label={say('archive.making')} value={percent} />
        <p className={css.lead}>
          {total > 0
            ? say('archive.progress', { done: format.count(done), all: format.count(total) })
            : say('archive.waiting')}
        </p>
        <div>
          <Button loading={busy} onClick={onCancel}>
            {say('archive.cancel')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className={css.standing}>
      <p role="status" className={css.ready}>
        <Icon name="check" size={16} />
        {say('archive.ready', { size: format.bytes(size), time: format.mailTime(createdAt) })}
      </p>
      {lost > 0 && <p className={css.problem}>{say('archive.lost', { count: lost })}</p>}
      {expiresAt !== null && <p className={css.lead}>{say('archive.until', { time: format.mailTime(expiresAt) })}</p>}
      <div className={css.tools}>
        <Button variant="primary" icon="download" onClick={onDownload}>
          {say('archive.download')}
        </Button>
        <Button icon="refresh" loading={busy} onClick={onBegin}>
          {say('archive.anew')}
        </Button>
        <Button icon="trash" loading={busy} onClick={onCancel}>
          {say('archive.delete')}
        </Button>
      </div>
    </div>
  )
}

/** Asks for the password again: the person at an open window may not be the owner of the account. */
function DownloadDialog({ onClose }: { onClose: () => void }) {
  const say = useWords()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const submit = async () => {
    setProblem(password === '' ? say('archive.required') : '')
    if (password === '') return
    try {
      const { token } = await http.post('user/archive/link', { password }, { silent: true })
      const link = document.createElement('a')
      link.href = http.fileUrl(`file/archive/${token}`)
      link.download = ''
      link.click()
      onClose()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : say('archive.loadFailed'))
    }
  }
  return (
    <FormDialog title={say('archive.download')} submit={say('archive.download')} onSubmit={submit} onClose={onClose}>
      <PasswordField
        data-autofocus
        label={say('archive.password')}
        hint={say('archive.passwordHint')}
        autoComplete="current-password"
        maxLength={200}
        required
        value={password}
        onChange={setPassword}
        error={problem || undefined}
      />
    </FormDialog>
  )
}
