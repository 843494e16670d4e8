import { EXTRACT_CODE_MAX } from '@yanshu/contracts'
import { ApiError } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { type FormEvent, useState } from 'react'
import { CodeField } from './CodeField.tsx'
import css from './publicPage.module.css'

interface CodeFormProps {
  words: {
    readonly lead: string
    readonly code: string
    readonly open: string
    /** No code was entered. */
    readonly missing: string
    /** Something else than the server has refused it. */
    readonly failed: string
  }
  /** Opens what the code is for. What it rejects with is shown. */
  onCode: (code: string) => Promise<void>
}

/** Asks for the code of a link, on a page that shows nothing of what it opens before it is right. */
export function CodeForm({ words, onCode }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (code.trim() === '') return setProblem(words.missing)
    setBusy(true)
    try {
      await onCode(code.trim())
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : words.failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={css.form} onSubmit={send} noValidate>
      <p>{words.lead}</p>
      <CodeField
        label={words.code}
        value={code}
        onChange={(value) => {
          setCode(value)
          setProblem(null)
        }}
        maxLength={EXTRACT_CODE_MAX}
        error={problem ?? undefined}
      />
      <Button type="submit" variant="primary" loading={busy}>
        {words.open}
      </Button>
    </form>
  )
}
