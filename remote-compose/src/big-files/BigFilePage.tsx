import { EXTRACT_CODE_MAX, type HandInRoom, type ViewProps } from '@yanshu/contracts'
import { ApiError, go, http, useSession } from '@yanshu/shell-api'
import { Button, isComposing, TextField } from '@yanshu/ui'
import { type FormEvent, useEffect, useState } from 'react'
import css from './bigFiles.module.css'
import { HandIn } from './HandIn.tsx'
import { OwnUploads } from './OwnUploads.tsx'
import { useWords } from './useWords.ts'

/**
 * `/bigFileUpload`: files are handed in without a letter (§2). With `?id=…` by a link and its code, without a login; else the
 * user uploads for themselves, and makes links for others.
 */
export default function BigFilePage({ query }: ViewProps) {
  const say = useWords()
  const token = query.get('id') ?? ''
  const isIn = useSession().status === 'open'
  const title = say('title')
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      if (document.title === title) document.title = before
    }
  }, [title])
  return (
    <section className={css.page} aria-label={title}>
      <header className={css.top}>
        <h1>{title}</h1>
        <Button variant="text" onClick={() => go(isIn ? '/' : '/login')}>
          {say(isIn ? 'back' : 'login')}
        </Button>
      </header>
      {token !== '' ? <ByLink key={token} token={token} /> : isIn ? <OwnUploads /> : <p>{say('noLink')}</p>}
    </section>
  )
}

/** Nothing of a link is shown before its code. */
function ByLink({ token }: { token: string }) {
  const say = useWords()
  const [opened, setOpened] = useState<(HandInRoom & { readonly ticket: string }) | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  if (opened) return <HandIn ticket={opened.ticket} opened={opened} />
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (code.trim() === '') return setProblem(say('codeMissing'))
    setBusy(true)
    try {
      setOpened(await http.post('handIn/open', { token, code: code.trim() }, { silent: true }))
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : say('failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={css.form} onSubmit={send} noValidate>
      <p>{say('lead')}</p>
      <TextField
        label={say('code')}
        value={code}
        onChange={(value) => {
          setCode(value)
          setProblem(null)
        }}
        onKeyDown={(event) => event.key === 'Enter' && isComposing(event) && event.preventDefault()}
        maxLength={EXTRACT_CODE_MAX}
        error={problem ?? undefined}
        required
        autoComplete="off"
        autoCapitalize="off"
      />
      <Button type="submit" variant="primary" loading={busy}>
        {say('open')}
      </Button>
    </form>
  )
}
