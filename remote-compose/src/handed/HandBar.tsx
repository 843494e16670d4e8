import type { DraftHand } from '@yanshu/contracts'
import { http, loginScope, useFormat, useT } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { Button, Icon, notify } from '@yanshu/ui'
import { useState } from 'react'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import { copyLink } from './HandPanel.tsx'
import css from './handed.module.css'

interface HandBarProps {
  readonly composer: Composer
  readonly mailId: number
  readonly hand: DraftHand
  /** Whether its author has taken the draft back while it is open here. */
  readonly isWithdrawn: boolean
  /** The whole letter was replaced. */
  readonly onReplaced: () => void
}

/** Which of its two authors has a draft now, and how the turn ends. */
export default function HandBar({ composer, mailId, hand, isWithdrawn, onReplaced }: HandBarProps) {
  const say = useT(NS)
  const { mailTime } = useFormat()
  const [busy, setBusy] = useState(false)
  const { role, state, other, since, handId } = hand
  const name = other.name || other.address
  const key = isWithdrawn ? 'hand.withdrawn' : `hand.${role}.${state}`
  const isKnown = isWithdrawn || role === 'author' || state === 'taken'
  if (!isKnown) return null

  const act = async (run: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    try {
      await run()
      await queryClient().invalidateQueries({ queryKey: ['compose', 'windows', mailId] })
    } catch {
      // `http` has shown why.
    } finally {
      setBusy(false)
    }
  }
  const end = async () => {
    const { missing } = await http.post('mail/email/draft/hand/back', { mailId }, { login: loginScope() })
    const names = missing.join(say('hand.between'))
    if (missing.length > 0) notify.warning(say('hand.missing', { names }))
    return missing.length === 0
  }
  const takeBack = () =>
    act(async () => {
      const isWhole = await end()
      if (state !== 'taken') {
        notify.success(say('hand.stopped'))
        return
      }
      if (composer.state.get().draft.phase !== 'saved') {
        // What was written here meanwhile is not lost: which version stays is asked as for every conflict.
        await composer.saveQuietly()
        return
      }
      if (await composer.takeTheirs()) onReplaced()
      if (isWhole) notify.success(say('hand.tookBack'))
    })
  const giveBack = () =>
    act(async () => {
      if (!(await composer.saveQuietly())) {
        notify.warning(say('hand.notSaved'))
        return
      }
      await end()
      notify.success(say('hand.gaveBack', { name }))
      await composer.leave()
    })
  const again = () =>
    act(async () => void (await http.post('mail/email/draft/hand', { mailId, address: other.address })))

  return (
    <div className={css.bar}>
      <Icon name={role === 'author' && state === 'taken' ? 'lock' : 'info'} />
      <p className={css.words}>{say(key, { name, time: mailTime(since) })}</p>
      {!isWithdrawn && role === 'author' && state === 'offered' && (
        <>
          <Button size="small" onClick={() => void copyLink(say, handId)}>
            {say('hand.copy')}
          </Button>
          <Button size="small" loading={busy} onClick={() => void takeBack()}>
            {say('hand.stop')}
          </Button>
        </>
      )}
      {!isWithdrawn && role === 'author' && state === 'taken' && (
        <Button size="small" loading={busy} onClick={() => void takeBack()}>
          {say('hand.takeBack')}
        </Button>
      )}
      {!isWithdrawn && role === 'author' && state === 'back' && (
        <Button size="small" loading={busy} onClick={() => void again()}>
          {say('hand.again')}
        </Button>
      )}
      {!isWithdrawn && role === 'colleague' && (
        <Button size="small" loading={busy} onClick={() => void giveBack()}>
          {say('hand.giveBack')}
        </Button>
      )}
    </div>
  )
}
