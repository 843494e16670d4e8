import type { SlotProps } from '@yanshu/contracts'
import { useSession } from '@yanshu/shell-api'
import { Icon } from '@yanshu/ui'
import css from '../team/team.module.css'
import { DecideButtons } from './DecideButtons.tsx'
import { useScreenerWords } from './words.ts'

/** Above a mail that is held: whether its sender is let in. */
export default function HeldCard({ mail: { from } }: Pick<SlotProps<'mail.card'>, 'mail'>) {
  const say = useScreenerWords()
  const session = useSession()
  // For the person alone.
  if (session.status !== 'open' || session.user?.ownAccount) return null
  return (
    <section className={css.card} aria-label={say('card')}>
      <Icon name="user" />
      <div className={css.facts}>{say('cardText', { name: from.name || from.address })}</div>
      <span className={css.buttons}>
        <DecideButtons sender={from} />
      </span>
    </section>
  )
}
