import { FOLDER_NAME_MAX, FOLDER_NAME_MIN, folderNameProblem } from '@yanshu/contracts'
import { ApiError } from '@yanshu/shell-api'
import { Button, Dialog, isComposing, TextField } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './folders.module.css'
import { ColorChoice } from './LabelColor.tsx'

export interface NameRequest {
  readonly title: string
  /** What the name is of. */
  readonly label: string
  readonly submit: string
  /** The name so far, '' for something new. */
  readonly name: string
  /** The colour so far; labels alone have one. */
  readonly color?: number
  /** Saves; what the server objects to is shown at the name. */
  save(name: string, color: number): Promise<unknown>
}

/** Asks for a name of 1 to 30 characters (§5), and for a label its colour. */
export function NameDialog({ request, onClose }: { request: NameRequest; onClose: () => void }) {
  const say = useWords()
  const form = useId()
  const [name, setName] = useState(request.name)
  const [color, setColor] = useState(request.color ?? 0)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = folderNameProblem(name)
    setProblem(found && say(`names.${found}`, { max: FOLDER_NAME_MAX }))
    if (found || busy) return
    setBusy(true)
    try {
      await request.save(name.trim(), color)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
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
      <form id={form} onSubmit={save} className={css.form} noValidate>
        <TextField
          label={request.label}
          value={name}
          onChange={(value) => {
            setName(value)
            setProblem(null)
          }}
          // Enter that ends a word of an input method does not send the form.
          onKeyDown={(event) => event.key === 'Enter' && isComposing(event) && event.preventDefault()}
          hint={say('names.hint', { min: FOLDER_NAME_MIN, max: FOLDER_NAME_MAX })}
          error={problem ?? undefined}
          required
          autoComplete="off"
          data-autofocus
        />
        {request.color !== undefined && <ColorChoice color={color} onChange={setColor} />}
      </form>
    </Dialog>
  )
}
