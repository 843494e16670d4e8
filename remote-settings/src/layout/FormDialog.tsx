import { Button, Dialog } from '@yanshu/ui'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'

interface FormDialogProps {
  title: string
  /** The label of the button that sends the form; "Save" without it. */
  submit?: string
  /** Its button destroys. */
  danger?: boolean
  wide?: boolean
  className?: string | undefined
  /** Asks before what was written is given up; without it the dialog just closes. */
  mayLeave?: () => Promise<boolean>
  /** Rejects when the server refuses, which `http` has shown: what was entered stays. */
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form, sent by its button or by Enter, once at a time. */
export function FormDialog({
  title,
  submit,
  danger = false,
  wide = false,
  className,
  mayLeave,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const say = useWords()
  const form = useId()
  const fields = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    onSubmit()
      .catch(() => undefined)
      .finally(() => {
        setBusy(false)
        // What is wrong may stand out of sight, above the button.
        requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      })
  }
  const close = async () => {
    if (!mayLeave || (await mayLeave())) onClose()
  }
  return (
    <Dialog
      open
      wide={wide}
      title={title}
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>{say('cancel')}</Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} loading={busy}>
            {submit ?? say('save')}
          </Button>
        </>
      }
    >
      <form ref={fields} id={form} className={className} noValidate onSubmit={send}>
        {children}
      </form>
    </Dialog>
  )
}
