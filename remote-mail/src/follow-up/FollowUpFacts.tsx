import type { FollowUp } from '@yanshu/contracts'
import { useFormat } from '@yanshu/shell-api'
import { Chip } from '@yanshu/ui'
import css from './followUp.module.css'
import { useFollowUpT } from './words.ts'

/** Where a follow-up stands, in a line. */
export function FollowUpFacts({ followUp }: { followUp: FollowUp }) {
  const t = useFollowUpT()
  const { dayTime } = useFormat()
  const { state, dueAt, unlessAnswered, snoozed, away, answeredBy } = followUp
  const waits = state === 'open' || state === 'due'
  const facts = [
    waits ? t('dueAt', { time: dayTime(dueAt) }) : '',
    waits && unlessAnswered ? t('unlessAnswered') : '',
    snoozed ? t('snoozed') : '',
    waits && away
      ? away.until === null
        ? t('awayOpen', { name: away.name })
        : t('away', { name: away.name, time: dayTime(away.until) })
      : '',
    answeredBy === '' ? '' : t('answeredBy', { name: answeredBy }),
  ].filter(Boolean)
  return (
    <span className={css.facts}>
      <Chip>{t(`state.${state}`)}</Chip>
      <span className={css.quiet}>{facts.join(' · ')}</span>
    </span>
  )
}
