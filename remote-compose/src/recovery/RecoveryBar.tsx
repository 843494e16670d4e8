import { useStore, useT } from '@yanshu/shell-api'
import { ask, Button, WaitingBar } from '@yanshu/ui'
import { NS } from '../write/namespace.ts'
import { discardLetters, putOffLetters, restoreLetters, waitingLetters } from './offerRecovery.ts'

/** A bar above the views that offers unfinished letters, until the user has answered or there are none any more. */
export default function RecoveryBar() {
  const say = useT(NS)
  const waiting = useStore(waitingLetters)
  if (waiting.length === 0) return null
  const names = waiting.map(({ value }) =>
    say('recovery.name', { name: value.letter.content.subject.trim() || say('untitled') }),
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
    <WaitingBar
      icon="draft"
      title={names.join(' ')}
      actions={
        <>
          <Button size="small" onClick={() => void choose()}>
            {say('recovery.show')}
          </Button>
          <Button size="small" variant="text" onClick={putOffLetters}>
            {say('recovery.later')}
          </Button>
        </>
      }
    >
      {say('recovery.offer', { count: waiting.length })}
    </WaitingBar>
  )
}
