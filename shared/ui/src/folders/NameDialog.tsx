import { type FormEvent, useId, useState } from 'react'
import { Button } from '../button/Button.tsx'
import { labelColor } from '../chip/Chip.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { TextField } from '../field/TextField.tsx'
import { isComposing } from '../hooks/isComposing.ts'
import { useSay, useWords } from '../messages/language.ts'
import css from './folders.module.css'
import { LABEL_COLORS, toneOfColor } from './labelColors.ts'
import { WORDS } from './words.ts'

/** What is to be named. */
export interface NameRequest {
  readonly title: string
  /** What the name is of. */
  readonly label: string
  readonly submit: string
  /** The name so far, '' for something new. */
  readonly name: string
  /** The colour so far; labels alone have one. */
  readonly color?: number
  /** Saves under a name without spaces around it. */
  save(name: string, color: number): Promise<unknown>
}

export interface NameDialogProps {
  request: NameRequest
  /** What is wrong with a name, in words, or null. */
  problemOf: (name: string) => string | null
  hint?: string | undefined
  /** Why a failed saving refused the name, or null when the name was not the reason; such a failure is thrown on. */
  refusalOf: (error: unknown) => string | null
  onClose: () => void
}

/** Asks for the name of a folder, a label, a group or the like, and for a label its colour. */
export function NameDialog({ request, problemOf, hint, refusalOf, onClose }: NameDialogProps) {
  const say = useSay()
  const form = useId()
  const [name, setName] = useState(request.name)
  const [color, setColor] = useState(request.color ?? 0)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(name)
    setProblem(found)
    if (found || busy) return
    setBusy(true)
    try {
      await request.save(name.trim(), color)
      onClose()
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === null) throw error
      setProblem(refusal)
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
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {request.submit}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} className={css.nameForm} noValidate>
        <TextField
          label={request.label}
          value={name}
          onChange={(value) => {
            setName(value)
            setProblem(null)
          }}
          // Enter that ends a word of an input method does not send the form.
          onKeyDown={(event) => event.key === 'Enter' && isComposing(event) && event.preventDefault()}
          hint={hint}
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

/** All colours of labels in sight. */
function ColorChoice({ color, onChange }: { color: number; onChange: (color: number) => void }) {
  const say = useWords(WORDS)
  const nameOf = useColorName()
  const group = useId()
  return (
    <div role="radiogroup" aria-label={say('color')} className={css.colors}>
      {LABEL_COLORS.map((one) => (
        <label key={one} className={css.color} title={nameOf(one)}>
          <input
            type="radio"
            name={group}
            checked={one === color}
            onChange={() => onChange(one)}
            aria-label={nameOf(one)}
          />
          <span className={css.dot} style={{ background: labelColor(toneOfColor(one)) }} />
        </label>
      ))}
    </div>
  )
}

const COLOR_KEYS = [
  'color0',
  'color1',
  'color2',
  'color3',
  'color4',
  'color5',
  'color6',
  'color7',
  'color8',
  'color9',
] as const

/** The names of the colours of labels in the language of the components. */
export function useColorName(): (color: number) => string {
  const say = useWords(WORDS)
  return (color) => say(COLOR_KEYS[color] ?? 'color')
}
