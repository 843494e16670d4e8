import { UNANSWERED_DAYS } from '@yanshu/contracts'
import { go, useFormat, usePreference } from '@yanshu/shell-api'
import { Button, EmptyState, ErrorCard, notify, Select, Skeleton } from '@yanshu/ui'
import css from './followUp.module.css'
import { followUp } from './followUpAsked.ts'
import { UNANSWERED_CHOICES, UNANSWERED_DAYS_KEY } from './unansweredDays.ts'
import { remindAfter, settle, useReminder, useUnanswered } from './useFollowUps.ts'
import { useFollowUpWords } from './words.ts'

/** Mails of people that ask something and have had no answer for some days: each is answered, put off, or done. */
export function UnansweredList({ active }: { active: boolean }) {
  const say = useFollowUpWords()
  const { mailTime } = useFormat()
  const [days, setDays] = usePreference<number>(UNANSWERED_DAYS_KEY, UNANSWERED_DAYS)
  const { data, isError, refetch } = useUnanswered(days, active)
  const reminder = useReminder(active)
  const finish = async (mailId: number) => {
    await settle(mailId)
    notify.success(say('unanswered.settled'))
  }
  return (
    <>
      <div className={css.choices}>
        <Select
          label={say('unanswered.since')}
          value={days}
          options={UNANSWERED_CHOICES.map((value: number) => ({
            value,
            label: say('unanswered.days', { count: value }),
          }))}
          onChange={setDays}
        />
        {reminder && (
          <Select
            label={say('unanswered.remind')}
            hint={say('unanswered.remindHint')}
            value={reminder.days ?? 0}
            options={[
              { value: 0, label: say('unanswered.never') },
              ...UNANSWERED_CHOICES.map((value: number) => ({
                value,
                label: say('unanswered.after', { count: value }),
              })),
            ]}
            onChange={(value) => void remindAfter(value === 0 ? null : value).catch(() => undefined)}
          />
        )}
      </div>
      <p className={css.quiet}>{say('unanswered.lead')}</p>
      {isError && !data && (
        <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton lines={8} />}
      {data?.list.length === 0 && (
        <EmptyState scene="none" title={say('unanswered.none')} text={say('unanswered.noneText')} />
      )}
      <ul className={css.rows} aria-label={say('tab.unanswered')}>
        {data?.list.map(({ mailId, mailboxId, subject, from, date }) => {
          const title = subject || say('noSubject')
          return (
            <li key={mailId} className={`${css.row} ${css.wrapping}`}>
              <button type="button" className={css.open} onClick={() => go(`/reply/${mailboxId}/${mailId}`)}>
                <span className={css.line}>
                  <strong>{title}</strong>
                  <time className={css.quiet}>{mailTime(date)}</time>
                </span>
                <span className={css.quiet}>{from.name || from.address}</span>
              </button>
              <Button
                size="small"
                variant="text"
                icon="clock"
                aria-label={say('unanswered.laterOf', { subject: title })}
                onClick={() => followUp([mailId], false)}
              >
                {say('unanswered.later')}
              </Button>
              <Button
                size="small"
                variant="text"
                icon="check"
                aria-label={say('unanswered.doneOf', { subject: title })}
                onClick={() => void finish(mailId).catch(() => undefined)}
              >
                {say('unanswered.done')}
              </Button>
            </li>
          )
        })}
      </ul>
      {data?.more && <p className={css.quiet}>{say('unanswered.more')}</p>}
    </>
  )
}
