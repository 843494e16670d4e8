import type { AutomaticMail } from '@yanshu/contracts'
import { go, http, markStale, settings, useFormat, useSettings } from '@yanshu/shell-api'
import { Button, type IconName, notify, undoable, WaitingBar } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { useAutomaticMailWords } from './automaticMailWords.ts'
import { replyIsOn, untilReplyChanges } from './replyIsOn.ts'

/** Above every view while an automatic answer or forwarding is on (slot `frame.bar`): what goes out, and a way to end it. */
export default function AutomaticMailBar() {
  const { automaticMail } = useSettings()
  if (!automaticMail) return null
  const { reply, forwards } = automaticMail
  return (
    <>
      {reply && <ReplyBar period={reply} />}
      {forwards.length > 0 && <ForwardBar addresses={forwards} />}
    </>
  )
}

/** Other windows get the change from the server; this one asks at once. `http` has shown what failed. */
async function change(name: 'reply' | 'forward', work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    markStale(['settings', name])
    await settings.load()
    return true
  } catch {
    return false
  }
}

function ReplyBar({ period }: { period: NonNullable<AutomaticMail['reply']> }) {
  const say = useAutomaticMailWords()
  const { mailTime } = useFormat()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const wait = untilReplyChanges(period, now)
    if (wait === null) return
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [period, now])
  if (!replyIsOn(period, now)) return null
  const turnOff = async () => {
    const before = await http.get('mail/main/generalConfig/getReply')
    const save = (enabled: boolean) =>
      change('reply', () => http.post('mail/main/generalConfig/saveReply', { ...before, enabled }))
    if (await save(false)) undoable(say('replyIsOff'), () => save(true))
  }
  return (
    <Bar
      icon="reply"
      text={period.endAt === null ? say('reply') : say('replyUntil', { time: mailTime(period.endAt) })}
      page="autoreply"
      turnOffName={say('turnOffReply')}
      onTurnOff={turnOff}
    />
  )
}

function ForwardBar({ addresses }: { addresses: readonly string[] }) {
  const say = useAutomaticMailWords()
  // To turn it on again is left to the page, which may ask for the password.
  const turnOff = async () => {
    const { keepCopy } = await http.get('mail/main/generalConfig/getForward')
    const saved = () => http.post('mail/main/generalConfig/saveForward', { enabled: false, keepCopy })
    if (await change('forward', saved)) notify.success(say('forwardIsOff'))
  }
  return (
    <Bar
      icon="forward"
      text={say('forward', { addresses: addresses.join(', ') })}
      page="forward"
      turnOffName={say('turnOffForward')}
      onTurnOff={turnOff}
    />
  )
}

interface BarProps {
  icon: IconName
  text: string
  /** Where it is set. */
  page: string
  turnOffName: string
  onTurnOff: () => Promise<void>
}

function Bar({ icon, text, page, turnOffName, onTurnOff }: BarProps) {
  const say = useAutomaticMailWords()
  const [busy, setBusy] = useState(false)
  const turnOff = () => {
    setBusy(true)
    void onTurnOff()
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <WaitingBar
      icon={icon}
      title={text}
      actions={
        <>
          <Button size="small" variant="text" onClick={() => go(`/set/${page}`)}>
            {say('open')}
          </Button>
          <Button size="small" aria-label={turnOffName} loading={busy} onClick={turnOff}>
            {say('turnOff')}
          </Button>
        </>
      }
    >
      {text}
    </WaitingBar>
  )
}
