import { TEAM_NOTE_MAX, type TeamState } from '@yanshu/contracts'
import { Button, Select, TextField } from '@yanshu/ui'
import { type FormEvent, useState } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import css from './team.module.css'
import { useTeamWords } from './words.ts'

interface AssignFormProps {
  state: TeamState
  busy: boolean
  /** Gets what was changed alone: a colleague may have changed the other meanwhile. */
  onSave: (changed: { assignee?: string | null; note?: string }) => void
  onCancel: () => void
}

/** Whose the mail is, with a note. Before saving it names the member who will be notified. */
export function AssignForm({ state, busy, onSave, onCancel }: AssignFormProps) {
  const say = useTeamWords()
  const [before] = useState(state.assignee?.address ?? '')
  const [assignee, setAssignee] = useState(before)
  const [noteBefore] = useState(state.note)
  const [note, setNote] = useState(noteBefore)
  const tooLong = [...note.trim()].length > TEAM_NOTE_MAX
  const chosen = state.members.find(({ address }) => address === assignee)
  const notifies = chosen && assignee !== state.me && assignee !== before
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (tooLong || busy) return
    onSave({
      ...(assignee === before ? {} : { assignee: assignee === '' ? null : assignee }),
      ...(note === noteBefore ? {} : { note }),
    })
  }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <Select
        label={say('assignee')}
        value={assignee}
        options={[
          { value: '', label: say('noAssignee') },
          ...state.members.map((member) => ({ value: member.address, label: nameOf(member) })),
        ]}
        onChange={setAssignee}
      />
      <TextField
        label={say('note')}
        hint={say('noteHint', { count: TEAM_NOTE_MAX })}
        error={tooLong ? say('tooLong', { count: TEAM_NOTE_MAX }) : undefined}
        value={note}
        onChange={setNote}
      />
      {notifies && <p className={css.quiet}>{say('willNotify', { name: nameOf(chosen) })}</p>}
      <span className={css.buttons}>
        <Button type="submit" size="small" variant="primary" loading={busy}>
          {say('save')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {say('cancel')}
        </Button>
      </span>
    </form>
  )
}
