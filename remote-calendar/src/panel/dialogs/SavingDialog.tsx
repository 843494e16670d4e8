import { Button, Dialog } from '@yanshu/ui'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../useWords.ts'
import css from '../panel.module.css'

export interface SavingDialogProps {
  title: string
  /** What the button that saves is called. */
  action: string
  wide?: boolean | undefined
  /** What is filled in; a function of what saves where a key does so too. */
  children: ReactNode | ((press: () => void) => ReactNode)
  /** Resolves to false when something is still to be filled in. What it throws the shell has shown already. */
  save: () => Promise<boolean>
  onClose: () => void
}

/** A dialog that saves: its button waits meanwhile, and the dialog stays open when that fails. */
export function SavingDialog({ title, action, wide, children, save, onClose }: SavingDialogProps) {
  const say = useWords()
  const [busy, setBusy] = useState(false)
  const press = async () => {
    if (busy) return
    setBusy(true)
    const saved = await save().catch(() => false)
    setBusy(false)
    if (saved) onClose()
  }
  return (
    <Dialog
      open
      wide={wide}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={() => void press()}>
            {action}
          </Button>
        </>
      }
    >
      <div className={css.fields}>{typeof children === 'function' ? children(() => void press()) : children}</div>
    </Dialog>
  )
}
