import { Button, Dialog } from '@yanshu/ui'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { sentenceOf } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { useWords } from '../useWords.ts'

interface FormDialogProps {
  title: string
  /** The button that sends the form. */
  submit: string
  /** Rejects with why it did not work, which is shown in the dialog: what was entered stays. */
  onSubmit: () => Promise<void>
  onClose: () => void
  /** The sentence for a failure that is not of the server's or of what was read; null for all others. */
  explain?: (error: unknown) => string | null
  children: ReactNode
}

/** A dialog with a form, sent by its button or by Enter, once at a time. */
export function FormDialog({ title, submit, onSubmit, onClose, explain, children }: FormDialogProps) {
  const say = useWords()
  const id = useId()
  const fields = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem('')
    onSubmit()
      .catch((error: unknown) => setProblem(explain?.(error) ?? sentenceOf(error, say)))
      .finally(() => {
        setBusy(false)
        requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      })
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form ref={fields} id={id} className={css.form} noValidate onSubmit={send}>
        {children}
        {problem && (
          <p role="alert" className={css.problem}>
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
