import { IDLE_CHECK_INTERVAL_MS, idleLimitMs, LOCK_GRACE_MS, mayBeginLock } from '@yanshu/contracts'
import { MINUTE_MS } from '@yanshu/contracts/days'
import { ApiError, http, screenLock, settings, useT } from '@yanshu/shell-api'
import { Button, Dialog } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import { lockNow } from './lockNow.ts'

const ACTS = ['pointerdown', 'keydown'] as const

/** Whether the user has not acted in any window for longer than the limit of the account. */
function isIdle(now: number): boolean {
  const limit = idleLimitMs(settings.current().locktime * MINUTE_MS)
  return limit !== null && now - screenLock.lastAct() >= limit
}

/** Whether the lock is still on. Where the server cannot be asked, it counts as on: the screen is left alone too. */
const locksByItself = () =>
  http.get('mail/main/lockScreen/isAutoLock', {}, { silent: true }).then(
    ({ autoFlag }) => autoFlag,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 0) return true
      throw error
    },
  )

/** Counts the time since the last act every minute, and locks the screen when it is too long (§4). */
export function IdleLock({ path }: { path: string }) {
  const [asking, setAsking] = useState(false)
  const current = useRef(path)
  useEffect(() => {
    current.current = path
  })

  useEffect(() => {
    // Who opens a page is there.
    screenLock.noteAct()
    const check = async () => {
      listenInFrames()
      if (!mayBeginLock(current.current) || !isIdle(Date.now())) return
      const locks = await locksByItself()
      // The user may have come back while the server was asked.
      if (locks && isIdle(Date.now())) setAsking(true)
    }
    // What the server could not say now it is asked again in a minute.
    const timer = setInterval(() => void check().catch(() => undefined), IDLE_CHECK_INTERVAL_MS)
    const over = new AbortController()
    const { signal } = over
    const listenIn = (page: Document) => {
      for (const act of ACTS) page.addEventListener(act, screenLock.noteAct, { capture: true, passive: true, signal })
    }
    listenIn(document)
    // What is pressed inside a frame, such as that of a mail, happens in its own document. The page only loses the focus to
    // the first of them: from one to the next it notices nothing.
    const listenInFrames = () => {
      for (const { contentDocument } of document.querySelectorAll('iframe'))
        if (contentDocument) listenIn(contentDocument)
    }
    const followFrame = () => {
      if (!(document.activeElement instanceof HTMLIFrameElement)) return
      screenLock.noteAct()
      listenInFrames()
    }
    window.addEventListener('blur', followFrame, { signal })
    return () => {
      clearInterval(timer)
      over.abort()
    }
  }, [])

  return asking && <LocksSoon onDone={() => setAsking(false)} />
}

/** Five seconds to stay. */
function LocksSoon({ onDone }: { onDone: () => void }) {
  const say = useT('shell')
  const [left, setLeft] = useState(LOCK_GRACE_MS / 1_000)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })

  useEffect(() => {
    const lock = () => {
      done.current()
      void lockNow()
    }
    const stopClock = setTimeout(lock, LOCK_GRACE_MS)
    const seconds = setInterval(() => setLeft((now) => Math.max(1, now - 1)), 1_000)
    const unfollow = screenLock.onActElsewhere(() => done.current())
    return () => {
      clearTimeout(stopClock)
      clearInterval(seconds)
      unfollow()
    }
  }, [])

  const stay = () => {
    screenLock.noteAct()
    onDone()
  }
  return (
    <Dialog
      open
      title={say('lock.soon', { seconds: left })}
      onClose={stay}
      footer={
        <>
          <Button
            onClick={() => {
              onDone()
              void lockNow()
            }}
          >
            {say('lock.now')}
          </Button>
          <Button variant="primary" data-autofocus="" onClick={stay}>
            {say('lock.stay')}
          </Button>
        </>
      }
    >
      <p>{say('lock.soonText')}</p>
    </Dialog>
  )
}
