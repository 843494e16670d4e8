import { CALENDAR_NAME_MAX, calendarNameProblem, lengthOf } from '@yanshu/contracts'
import { isComposing, TextField } from '@yanshu/ui'
import { useDialogWords } from './words.ts'

interface NameFieldProps {
  value: string
  /** Whether the user has tried to save: no error is shown before that. */
  tried: boolean
  /** The first field of a dialog saves with Enter and has the focus. */
  onEnter?: () => void
  onChange: (name: string) => void
}

/** The name of a calendar (§5: required, at most 15 characters). */
export function NameField({ value, tried, onEnter, onChange }: NameFieldProps) {
  const say = useDialogWords()
  const problem = calendarNameProblem(value)
  const words = { max: CALENDAR_NAME_MAX, now: lengthOf(value.trim()) }
  return (
    <TextField
      label={say('name.label')}
      hint={say('name.hint', { count: CALENDAR_NAME_MAX })}
      required
      data-autofocus={onEnter && ''}
      value={value}
      onChange={onChange}
      error={tried && problem ? say(`name.problem.${problem}`, words) : undefined}
      onKeyDown={(event) => {
        if (onEnter && event.key === 'Enter' && !isComposing(event)) onEnter()
      }}
    />
  )
}
