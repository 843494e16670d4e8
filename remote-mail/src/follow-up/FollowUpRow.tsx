import type { FollowUp } from '@yanshu/contracts'
import { go, useFormat } from '@yanshu/shell-api'
import { Checkbox } from '@yanshu/ui'
import { FollowUpFacts } from './FollowUpFacts.tsx'
import css from './followUp.module.css'
import { useFollowUpWords } from './words.ts'

interface FollowUpRowProps {
  followUp: FollowUp
  marked: boolean
  onMark: () => void
}

/** A mail that is followed up, in the list of them. */
export function FollowUpRow({ followUp, marked, onMark }: FollowUpRowProps) {
  const say = useFollowUpWords()
  const { mailTime, people } = useFormat()
  const { mailId, mailboxId, subject, sent, from, to, date, note } = followUp
  const title = subject || say('noSubject')
  const names = people(to.map(({ name, address }) => name || address))
  return (
    <li className={css.row}>
      <Checkbox hideLabel label={say('mark', { subject: title })} checked={marked} onChange={onMark} />
      <button type="button" className={css.open} onClick={() => go(`/reply/${mailboxId}/${mailId}`)}>
        <span className={css.line}>
          <strong>{title}</strong>
          <time className={css.quiet}>{mailTime(date)}</time>
        </span>
        <span className={css.quiet}>{sent ? say('toPeople', { names }) : from.name || from.address}</span>
        {note && <span className={css.note}>{note}</span>}
        <FollowUpFacts followUp={followUp} />
      </button>
    </li>
  )
}
