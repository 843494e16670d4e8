import { useStore, useT } from '@yanshu/shell-api'
import { ask, Button, Icon } from '@yanshu/ui'
import { NS } from '../write/namespace.ts'
import { discardLetters, putOffLetters, restoreLetters, waitingLetters } from './offerRecovery.ts'
import css from './recovery.module.css'

/** A bar above the views that offers unfinished letters, until the user has answered or there are none any more. */
export default function RecoveryBar() {
  const say = useT(NS)
  const waiting = useStore(waitingLetters)
  if (waiting.length === 0) return null
  const names = waiting.map(({ value }) =>
    say('recovery.name', { name: value.letter.subject.trim() || say('untitled') }),
  )
  const choose = async () => {
    const answer = await ask({
      title: say('recovery.title'),
      text: names.join(' '),
      yes: say('recovery.restore'),
      no: say('recovery.later'),
      other: say('recovery.discard'),
    })
    if (answer === 'yes') restoreLetters()
    else if (answer === 'other') await discardLetters()
    else putOffLetters()
  }
  return (
    <div className={css.bar} role="status">
      <Icon name="draft" size={16} />
      <span className={css.text} title={names.join(' ')}>
        {say('recovery.offer', { count: waiting.length })}
      </span>
      <Button size="small" onClick={() => void choose()}>
        {say('recovery.show')}
      </Button>
      <Button size="small" variant="text" onClick={putOffLetters}>
        {say('recovery.later')}
      </Button>
    </div>
  )
}
