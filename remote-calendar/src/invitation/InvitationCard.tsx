import type { AttendeeAnswer, Invitation, SlotProps } from '@yanshu/contracts'
import { wallOf } from '@yanshu/contracts'
import { dayOf, isoOf, partsOf } from '@yanshu/contracts/days'
import { http, Link, lazyPart, markStale, useLanguage } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Icon, notify, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { deleteInstance } from '../data/commands.ts'
import { useSaying } from '../data/queries.ts'
import { sentenceOf } from '../model/rule.ts'
import { clock, monthName, shortDay, weekdayShort, when } from '../model/words.ts'
import { useWords } from '../useWords.ts'
import { countAnswers, noteOf } from './cardNotes.ts'
import css from './invitation.module.css'
import type { ProposalProps } from './Proposal.tsx'
import type { ProposeTimeProps } from './ProposeTime.tsx'

const Proposal = lazyPart<ProposalProps>(() => import('./Proposal.tsx'))
const ProposeTime = lazyPart<ProposeTimeProps>(() => import('./ProposeTime.tsx'))

const ANSWERS = ['accepted', 'tentative', 'declined'] as const
const COMMENT_MAX = 500

/** What a mail has of an event: when, where and who, what else is then, and the answer. Nothing when it has none. */
export default function InvitationCard({ mail: { mailId } }: SlotProps<'mail.card'>) {
  const { data } = useInvitation(mailId)
  return data?.invitation ? <InvitationOfMail key={mailId} mailId={mailId} invitation={data.invitation} /> : null
}

/** What a mail has of an event. */
export const useInvitation = (mailId: number) =>
  useQuery({
    queryKey: ['calendar', 'invitation', mailId],
    queryFn: ({ signal }) => http.get('calendar/invitation', { mailId }, { signal, silent: true }),
  })

interface InvitationProps {
  mailId: number
  invitation: Invitation
  /** Called once an answer has been given. */
  onDone?: (() => void) | undefined
}

export function InvitationOfMail({ mailId, invitation, onDone }: InvitationProps) {
  const say = useWords()
  const language = useLanguage()
  const saying = useSaying()
  const { zone } = saying
  const { method, title, place, organizer, start, end, allDay, cancelled, event } = invitation
  const span = { startWall: allDay ? start : wallOf(zone, start), endWall: allDay ? end : wallOf(zone, end), allDay }
  const day = dayOf(span.startWall)
  const year = partsOf(dayOf(wallOf(zone, Date.now()))).year
  const note = noteOf(invitation)
  const asks = method === 'REQUEST' && invitation.role !== 'organizer' && !cancelled
  const said = invitation.said
  // In a popover it stands alone, above a mail below the mail's own headings.
  const Title = onDone ? 'h2' : 'h3'
  return (
    <section
      className={css.card}
      aria-label={say('invitation.label')}
      data-cancelled={cancelled || undefined}
      data-alone={onDone ? '' : undefined}
    >
      <time className={css.day} dateTime={isoOf(day)} aria-hidden="true">
        <span>{monthName(language, partsOf(day).month)}</span>
        <strong>{partsOf(day).date}</strong>
        <span>{weekdayShort(language, day)}</span>
      </time>
      <div className={css.body}>
        <Title className={css.title}>{title}</Title>
        <p>
          {when(saying, span, year, say('allDay'))}
          {invitation.repeat && <small>{sentenceOf(invitation.repeat, language, say)}</small>}
          {invitation.instance && <small>{say('invitation.instance')}</small>}
        </p>
        {place && (
          <p className={css.fact}>
            <Icon name="pin" size={14} /> {place}
          </p>
        )}
        {organizer && invitation.role !== 'organizer' && (
          <p className={css.quiet}>
            {say('invitation.who', { name: organizer.name || organizer.address, count: invitation.people })}
          </p>
        )}
        {invitation.role === 'organizer' && invitation.people > 0 && (
          <p className={css.quiet}>{say('invitation.answers', countAnswers(invitation.attendees))}</p>
        )}
        {note && (
          <p className={css.note} data-tone={note.tone} role="status">
            <Icon name={note.tone === 'warning' ? 'warning' : 'info'} size={16} />
            {say(note.key, { name: invitation.sender.name || invitation.sender.address })}
          </p>
        )}
        {said?.comment && <blockquote className={css.said}>{said.comment}</blockquote>}
        {(asks || (method === 'COUNTER' && invitation.decided === '')) && <Clashes invitation={invitation} />}
        {asks && <Answer mailId={mailId} invitation={invitation} onDone={onDone} />}
        <div className={css.more}>
          {method === 'COUNTER' && event && invitation.trusted && (
            <Proposal mailId={mailId} invitation={invitation} event={event} />
          )}
          {cancelled && event && (
            <Button
              size="small"
              icon="trash"
              onClick={() => void deleteInstance({ ...event, title }, invitation.instance ? 'this' : 'all')}
            >
              {say('invitation.remove')}
            </Button>
          )}
          {(event || asks) && (
            <Link to={`/calendar?view=day&day=${isoOf(day)}`} className={css.link}>
              {say('invitation.open', { day: shortDay(language, day) })}
            </Link>
          )}
        </div>
      </div>
    </section>
  )
}

