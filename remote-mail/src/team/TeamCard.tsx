import type { SlotProps, TeamState } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { Button, Icon } from '@yanshu/ui'
import { useState } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import { AssignForm } from './AssignForm.tsx'
import { Comments } from './Comments.tsx'
import css from './team.module.css'
import { keepTeam, useTeam } from './useTeam.ts'
import { useTeamWords } from './words.ts'

/** Above a mail of a public mailbox: who answers it, who has answered, whose it is, and what members say beside it. */
export default function TeamCard({ mail: { mailId } }: Pick<SlotProps<'mail.card'>, 'mail'>) {
  return <Card key={mailId} mailId={mailId} />
}

function Card({ mailId }: { mailId: number }) {
  const say = useTeamWords()
  const { data: state, error, refetch } = useTeam(mailId)
  const [part, setPart] = useState<'assign' | 'comments' | null>(null)
  const [busy, setBusy] = useState(false)
  if (!state) {
    if (!error) return null
    return (
      <section className={css.card} aria-label={say('title')}>
        <p>{say('failed')}</p>
        <Button size="small" onClick={() => void refetch()}>
          {say('again')}
        </Button>
      </section>
    )
  }
  const change = async (more: { assignee?: string | null; closed?: boolean; note?: string }) => {
    setBusy(true)
    try {
      keepTeam(mailId, await http.post('mail/email/team/save', { mailId, ...more }))
      setPart(null)
    } catch {
      // `http` has shown why; what was entered stays.
    } finally {
      setBusy(false)
    }
  }
  const toggle = (which: 'assign' | 'comments') => () => setPart(part === which ? null : which)
  return (
    <section className={css.card} aria-label={say('title')} data-closed={state.closed !== null || undefined}>
      <Icon name="users" />
      <div role="status" className={css.facts}>
        <Facts state={state} />
      </div>
      <span className={css.buttons}>
        {state.assignee?.address !== state.me && state.closed === null && (
          <Button size="small" disabled={busy} onClick={() => void change({ assignee: state.me })}>
            {say('take')}
          </Button>
        )}
        <Button size="small" variant="text" aria-expanded={part === 'assign'} onClick={toggle('assign')}>
          {say('edit')}
        </Button>
        <Button
          size="small"
          variant="text"
          disabled={busy}
          onClick={() => void change({ closed: state.closed === null })}
        >
          {say(state.closed === null ? 'close' : 'reopen')}
        </Button>
        <Button size="small" variant="text" aria-expanded={part === 'comments'} onClick={toggle('comments')}>
          {state.comments.length === 0 ? say('noComments') : say('comments', { count: state.comments.length })}
        </Button>
      </span>
      {part === 'assign' && (
        <AssignForm state={state} busy={busy} onSave={(more) => void change(more)} onCancel={() => setPart(null)} />
      )}
      {part === 'comments' && <Comments mailId={mailId} state={state} />}
    </section>
  )
}

/** Where the mail stands, in short lines. */
function Facts({ state }: { state: TeamState }) {
  const say = useTeamWords()
  const { dayTime } = useFormat()
  const { answering, answers, assignee, closed, note, me } = state
  const [last] = answers
  const whose =
    assignee === null
      ? say('open')
      : assignee.address === me
        ? say('assignedToMe')
        : say('assignedTo', { name: nameOf(assignee) })
  const facts = [
    whose,
    last ? say('answered', { name: nameOf(last) || say('gone'), time: dayTime(last.at) }) : '',
    answers.length > 1 ? say('answeredMore', { count: answers.length }) : '',
    closed ? say('closedBy', { name: closed.by ? nameOf(closed.by) : say('gone'), time: dayTime(closed.at) }) : '',
  ].filter((fact) => fact !== '')
  return (
    <>
      {answering.length > 0 && (
        <p className={css.answering}>{say('answering', { names: answering.map(nameOf).join(say('and')) })}</p>
      )}
      <p>{facts.join(' · ')}</p>
      {note !== '' && <p className={css.quiet}>{say('noteOf', { note })}</p>}
    </>
  )
}
