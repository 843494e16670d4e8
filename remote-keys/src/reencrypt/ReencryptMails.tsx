import type { HeldKey } from '@yanshu/cms'
import { loginScope } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, confirm, RadioGroup } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { WorkProgress } from '@yanshu/ui/steps'
import { useEffect, useId, useRef, useState } from 'react'
import { fetchCms, sentenceOf } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { heldKeys, type KeyList, type OpenKeys, useOpenKeys } from '../open/keyring.ts'
import { factsOf } from '../page/keyFacts.ts'
import { OpenKeysButton } from '../reading/ProtectedMail.tsx'
import { useWords } from '../useWords.ts'
import { LeftMails } from './LeftMails.tsx'
import { type Reencrypting, reencryptMails } from './reencryptMails.ts'

/** A key that mails can be encrypted to. */
interface Target {
  readonly keyId: number
  readonly label: string
  readonly hint: string
}

async function targetsOf({ list }: KeyList): Promise<Target[]> {
  const cms = await fetchCms()
  const targets = await Promise.all(
    list.map(async (key): Promise<Target[]> => {
      try {
        const { state, certificate } = await factsOf(cms, key, Date.now())
        const encrypts = certificate?.use === 'both' || certificate?.use === 'encrypting'
        if (state !== 'valid' || !certificate || !encrypts) return []
        const hint = certificate.fingerprint.slice(0, 16).match(/.{4}/g)?.join(' ') ?? ''
        return [{ keyId: key.keyId, label: `${certificate.addresses.join(', ')} (${key.kind})`, hint }]
      } catch {
        // A certificate that cannot be read is shown as such among the keys.
        return []
      }
    }),
  )
  return targets.flat()
}

export interface ReencryptMailsProps {
  keys: KeyList
}

/** Encrypts the mails of the person to one of their keys, so that older keys are needed no more. */
export default function ReencryptMails({ keys }: ReencryptMailsProps) {
  const say = useWords()
  const heading = useId()
  const open = useOpenKeys()
  const { data: targets } = useQuery({
    queryKey: ['keys', 'targets', keys.list],
    queryFn: () => targetsOf(keys),
    retry: false,
  })
  const [chosen, setChosen] = useState<number | null>(null)
  if (!targets || targets.length === 0) return null
  const target = targets.find(({ keyId }) => keyId === chosen) ?? targets[0]
  return (
    <section aria-labelledby={heading} className={page.section}>
      <div>
        <h2 id={heading}>{say('again.title')}</h2>
        <p className={page.hint}>{say('again.lead')}</p>
      </div>
      <RadioGroup
        label={say('again.target')}
        value={String(target?.keyId ?? '')}
        options={targets.map(({ keyId, label, hint }) => ({ value: String(keyId), label, hint }))}
        onChange={(value) => setChosen(Number(value))}
      />
      {open && target ? <Work keys={keys} open={open} target={target} /> : <OpenKeysButton />}
    </section>
  )
}

interface WorkProps {
  keys: KeyList
  open: OpenKeys
  target: Target
}

function Work({ keys, open, target }: WorkProps) {
  const say = useWords()
  const [state, setState] = useState<Reencrypting | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [isRunning, setRunning] = useState(false)
  const control = useRef<AbortController | null>(null)
  // The work ends with the page, and where the keys are closed.
  useEffect(() => () => control.current?.abort(), [])
  const run = async () => {
    const words = { title: say('again.confirm'), text: say('again.text', { key: target.label }), yes: say('again.go') }
    if (!(await confirm(words))) return
    const login = loginScope()
    const own = new AbortController()
    control.current = own
    setProblem(null)
    setRunning(true)
    try {
      const cms = await fetchCms()
      const held = heldKeys(cms, open, keys)
      const key = held[open.keys.findIndex(({ keyId }) => keyId === target.keyId)]
      const certificate = key && newestOf(key)
      if (!key || !certificate) throw new Error('the key is not open')
      const signal = AbortSignal.any([own.signal, login.signal])
      await reencryptMails({ cms, login, signal, keys: held, target: key, certificate, onProgress: setState })
    } catch (error) {
      if (!own.signal.aborted) setProblem(error)
    } finally {
      if (control.current === own) setRunning(false)
    }
  }
  const stop = () => control.current?.abort()
  const isFinished = state?.step === 'finished'
  return (
    <>
      {state && (
        <WorkProgress
          label={say(`again.steps.${state.step}`)}
          state={isFinished ? 'finished' : isRunning ? 'running' : problem ? 'stopped' : 'paused'}
          done={state.seen}
          total={state.total ?? undefined}
          detail={
            problem
              ? say('again.stopped', { why: sentenceOf(problem, say) })
              : say('again.figures', { done: state.done, already: state.already, left: state.left.length })
          }
        />
      )}
      <div className={css.actions}>
        {isRunning ? (
          <Button icon="close" onClick={stop}>
            {say('again.stop')}
          </Button>
        ) : (
          <Button icon="lock" onClick={() => void run()}>
            {say(state && !isFinished ? 'again.goOn' : 'again.go')}
          </Button>
        )}
      </div>
      {state && <LeftMails left={state.left} closed={state.closed} />}
    </>
  )
}

/** The certificate that others encrypt to today. */
const newestOf = ({ certificates }: HeldKey) => certificates[0]
