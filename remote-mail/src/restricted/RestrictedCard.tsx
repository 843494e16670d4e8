import { Code, type OpenedLetter, type RestrictedState, type SlotProps } from '@yanshu/contracts'
import { ApiError, http, queryKeys, useFormat } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, Icon, notify, Skeleton, TextField } from '@yanshu/ui'
import { type FormEvent, useEffect, useState } from 'react'
import { useParts } from '../on-demand/onDemand.ts'
import css from './restricted.module.css'
import { useRestrictedWords } from './words.ts'

const queryOf = (mailId: number) => ({
  queryKey: [...queryKeys.mail(mailId), 'restricted'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.post('mail/email/restricted/get', { mailId }, { silent: true, signal }),
  // What other logins of the same person open counts too, and no event reports it.
  staleTime: 0,
})

/**
 * Above the head of a letter whose sender restricts how it is read: what remains, the question for its password, and its
 * text once it is open. The text is kept in no cache, so leaving the mail closes it.
 */
export default function RestrictedCard({ mail: { mailId } }: SlotProps<'mail.card'>) {
  return <Letter key={mailId} mailId={mailId} />
}

function Letter({ mailId }: { mailId: number }) {
  const say = useRestrictedWords()
  const Text = useParts()?.MailText
  const query = queryOf(mailId)
  const { data: state, error, refetch } = useQuery(query)
  const [letter, setLetter] = useState<OpenedLetter | null>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const opened = await http.post('mail/email/restricted/open', { mailId, password }, { silent: true })
      setLetter(opened)
      setPassword('')
      queryClient().setQueryData(query.queryKey, opened.state)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setProblem(failure.message)
      if (failure.code === Code.letterOver) void refetch()
    } finally {
      setBusy(false)
    }
  }
  const burn = async () => {
    setBusy(true)
    try {
      const { deleted } = await http.post('mail/email/restricted/close', { mailId })
      setLetter(null)
      if (deleted) notify.success(say('deleted'))
      else void refetch()
    } catch {
      // `http` has shown why; the letter stays on the screen.
    } finally {
      setBusy(false)
    }
  }
  // Nothing is counted and nothing is asked: it opens with the mail.
  const opensAtOnce = state !== undefined && state.over === null && isFree(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mail that is shown
  useEffect(() => {
    if (opensAtOnce) void open()
  }, [opensAtOnce])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state?.hasPassword && !state.isOpen && password === '') setProblem(say('passwordRequired'))
    else if (!busy) void open()
  }

  if (!state)
    return (
      error && (
        <div role="status" className={css.card}>
          <p>{say('failed')}</p>
          <Button size="small" onClick={() => void refetch()}>
            {say('again')}
          </Button>
        </div>
      )
    )
  const asks = state.hasPassword && !state.isOpen
  return (
    <section className={css.letter} aria-label={say('title')}>
      <div role="status" className={css.card}>
        <Icon name="lock" />
        <Remaining state={state} isShown={letter !== null} />
      </div>
      {letter === null && state.over === null && (
        <form className={css.question} noValidate onSubmit={submit}>
          {asks ? (
            <TextField
              label={say('password')}
              hint={say('passwordHint')}
              type="password"
              autoComplete="off"
              value={password}
              error={problem}
              onChange={setPassword}
            />
          ) : (
            problem && <p role="alert">{problem}</p>
          )}
          <Button type="submit" variant="primary" loading={busy}>
            {say(state.isOpen ? 'goOn' : state.readsLeft === null ? 'open' : 'openCounted')}
          </Button>
        </form>
      )}
      {letter !== null && (
        <>
          {letter.state.secret && <h2 className={css.subject}>{letter.subject}</h2>}
          {Text ? <Text mail={letter} pictures="file/show/" title={say('region')} /> : <Skeleton lines={6} />}
          <Files letter={letter} />
          {state.burn && state.readsLeft === 0 && (
            <Button icon="trash" loading={busy} onClick={() => void burn()}>
              {say('burnNow')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

const isFree = ({ isOpen, hasPassword, readsLeft }: RestrictedState) => isOpen || (!hasPassword && readsLeft === null)

/** What remains of a letter, and what cannot be done with it. */
function Remaining({ state, isShown }: { state: RestrictedState; isShown: boolean }) {
  const say = useRestrictedWords()
  const { dayTime } = useFormat()
  if (state.over !== null && !isShown) return <p>{say(`over.${state.over}`)}</p>
  const { reads, readsLeft, until, burn, secret } = state
  const leftOf = (all: number | null | undefined, count: number) =>
    all ? say('readsOf', { read: all - count, count: all }) : say('readsLeft', { count })
  const facts = [
    ...(readsLeft === null ? [] : [readsLeft === 0 ? say('lastReading') : leftOf(reads, readsLeft)]),
    ...(until === null ? [] : [say('until', { time: dayTime(until) })]),
    ...(burn ? [say('burn')] : []),
    ...(secret ? [say('secret')] : []),
  ]
  return (
    <div>
      {facts.length > 0 && <p className={css.facts}>{facts.join(' · ')}</p>}
      <p>{say('limits')}</p>
    </div>
  )
}

/** The files beside the text, as far as the conditions let them be seen. */
function Files({ letter: { attachments, html, state } }: { letter: OpenedLetter }) {
  const say = useRestrictedWords()
  const Attachments = useParts()?.Attachments
  const files = attachments.filter(({ contentId }) => contentId === null || !html?.includes(`cid:${contentId}`))
  if (files.length === 0) return null
  if (state.hasPassword)
    return <p className={css.note}>{say('filesShut', { names: files.map(({ name }) => name).join('、') })}</p>
  return (
    <>
      {!state.mayFilesBeSaved && <p className={css.note}>{say('filesShown')}</p>}
      {Attachments && <Attachments files={files} />}
    </>
  )
}
