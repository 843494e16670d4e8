import type { GetData, SliderChallenge } from '@yanshu/contracts'
import { ApiError, http, isAbort, useT } from '@yanshu/shell-api'
import { Button, Dialog, Segmented, Skeleton, TextField } from '@yanshu/ui'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { findWork } from './findWork.ts'
import { Problem } from './Problem.tsx'
import { SliderPuzzle, type Track } from './SliderPuzzle.tsx'
import css from './ways.module.css'

type Kind = 'slider' | 'image' | 'work'
type Shown = GetData<'verify/code'>

interface ChallengeProps {
  /** Called with what the next call brings. */
  onPassed: (verifyToken: string) => void
  onClose: () => void
}

/** Asks the user to solve a puzzle, to read characters, or to wait for the browser: the user chooses. */
export function Challenge({ onPassed, onClose }: ChallengeProps) {
  const say = useT('ways')
  const [kind, setKind] = useState<Kind>('slider')
  const [shown, setShown] = useState<Shown | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)
  /** Another one is asked for. */
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again for the same kind
  useEffect(() => {
    let current = true
    setShown(null)
    setFailed(false)
    http.get('verify/code', { loginType: kind }, { silent: true }).then(
      (challenge) => current && setShown(challenge),
      (error: unknown) => {
        if (!current) return
        setFailed(true)
        setProblem(error instanceof ApiError && error.code !== 0 ? error.message : say('challenge.loadFailed'))
      },
    )
    return () => {
      current = false
    }
  }, [kind, attempt])

  const another = () => {
    setProblem(null)
    setAttempt((now) => now + 1)
  }

  /** Sends an answer; one that is not right has used the challenge up. */
  const send = async (answer: () => Promise<{ verifyToken: string }>) => {
    setBusy(true)
    setProblem(null)
    try {
      onPassed((await answer()).verifyToken)
    } catch (error) {
      // Closed before its work was done.
      if (isAbort(error)) return
      if (!(error instanceof ApiError)) throw error
      const isJudged = error.code !== 0 && error.status < 429
      setProblem(isJudged ? say('challenge.wrong') : error.message)
      setAttempt((now) => now + 1)
    } finally {
      setBusy(false)
    }
  }

  const options = (['slider', 'image', 'work'] as const).map((value) => ({
    value,
    label: say(`challenge.${value === 'slider' ? 'toSlider' : value === 'image' ? 'toImage' : 'toWork'}`),
  }))
  return (
    <Dialog open title={say('challenge.title')} onClose={onClose}>
      <div className={css.challenge}>
        <Segmented
          label={say('challenge.ways')}
          hideLabel
          value={kind}
          options={options}
          onChange={(next) => {
            setProblem(null)
            setKind(next)
          }}
        />
        {!shown && !failed && (
          <div className={css.waiting}>
            <Skeleton lines={4} />
          </div>
        )}
        {shown?.kind === 'slider' && (
          <PaidPuzzle
            key={shown.id}
            puzzle={shown}
            busy={busy}
            onAnswer={(track, work) =>
              void send(async () =>
                http.post('verify/token', { id: shown.id, track, work: await work }, { silent: true }),
              )
            }
          />
        )}
        {shown?.kind === 'image' && (
          <Characters
            key={shown.id}
            picture={shown.picture}
            busy={busy}
            onAnswer={(code) => void send(() => http.post('verify/image', { id: shown.id, code }, { silent: true }))}
          />
        )}
        {shown?.kind === 'work' && (
          <Work
            key={shown.id}
            seed={shown.seed}
            bits={shown.bits}
            onAnswer={(work) => void send(() => http.post('verify/token', { id: shown.id, work }, { silent: true }))}
          />
        )}
        <Problem text={problem} />
        {(failed || kind !== 'work') && (
          <Button variant="text" icon="refresh" onClick={another}>
            {say(failed ? 'challenge.retry' : 'challenge.another')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

interface PaidPuzzleProps {
  puzzle: SliderChallenge
  busy: boolean
  /** `work` is what the server asks for beside the track; an older one asks for none. */
  onAnswer: (track: Track, work: Promise<number | undefined>) => void
}

/** The puzzle, and the work for it, which is done while the person looks where the gap is. */
function PaidPuzzle({ puzzle, busy, onAnswer }: PaidPuzzleProps) {
  const work = useRef<((byKeys: boolean) => Promise<number | undefined>) | null>(null)
  useEffect(() => {
    const search = new AbortController()
    const { work: asked } = puzzle
    const byHand = asked && findWork(asked.seed, asked.bits, search.signal)
    byHand?.catch(() => undefined)
    work.current = async (byKeys) => (byKeys && asked ? findWork(asked.seed, asked.keyBits, search.signal) : byHand)
    return () => search.abort()
  }, [puzzle])
  return (
    <SliderPuzzle
      puzzle={puzzle}
      busy={busy}
      onAnswer={(track, byKeys) => onAnswer(track, work.current?.(byKeys) ?? Promise.resolve(undefined))}
    />
  )
}

interface CharactersProps {
  picture: string
  busy: boolean
  onAnswer: (code: string) => void
}

function Characters({ picture, busy, onAnswer }: CharactersProps) {
  const say = useT('ways')
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && code.trim()) onAnswer(code)
  }
  return (
    <form ref={form} className={css.part} onSubmit={submit}>
      <p>{say('challenge.image')}</p>
      <img className={css.characters} src={picture} alt={say('challenge.characterPicture')} />
      <TextField
        label={say('challenge.characters')}
        hint={say('challenge.charactersHint')}
        value={code}
        onChange={setCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" variant="primary" wide loading={busy}>
        {say('challenge.confirm')}
      </Button>
    </form>
  )
}

interface WorkProps {
  seed: string
  bits: number
  onAnswer: (work: number) => void
}

function Work({ seed, bits, onAnswer }: WorkProps) {
  const say = useT('ways')
  const [running, setRunning] = useState<AbortController | null>(null)
  useEffect(() => () => running?.abort(), [running])
  const start = useCallback(() => {
    const search = new AbortController()
    setRunning(search)
    findWork(seed, bits, search.signal).then(onAnswer, () => undefined)
  }, [seed, bits, onAnswer])
  return (
    <div className={css.part}>
      <p>{say('challenge.work')}</p>
      <Button variant="primary" wide loading={running !== null} onClick={start}>
        {say(running ? 'challenge.working' : 'challenge.workStart')}
      </Button>
    </div>
  )
}
