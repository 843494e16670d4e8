import { Button, Dialog } from '@yanshu/ui'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import css from './formDialog.module.css'

interface FormDialogProps {
  title: string
  /** What its buttons say. */
  words: { readonly cancel: string; readonly keep: string }
  /**
   * Resolves to false where something is still to be filled in. Rejects when the server refuses, which `http` has shown:
   * what was entered stays.
   */
  onSave: () => Promise<boolean>
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form, sent by its button or by Enter, once at a time, that closes when it is saved. */
export function FormDialog({ title, words, onSave, onClose, children }: FormDialogProps) {
  const form = useId()
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const saved = await onSave().catch(() => false)
    setBusy(false)
    if (saved) onClose()
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {words.keep}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void send(event)}>
        {children}
      </form>
    </Dialog>
  )
}
