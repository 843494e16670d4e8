import type { Invitation } from '@yanshu/contracts'
import { http, markStale } from '@yanshu/shell-api'
import { Button, notify, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './invitation.module.css'

export interface ProposalProps {
  mailId: number
  invitation: Invitation
  event: NonNullable<Invitation['event']>
}

const COMMENT_MAX = 500

/**
 * What the organiser does with another time that one of the people proposes: move the event there, of which all participants
 * are informed, or leave it where it is, of which only the one who proposes is informed.
 */
export default function Proposal({ mailId, invitation, event }: ProposalProps) {
  const say = useWords()
  const [busy, setBusy] = useState<'take' | 'refuse' | null>(null)
  /** The comment of a refusal; null until one is begun. */
  const [comment, setComment] = useState<string | null>(null)
  const name = invitation.sender.name || invitation.sender.address
  if (invitation.decided !== '' || invitation.cancelled) return null
  const run = async (what: 'take' | 'refuse', work: () => Promise<unknown>, done: string) => {
    setBusy(what)
    try {
      await work()
      notify.success(done)
    } catch {
      // The shell has shown why.
    } finally {
      markStale(['calendar'])
      setBusy(null)
    }
  }
  const take = () => {
    const { start, end, allDay, instance } = invitation
    const move = { ...event, scope: instance ? ('this' as const) : ('all' as const), start, end, allDay }
    return run('take', () => http.post('calendar/event/move', move), say('invitation.moved'))
  }
  const refuse = () =>
    run(
      'refuse',
      () => http.post('calendar/invitation/refuse', { mailId, comment: (comment ?? '').trim() }),
      say('invitation.refused', { name }),
    )
  if (comment === null) {
    return (
      <>
        <Button size="small" variant="primary" loading={busy === 'take'} onClick={() => void take()}>
          {say('invitation.take')}
        </Button>
        <Button size="small" onClick={() => setComment('')}>
          {say('invitation.refuse')}
        </Button>
      </>
    )
  }
  return (
    // No form: Enter in the words sends nothing.
    <fieldset className={css.refuse} aria-label={say('invitation.refuse')}>
      <TextField
        label={say('invitation.commentTo', { name })}
        value={comment}
        data-autofocus=""
        maxLength={COMMENT_MAX}
        onChange={setComment}
        autoComplete="off"
      />
      <div className={css.buttons}>
        <Button size="small" variant="primary" loading={busy === 'refuse'} onClick={() => void refuse()}>
          {say('invitation.sendRefusal')}
        </Button>
        <Button size="small" onClick={() => setComment(null)}>
          {say('cancel')}
        </Button>
      </div>
    </fieldset>
  )
}