/** What else one has at that time. */
function Clashes({ invitation: { clashes, allDay } }: { invitation: Invitation }) {
  const say = useWords()
  const saying = useSaying()
  if (allDay) return null
  if (clashes.length === 0) {
    return (
      <p className={css.fact} data-tone="good">
        <Icon name="check" size={14} /> {say('invitation.free')}
      </p>
    )
  }
  const list = clashes.map((one) =>
    one.allDay
      ? one.title
      : `${one.title} ${clock(saying, wallOf(saying.zone, one.start))}–${clock(saying, wallOf(saying.zone, one.end))}`,
  )
  return (
    <p className={css.fact} data-tone="warning">
      <Icon name="warning" size={14} />
      {say('invitation.clash', { events: list.join(saying.language === 'zh' ? '、' : ', ') })}
    </p>
  )
}

/** Yes, perhaps or no, with an optional comment. The answer is on the screen at once. */
function Answer({ mailId, invitation, onDone }: InvitationProps) {
  const say = useWords()
  const [proposing, setProposing] = useState(false)
  const [sending, setSending] = useState<AttendeeAnswer>('')
  const [comment, setComment] = useState<string | null>(null)
  const shown = sending || invitation.answer
  const answer = async (choice: (typeof ANSWERS)[number]) => {
    setSending(choice)
    try {
      await http.post('calendar/invitation/answer', { mailId, answer: choice, comment: comment?.trim() ?? '' })
      notify.success(say(`invitation.done.${choice}`))
      setComment(null)
      onDone?.()
    } catch {
      // The shell has shown why.
    } finally {
      markStale(['calendar'])
      setSending('')
    }
  }
  return (
    <>
      {comment !== null && (
        <TextField
          label={say('invitation.comment')}
          value={comment}
          data-autofocus=""
          maxLength={COMMENT_MAX}
          onChange={setComment}
          autoComplete="off"
        />
      )}
      <fieldset className={css.buttons} aria-label={say('invitation.answer')}>
        {ANSWERS.map((choice) => (
          <Button
            key={choice}
            size="small"
            variant={shown === choice || (shown === '' && choice === 'accepted') ? 'primary' : 'default'}
            aria-pressed={shown === choice}
            loading={sending === choice}
            disabled={sending !== '' && sending !== choice}
            {...(shown === choice ? { icon: 'check' as const } : {})}
            onClick={() => void answer(choice)}
          >
            {say(`invitation.do.${choice}`)}
          </Button>
        ))}
        {comment === null && (
          <Button size="small" variant="text" onClick={() => setComment('')}>
            {say('invitation.addComment')}
          </Button>
        )}
        {invitation.role === 'attendee' && !proposing && (
          <Button size="small" variant="text" icon="clock" onClick={() => setProposing(true)}>
            {say('invitation.propose')}
          </Button>
        )}
      </fieldset>
      {proposing && (
        <ProposeTime
          mailId={mailId}
          invitation={invitation}
          onClose={() => setProposing(false)}
          onSent={() => {
            setProposing(false)
            onDone?.()
          }}
        />
      )}
    </>
  )
}
