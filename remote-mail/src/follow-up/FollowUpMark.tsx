import { Icon } from '@yanshu/ui'
import css from './followUp.module.css'
import { useFollowUpWords } from './words.ts'

/** On the row of a mail that is followed up: the clock and its note, '' for none. */
export function FollowUpMark({ note }: { note: string }) {
  const say = useFollowUpWords()
  return (
    <span className={css.mark} title={note || say('card')}>
      <Icon name="clock" size={14} label={say('card')} />
      {note && <span className={css.markNote}>{note}</span>}
    </span>
  )
}
