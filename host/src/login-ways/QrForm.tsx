import { Code, type PostData } from '@yanshu/contracts'
import { ApiError, http, type LoginOutcome, session, useT } from '@yanshu/shell-api'
import { Button, Skeleton } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import css from './ways.module.css'

/** Milliseconds between two questions what became of the code. */
const ASK_EVERY_MS = 2_000

type QrCode = PostData<'oauth/qr/create'>

interface QrFormProps {
  onOutcome: (outcome: LoginOutcome) => void
  onBack: () => void
}

/** Shows a code that a phone with an open session scans, and follows what becomes of it. */
export function QrForm({ onOutcome, onBack }: QrFormProps) {
  const say = useT('ways')
  const [code, setCode] = useState<QrCode | null>(null)
  const [state, setState] = useState<'waiting' | 'scanned' | 'refused' | 'over'>('waiting')
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const how = useRef<HTMLParagraphElement>(null)
  useEffect(() => how.current?.focus(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks for another code; the callback is that of this render
  useEffect(() => {
    const stopped = new AbortController()
    const { signal } = stopped
    let timer: ReturnType<typeof setTimeout>
    setCode(null)
    setState('waiting')
    setProblem(null)
    const ask = async (shown: QrCode): Promise<void> => {
      const { qrId, pollToken } = shown
      try {
        const answer = await http.post('oauth/qr/poll', { qrId, pollToken }, { silent: true, signal })
        const { login } = answer
        if (login) {
          onOutcome(await session.loginBy(() => Promise.resolve(login)))
          return
        }
        setState(answer.state === 'confirmed' ? 'scanned' : answer.state)
        if (answer.state === 'refused') return
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ApiError && error.code === Code.qrCodeOver) {
          setState('over')
          return
        }
        // Without the network it is asked again until the code is over.
      }
      timer = setTimeout(() => void ask(shown), ASK_EVERY_MS)
    }
    http.post('oauth/qr/create', {}, { silent: true, signal }).then(
      (shown) => {
        setCode(shown)
        timer = setTimeout(() => void ask(shown), ASK_EVERY_MS)
      },
      (error: unknown) => {
        if (signal.aborted) return
        setState('over')
        setProblem(error instanceof ApiError ? error.message : null)
      },
    )
    return () => {
      stopped.abort()
      clearTimeout(timer)
    }
  }, [attempt])

  const gone = state === 'over' || state === 'refused'
  return (
    <div className={css.form}>
      <p ref={how} tabIndex={-1}>
        {say('qr.how')}
      </p>
      <div className={css.qr} data-gone={gone || undefined}>
        {code ? (
          <img src={`data:image/svg+xml;base64,${btoa(code.svg)}`} alt={say('qr.alt')} width={220} height={220} />
        ) : (
          !gone && <Skeleton lines={6} />
        )}
        {gone && (
          <Button variant="primary" icon="refresh" onClick={() => setAttempt((now) => now + 1)}>
            {say('qr.another')}
          </Button>
        )}
      </div>
      <p role="status" className={css.qrState}>
        {problem ?? say(`qr.${state}`, { number: code?.number ?? '' })}
      </p>
      <Button variant="text" onClick={onBack}>
        {say('phone.back')}
      </Button>
    </div>
  )
}
