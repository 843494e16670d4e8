import { type Invitation, instantOf, wallOf } from '@yanshu/contracts'
import { DAY_MS } from '@yanshu/contracts/days'
import { http } from '@yanshu/shell-api'
import { Button, notify, TextField } from '@yanshu/ui'
import { DateField, DateTimeField } from '@yanshu/ui/dates'
import { useState } from 'react'
import { useCalendars, useSaying } from '../data/queries.ts'
import { useWords } from '../useWords.ts'
import css from './invitation.module.css'

export interface ProposeTimeProps {
  mailId: number
  invitation: Invitation
  onClose: () => void
  onSent: () => void
}

const COMMENT_MAX = 500

/** Proposes another time to the organiser: when it would begin, as long as it is; the end can be changed. */
export default function ProposeTime({ mailId, invitation, onClose, onSent }: ProposeTimeProps) {
  const say = useWords()
  const { zone, hours12 } = useSaying()
  const { weekStart } = useCalendars().settings
  const { allDay } = invitation
  const length = invitation.end - invitation.start
  const written = (moment: number) => {
    const text = new Date(allDay ? moment : wallOf(zone, moment)).toISOString()
    return allDay ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
  }
  const momentOf = (text: string) => {
    const wall = Date.parse(allDay ? `${text}T00:00Z` : `${text.replace(' ', 'T')}Z`)
    return allDay ? wall : instantOf(zone, wall)
  }
  const [start, setStart] = useState(written(invitation.start))
  // Of whole days the last one is shown, and the moment after it is kept.
  const last = allDay ? DAY_MS : 0
  const [end, setEnd] = useState(written(invitation.end - last))
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const span = { start: momentOf(start), end: momentOf(end) + last }
  const same = span.start === invitation.start && span.end === invitation.end
  const backward = span.end <= span.start
  const Field = allDay ? DateField : DateTimeField
  const send = async () => {
    setBusy(true)
    try {
      await http.post('calendar/invitation/propose', { mailId, ...span, allDay, comment: comment.trim() })
      notify.success(say('invitation.proposed'))
      onSent()
    } catch {
      // The shell has shown why.
    } finally {
      setBusy(false)
    }
  }
  return (
    // No form: Enter applies a day that was written, and sends nothing yet.
    <fieldset className={css.propose} aria-label={say('invitation.propose')}>
      <Field
        label={say('invitation.from')}
        value={start}
        hours12={hours12}
        weekStart={weekStart}
        onChange={(text) => {
          if (text === undefined) return
          setStart(text)
          setEnd(written(momentOf(text) + length - last))
        }}
      />
      <Field
        label={say('invitation.until')}
        value={end}
        hours12={hours12}
        weekStart={weekStart}
        error={backward ? say('problem.ends-before') : undefined}
        onChange={(text) => text !== undefined && setEnd(text)}
      />
      <TextField
        label={say('invitation.comment')}
        value={comment}
        maxLength={COMMENT_MAX}
        onChange={setComment}
        autoComplete="off"
      />
      <div className={css.buttons}>
        <Button size="small" variant="primary" loading={busy} disabled={same || backward} onClick={() => void send()}>
          {say('invitation.sendProposal')}
        </Button>
        <Button size="small" onClick={onClose}>
          {say('cancel')}
        </Button>
      </div>
    </fieldset>
  )
}
