import { asksSomething, type SlotProps } from '@yanshu/contracts'
import { DAY_MS } from '@yanshu/contracts/days'
import { http, settings, useGeneral } from '@yanshu/shell-api'
import { Button, Icon } from '@yanshu/ui'
import { useState } from 'react'
import { mailbox } from '../mailbox/mailbox.ts'
import { FollowUpDialog } from './FollowUpDialog.tsx'
import { FollowUpFacts } from './FollowUpFacts.tsx'
import css from './followUp.module.css'
import { endFollowUps, refresh, useFollowUpOf } from './useFollowUps.ts'
import { useFollowUpWords } from './words.ts'

/** Above the text of a mail that is followed up: when, why, and the note. */
export function FollowUpCard({ mail }: SlotProps<'mail.card'>) {
  const say = useFollowUpWords()
  const [changing, setChanging] = useState(false)
  // A mail whose follow-up a person has ended is not suggested again.
  const data = useFollowUpOf(mail.mailId, mayBeSuggested(mail))
  if (data === null) return <Suggestion mail={mail} />
  if (!data || data.state === 'over') return null
  const waits = data.state === 'open' || data.state === 'due'
  return (
    <section className={css.card} aria-label={say('card')}>
      <Icon name="clock" />
      <div className={css.cardText}>
        <FollowUpFacts followUp={data} />
        {data.note && <p className={css.note}>{data.note}</p>}
      </div>
      {waits && (
        <span className={css.actions}>
          <Button size="small" onClick={() => void endFollowUps([data.followUpId]).catch(() => undefined)}>
            {say('over')}
          </Button>
          <Button size="small" variant="text" onClick={() => setChanging(true)}>
            {say('change')}
          </Button>
        </span>
      )}
      {changing && (
        <FollowUpDialog mailIds={[mail.mailId]} before={data} sent={data.sent} onClose={() => setChanging(false)} />
      )}
    </section>
  )
}

/** The suggestion is for mails of these days alone; an older one is hardly still awaited. */
const SUGGESTED_FOR_MS = 7 * DAY_MS
/** Working days that are offered. */
const DAYS = 3

const mayBeSuggested = ({ mailboxId, text }: SlotProps<'mail.card'>['mail']): boolean =>
  mailbox().roleOf(mailboxId) === 'sent' && asksSomething(text ?? '')

const isRecent = ({ date }: SlotProps<'mail.card'>['mail'], now: number): boolean =>
  date >= now - SUGGESTED_FOR_MS && date <= now

/** Offers a reminder for a sent mail that asks for something, in one quiet line, unless the settings turn it off. */
function Suggestion({ mail }: Pick<SlotProps<'mail.card'>, 'mail'>) {
  const say = useFollowUpWords()
  const { suggestFollowUp } = useGeneral()
  const [closed, setClosed] = useState(false)
  const [now] = useState(Date.now)
  if (closed || !suggestFollowUp || !isRecent(mail, now) || !mayBeSuggested(mail)) return null
  const remind = async () => {
    const when = { kind: 'workdays', days: DAYS } as const
    const body = { mailIds: [mail.mailId], when, unlessAnswered: true, snooze: false, note: '' }
    await http.post('mail/pending/saveOrUpdatePendingInfo', body)
    refresh()
  }
  return (
    <section className={css.suggestion} aria-label={say('suggestion.label')}>
      <span className={css.quiet}>{say('suggestion.text')}</span>
      <Button size="small" variant="text" onClick={() => void remind().catch(() => undefined)}>
        {say('suggestion.remind')}
      </Button>
      <Button
        size="small"
        variant="text"
        onClick={() => {
          setClosed(true)
          void settings.save('suggestFollowUp', false).catch(() => setClosed(false))
        }}
      >
        {say('suggestion.off')}
      </Button>
    </section>
  )
}
