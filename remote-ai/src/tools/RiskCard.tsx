import { Button, Icon } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import { openAssistant } from './openAssistant.ts'
import css from './tools.module.css'

/** Above a mail that the list marks as suspicious: says so, and leads to the reasons. */
export function RiskCard() {
  const say = useWords()
  return (
    <section className={css.risky} aria-label={say('risk.card')}>
      <Icon name="shield" />
      <p>{say('risk.cardText')}</p>
      <Button size="small" onClick={() => openAssistant('risk')}>
        {say('risk.why')}
      </Button>
    </section>
  )
}
