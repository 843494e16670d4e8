import type { MailDetail } from '@yanshu/contracts'
import { intents, lazyPart, markStale, queryKeys, useFormat } from '@yanshu/shell-api'
import { Button, Icon } from '@yanshu/ui'
import { Suspense, useEffect, useState } from 'react'
import { takeBack } from '../actions/commands.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import css from './MailNotices.module.css'

const SentDialog = lazyPart(() => import('../sent/SentDialog.tsx'))

/** Up to so many seconds are counted; for longer the time is shown. */
const COUNTED = 60

/** What became of a sent mail: held until when, by whom and why, on its way, delivered, or refused by whom and why. */
export function SendState({ detail, onLeave }: { detail: MailDetail; onLeave: () => void }) {
  const say = useWords()
  const { sendId, releaseAt } = detail
  if (sendId !== null && releaseAt !== null) {
    return <Held detail={detail} sendId={sendId} until={releaseAt} onLeave={onLeave} />
  }
  const of = (state: MailDetail['deliveries'][number]['state']) =>
    detail.deliveries.filter((one) => one.state === state)
  const [failed, waiting, queued] = [of('failed'), of('held'), of('queued')]
  return (
    <>
      {detail.deliveries.length > waiting.length && <Recipients mailId={detail.mailId} />}
      {failed.length > 0 && (
        <div role="status" className={css.bar} data-tone="danger">
          <Icon name="error" />
          <div>
            {failed.map((one) => (
              <p key={one.address}>
                {say('delivery.failed', { address: one.address, reason: one.reason || say('delivery.noReason') })}
              </p>
            ))}
          </div>
        </div>
      )}
      {waiting.length > 0 && (
        <div role="status" className={css.bar}>
          <Icon name="clock" />
          <div>
            {waiting.map((one) => (
              <p key={one.address}>
                {say('delivery.waiting', { address: one.address, reason: one.reason || say('held.leaving') })}
              </p>
            ))}
          </div>
          {sendId !== null && <TakeBack sendId={sendId} onLeave={onLeave} />}
        </div>
      )}
      {queued.length > 0 && (
        <div role="status" className={css.bar}>
          <Icon name="clock" />
          <p>{say('delivery.queued', { count: queued.length })}</p>
        </div>
      )}
    </>
  )
}

/** Opens where it stands for each recipient, and taking it back. */
function Recipients({ mailId }: { mailId: number }) {
  const say = useWords()
  const [open, setOpen] = useState(false)
  return (
    <p>
      <Button size="small" variant="text" icon="sent" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {say('delivery.recipients')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SentDialog mailId={mailId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  )
}

interface HeldProps {
  detail: MailDetail
  sendId: string
  /** Epoch milliseconds. */
  until: number
  onLeave: () => void
}

function Held({ detail, sendId, until, onLeave }: HeldProps) {
  const say = useWords()
  const { dayTime } = useFormat()
  const [left, setLeft] = useState(() => secondsTo(until))
  useEffect(() => {
    const timer = setInterval(() => {
      const now = secondsTo(until)
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      markStale(queryKeys.mail(detail.mailId))
    }, 500)
    return () => clearInterval(timer)
  }, [until, detail.mailId])
  return (
    <div role="status" className={css.bar}>
      <Icon name="clock" />
      <p>
        {left > COUNTED
          ? say('held.until', { time: dayTime(until) })
          : left > 0
            ? say('held.left', { count: left })
            : say('held.leaving')}
      </p>
      <TakeBack sendId={sendId} disabled={left === 0} onLeave={onLeave} />
    </div>
  )
}

interface TakeBackProps {
  sendId: string
  disabled?: boolean
  onLeave: () => void
}

function TakeBack({ sendId, disabled = false, onLeave }: TakeBackProps) {
  const say = useWords()
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    const draftId = await takeBack(sendId)
    setBusy(false)
    if (draftId === null) return
    onLeave()
    void intents.send('compose.open', { kind: 'draft', mailId: draftId }).catch(() => undefined)
  }
  return (
    <Button size="small" icon="undo" loading={busy} disabled={disabled} onClick={() => void cancel()}>
      {say('held.cancel')}
    </Button>
  )
}

const secondsTo = (moment: number): number => Math.max(0, Math.ceil((moment - Date.now()) / 1_000))
