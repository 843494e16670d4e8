import type { HeldDecision } from '@yanshu/contracts'
import { Button } from '@yanshu/ui'
import { useState } from 'react'
import { decide } from './decide.ts'
import { useScreenerWords } from './words.ts'

/** Lets a sender in, or keeps them out. */
export function DecideButtons({ sender }: { sender: { readonly address: string; readonly name: string } }) {
  const say = useScreenerWords()
  const [busy, setBusy] = useState(false)
  const name = sender.name || sender.address
  const act = (decision: HeldDecision) => async () => {
    setBusy(true)
    // `http` has shown why it failed.
    await decide(sender, decision).catch(() => undefined)
    setBusy(false)
  }
  return (
    <>
      <Button size="small" icon="check" disabled={busy} aria-label={say('inOf', { name })} onClick={act('in')}>
        {say('in')}
      </Button>
      <Button size="small" variant="text" disabled={busy} aria-label={say('outOf', { name })} onClick={act('out')}>
        {say('out')}
      </Button>
    </>
  )
}
