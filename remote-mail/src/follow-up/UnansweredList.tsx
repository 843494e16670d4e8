import { UNANSWERED_DAYS } from '@yanshu/contracts'
import { go, useFormat, usePreference } from '@yanshu/shell-api'
import { Button, EmptyState, ErrorCard, notify, Select, Skeleton } from '@yanshu/ui'
import css from './followUp.module.css'
import { followUp } from './followUpAsked.ts'
import { UNANSWERED_CHOICES, UNANSWERED_DAYS_KEY } from './unansweredDays.ts'
import { remindAfter, settle, useReminder, useUnanswered } from './useFollowUps.ts'
import { useFollowUpT } from './words.ts'

/** Mails of people that ask something and have had no answer for some days: each is answered, put off, or done. */
export function UnansweredList({ active }: { active: boolean }) {
  const t = useFollowUpT()
  const { mailTime } = useFormat()
  const [days, setDays] = usePreference<number>(UNANSWERED_DAYS_KEY, UNANSWERED_DAYS)
  const { data, isError, refetch } = useUnanswered(days, active)
  const reminder = useReminder(active)
  const finish = async (mailId: number) => {
    await settle(mailId)
    notify.success(t('unanswered.settled'))
  }
  return (
    <>
      <div className={css.choices}>
        <Select
          label={t('unanswered.since')}
          value={days}
          options={UNANSWERED_CHOICES.map((value: number) => ({
            value,
            label: t('unanswered.days', { count: value }),
          }))}
          onChange={setDays}
        />
        {reminder && (
          <Select
            label={t('unanswered.remind')}
            hint={t('unanswered.remindHint')}
            value={reminder.days ?? 0}
            options={[
              { value: 0, label: t('unanswered.never') },
              ...UNANSWERED_CHOICES.map((value: number) => ({ value, label: t('unanswered.after', { count: value }) })),
            ]}
            onChange={(value) => void remindAfter(value === 0 ? null : value).catch(() => undefined)}
          />
        )}
      </div>
      <p className={css.quiet}>{t('unanswered.lead')}</p>
      {isError && !data && <ErrorCard what={t('failed')} advice={t('failedAdvice')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton lines={8} />}
      {data?.list.length === 0 && (
        <EmptyState scene="none" title={t('unanswered.none')} text={t('unanswered.noneText')} />
      )}
      <ul className={css.rows} aria-label={t('tab.unanswered')}>
        {data?.list.map(({ mailId, mailboxId, subject, from, date }) => {
          const title = subject || t('noSubject')
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
                aria-label={t('unanswered.laterOf', { subject: title })}
                onClick={() => followUp([mailId], false)}
              >
                {t('unanswered.later')}
              </Button>
              <Button
                size="small"
                variant="text"
                icon="check"
                aria-label={t('unanswered.doneOf', { subject: title })}
                onClick={() => void finish(mailId).catch(() => undefined)}
              >
                {t('unanswered.done')}
              </Button>
            </li>
          )
        })}
      </ul>
      {data?.more && <p className={css.quiet}>{t('unanswered.more')}</p>}
    </>
  )
}
