import { FOLDER_NAME_MAX, FOLDER_NAME_MAX_QUICK, folderNameProblem } from '@yanshu/contracts'
import { ApiError, useT } from '@yanshu/shell-api'
import { Button, Dialog, isComposing, labelColor, TextField } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import css from './sidebar.module.css'

/** Colours that a label may have (contracts: 0 to 9). */
const COLORS = Array.from({ length: 10 }, (_, index) => index)

export interface NameRequest {
  readonly title: string
  readonly label: string
  readonly submit: string
  readonly name: string
  /** The colour chosen so far, for labels. */
  readonly color?: number
  /** Saves; what it rejects with is shown in place. */
  save(name: string, color: number): Promise<unknown>
}

interface NameDialogProps {
  request: NameRequest
  onClose: () => void
}

/** Asks for the name of a folder or label, and for labels their colour. A name that was there may keep its length. */
export function NameDialog({ request, onClose }: NameDialogProps) {
  const say = useT('shell')
  const form = useId()
  const [name, setName] = useState(request.name)
  const [color, setColor] = useState(request.color ?? 0)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const reading = [...request.name].length > FOLDER_NAME_MAX_QUICK ? 'full' : 'quick'
  const max = reading === 'full' ? FOLDER_NAME_MAX : FOLDER_NAME_MAX_QUICK

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = folderNameProblem(name, reading)
    setProblem(found && say(`names.${found}`, { max }))
    if (found || busy) return
    setBusy(true)
    try {
      await request.save(name.trim(), color)
      onClose()
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.message)
      else throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title={request.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('names.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {request.submit}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} className={css.nameForm}>
        <TextField
          label={request.label}
          value={name}
          onChange={(value) => {
            setName(value)
            setProblem(null)
          }}
          // Enter that ends a word of an input method does not send the form.
          onKeyDown={(event) => event.key === 'Enter' && isComposing(event) && event.preventDefault()}
          hint={say('names.hint', { max })}
          error={problem ?? undefined}
          autoComplete="off"
          data-autofocus
        />
        {request.color !== undefined && (
          <div role="radiogroup" aria-label={say('sidebar.color')} className={css.colors}>
            {COLORS.map((one) => (
              <label key={one} className={css.color} style={{ color: labelColor(one + 1) }}>
                <input
                  type="radio"
                  name={`${form}-color`}
                  checked={one === color}
                  onChange={() => setColor(one)}
                  aria-label={say('sidebar.colorN', { n: one + 1 })}
                />
              </label>
            ))}
          </div>
        )}
      </form>
    </Dialog>
  )
}
