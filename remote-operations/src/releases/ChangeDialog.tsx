import type { DeploymentChange, PostData } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, Dialog, notify, Segmented, Skeleton, TextField } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import { Differences } from './Differences.tsx'
import css from './releases.module.css'

/** What a button asked for; how many get a version is chosen in the dialog. */
export type Wanted =
  | { readonly action: 'promote'; readonly remote: string; readonly version: string; readonly now: number }
  | { readonly action: 'halt' | 'revoke'; readonly remote: string; readonly version: string }
  | { readonly action: 'rollback'; readonly remote: string }
  | { readonly action: 'restore'; readonly revision: number }

type Planned = PostData<'deployments/change'>
type Share = Extract<DeploymentChange, { action: 'promote' }>['to']

const SHARES: readonly Share[] = [1, 10, 50, 100]
const REASON_MAX = 500
/** The reason sent with a call that only computes what would change. */
const DRY_REASON = 'dry run'

function changeOf(wanted: Wanted, to: Share): DeploymentChange {
  if (wanted.action !== 'promote') return wanted
  const { remote, version } = wanted
  return { action: 'promote', remote, version, to }
}

interface ChangeDialogProps {
  wanted: Wanted
  /** The manifest that the page shows. One that comes while the dialog is open is shown, and not overwritten unseen. */
  seen: string
  onChanged: () => void
  onClose: () => void
}

/** Shows what a change does, asks why, and makes it. */
export function ChangeDialog({ wanted, seen, onChanged, onClose }: ChangeDialogProps) {
  const say = useWords()
  const { action } = wanted
  const [share, setShare] = useState<Share>(() =>
    wanted.action === 'promote' ? (SHARES.find((one) => one > wanted.now) ?? 100) : 100,
  )
  const [reason, setReason] = useState('')
  const [planned, setPlanned] = useState<Planned | 'refused' | null>(null)
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const [began] = useState(seen)
  const writing = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when another manifest comes, to show what it changed
  useEffect(() => {
    // The other manifest may be the one that is being written.
    if (writing.current) return
    const asking = new AbortController()
    setPlanned(null)
    http
      .post(
        'deployments/change',
        { change: changeOf(wanted, share), reason: DRY_REASON, seen: began, dryRun: true },
        { silent: true, signal: asking.signal },
      )
      .then(setPlanned, (error: unknown) => {
        if (asking.signal.aborted) return
        setRefusal(error instanceof Error ? error.message : '')
        setPlanned('refused')
      })
    return () => asking.abort()
  }, [wanted, share, began, seen])

  const isConflict = planned !== null && planned !== 'refused' && planned.outcome === 'conflict'
  const broken = planned !== null && planned !== 'refused' && planned.findings.some(({ level }) => level === 'error')
  const ready = planned !== null && planned !== 'refused' && !isConflict && !broken && reason.trim() !== ''

  const write = async () => {
    if (!ready || busy) return
    setBusy(true)
    writing.current = true
    try {
      const body = { change: changeOf(wanted, share), reason: reason.trim(), seen: began }
      const answer = await http.post('deployments/change', body, { silent: true })
      setPlanned(answer)
      if (answer.outcome === 'conflict') return
      notify.success(say('ask.done', { revision: answer.revision }))
      onChanged()
      onClose()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '')
      setPlanned('refused')
    } finally {
      writing.current = false
      setBusy(false)
    }
  }
  const values = { version: '', remote: '', revision: '', ...wanted }
  return (
    <Dialog
      open
      wide
      title={say(`ask.${action}`, values)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('ask.cancel')}</Button>
          {isConflict ? (
            <Button
              variant="primary"
              onClick={() => {
                onChanged()
                onClose()
              }}
            >
              {say('ask.again')}
            </Button>
          ) : (
            <Button
              variant={action === 'revoke' ? 'danger' : 'primary'}
              loading={busy}
              disabled={!ready}
              onClick={() => void write()}
            >
              {say(`ask.sure.${action}`)}
            </Button>
          )}
        </>
      }
    >
      <div className={css.form}>
        <p>{say(`ask.${action}Text`)}</p>
        {wanted.action === 'promote' && (
          <Segmented
            label={say('ask.share')}
            value={share}
            options={SHARES.map((value) => ({
              value,
              label: value === 100 ? say('ask.everybody') : say('share', { n: value }),
            }))}
            onChange={setShare}
          />
        )}
        <TextField
          data-autofocus
          label={say('ask.reason')}
          hint={say('ask.reasonHint')}
          maxLength={REASON_MAX}
          required
          value={reason}
          onChange={setReason}
        />
        {planned === null && <Skeleton lines={2} />}
        {planned === 'refused' && (
          <p role="alert" className={css.refused}>
            {refusal}
          </p>
        )}
        {planned !== null && planned !== 'refused' && (
          <>
            {isConflict && (
              <p role="alert" className={css.refused}>
                {say('ask.conflict')}
              </p>
            )}
            {planned.findings.length > 0 && (
              <div>
                <h3>{say('ask.findings')}</h3>
                <ul className={css.findings}>
                  {planned.findings.map(({ level, text }) => (
                    <li key={text} data-bad={level === 'error' ? '' : undefined}>
                      {text}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <div>
              <h3>{say('ask.changes')}</h3>
              <Differences list={isConflict ? planned.theirs : planned.differences} />
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
