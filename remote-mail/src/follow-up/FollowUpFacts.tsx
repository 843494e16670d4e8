import type { FollowUp } from '@yanshu/contracts'
import { useFormat } from '@yanshu/shell-api'
import { Chip } from '@yanshu/ui'
import css from './followUp.module.css'
import { useFollowUpWords } from './words.ts'

/** Where a follow-up stands, in a line. */
export function FollowUpFacts({ followUp }: { followUp: FollowUp }) {
  const say = useFollowUpWords()
  const { dayTime } = useFormat()
  const { state, dueAt, unlessAnswered, snoozed, away, answeredBy } = followUp
  const waits = state === 'open' || state === 'due'
  const facts = [
    waits ? say('dueAt', { time: dayTime(dueAt) }) : '',
    waits && unlessAnswered ? say('unlessAnswered') : '',
    snoozed ? say('snoozed') : '',
    waits && away
      ? away.until === null
        ? say('awayOpen', { name: away.name })
        : say('away', { name: away.name, time: dayTime(away.until) })
      : '',
    answeredBy === '' ? '' : say('answeredBy', { name: answeredBy }),
  ].filter(Boolean)
  return (
    <span className={css.facts}>
      <Chip>{say(`state.${state}`)}</Chip>
      <span className={css.quiet}>{facts.join(' · ')}</span>
    </span>
  )
}
