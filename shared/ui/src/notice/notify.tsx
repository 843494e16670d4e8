import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { IconButton } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import { afterPaint } from '../hooks/afterPaint.ts'
import { Icon } from '../icons/Icon.tsx'
import { popupRoot } from '../layers/popupRoot.ts'
import { useRootMark } from '../layers/rootMark.ts'
import { useSay } from '../messages/language.ts'
import css from './Notice.module.css'
import {
  createNoticeQueue,
  NOTICE_DURATION,
  type Notice,
  type NoticeKind,
  type NoticeOptions,
  type NoticePlace,
  type NoticeQueue,
  type ShownNotice,
} from './noticeQueue.ts'
import { raiseOver } from './raiseOver.ts'
import { createUndoHistory } from './undoHistory.ts'

const queues: Readonly<Record<NoticePlace, NoticeQueue>> = { start: createNoticeQueue(), end: createNoticeQueue() }
const history = createUndoHistory(() => Date.now())
let mounted = false

function show(notice: Notice): () => void {
  if (!mounted) {
    mounted = true
    // What was done is shown before the notice of it.
    afterPaint(() => {
      const holder = document.createElement('div')
      popupRoot().append(holder)
      createRoot(holder).render(<Notices />)
    })
  }
  return queues[notice.place ?? 'start'].show(notice)
}

const say =
  (kind: NoticeKind) =>
  (text: string, options: NoticeOptions = {}): (() => void) =>
    show({ ...options, kind, text })

/**
 * Shows what happened, one at a time in each place: bottom centre of the main area for what the user did, bottom right
 * (`place: 'end'`) for what came by itself. Each call returns a function that closes the notice.
 */
export const notify = {
  success: say('success'),
  info: say('info'),
  warning: say('warning'),
  error: say('error'),
}

/**
 * Shows what was done and offers to undo it, by a button while the notice is shown, and by {@link undoLast} for thirty
 * seconds. With a `duration` it can be undone for as long as that.
 */
export function undoable(text: string, onUndo: () => void, options: Pick<NoticeOptions, 'duration'> = {}): () => void {
  return show({ ...options, kind: 'success', text, onUndo: history.add(text, onUndo, options.duration) })
}

/** Notes what was done without saying so, for {@link undoLast}. */
export const noteUndo = (text: string, onUndo: () => void): void => void history.add(text, onUndo)

/** Undoes the last action that can be undone. Answers what it was, null when there is none. */
export const undoLast = (): string | null => history.undoLast()

/** Removes every notice, when the user has signed out. */
export function clearNotices(): void {
  history.clear()
  for (const queue of Object.values(queues)) queue.clear()
}

function Notices() {
  const say = useSay()
  return (
    <section className={css.places} aria-label={say('notices')}>
      <Place place="start" />
      <Place place="end" />
    </section>
  )
}

function Place({ place }: { place: NoticePlace }) {
  const queue = queues[place]
  const [notice, setNotice] = useState(queue.current)
  useEffect(() => {
    const follow = () => setNotice(queue.current())
    follow()
    let callOff = () => {}
    const stop = queue.subscribe(() => {
      callOff()
      // One that was closed must not be pressed again.
      if (queue.current()) callOff = afterPaint(follow)
      else follow()
    })
    return () => {
      callOff()
      stop()
    }
  }, [queue])
  // Screen readers only announce what changes in a region they already know, so the text follows the region.
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const urgent = notice?.kind === 'error' || notice?.kind === 'warning'
  useRootMark('notice', Boolean(notice))
  const element = useRef<HTMLDivElement>(null)
  const id = ready ? notice?.id : undefined
  useLayoutEffect(() => {
    const { current } = element
    current?.style.removeProperty('--raise')
    // Over a dialog notices stand at the top, where it has nothing to press.
    if (!current || id === undefined || 'modalShown' in document.documentElement.dataset) return
    const raise = raiseOver(current, (x, y) => document.elementsFromPoint?.(x, y) ?? [])
    if (raise > 0) current.style.setProperty('--raise', `${raise}px`)
  }, [id])
  return (
    <div ref={element} className={css.place} data-place={place} data-shown={notice ? '' : undefined}>
      <div aria-live="polite" aria-atomic="true">
        {ready && notice && !urgent && <NoticeCard key={notice.id} notice={notice} queue={queue} />}
      </div>
      <div aria-live="assertive" aria-atomic="true">
        {ready && notice && urgent && <NoticeCard key={notice.id} notice={notice} queue={queue} />}
      </div>
    </div>
  )
}

function NoticeCard({ notice, queue }: { notice: ShownNotice; queue: NoticeQueue }) {
  const say = useSay()
  const { id, kind, title, text, code, duration = NOTICE_DURATION } = notice
  const [held, setHeld] = useState(false)
  const left = useRef(duration)
  useEffect(() => {
    if (held || duration === 0) return
    const from = Date.now()
    const timer = setTimeout(() => queue.close(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(1000, left.current - (Date.now() - from))
    }
  }, [held, duration, id, queue])
  const action = notice.onUndo ? { label: say('undo'), onClick: notice.onUndo } : notice.action
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stops the timer while the pointer is on it
    <div
      className={css.notice}
      data-kind={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={kind} className={css.sign} />
      <div className={cx(css.text, title && css.titled)}>
        {title && <strong>{title}</strong>}
        {title ? <span>{text}</span> : text}
        {code && <span className={css.code}>{say('code', { code })}</span>}
      </div>
      {action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            queue.close(id)
            action.onClick()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon="close" size="small" label={say('close')} tooltip={false} onClick={() => queue.close(id)} />
    </div>
  )
}
