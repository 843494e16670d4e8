import type { SlotProps } from '@yanshu/contracts'
import { Icon } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import DangerWhy from './DangerWhy.tsx'
import css from './tools.module.css'

/** Above a mail that the list marks as suspicious: shows that it is, and leads to the reasons. */
export function RiskCard(props: SlotProps<'mail.card'>) {
  const say = useWords()
  return (
    <section className={css.risky} aria-label={say('risk.card')}>
      <Icon name="shield" />
      <p>{say('risk.cardText')}</p>
      <DangerWhy {...props} />
    </section>
  )
}
