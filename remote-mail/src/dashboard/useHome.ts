import type { Home } from '@yanshu/contracts'
import { http, isAbort, push } from '@yanshu/shell-api'
import { useEffect, useReducer, useRef, useState } from 'react'

/** Waits this long after a change of the mailbox, so that many changes cause one call; in milliseconds. */
const REFRESH_AFTER_MS = 300

interface UsedHome {
  /** The last answer; null until there is one. */
  readonly home: Home | null
  /** Whether the last call failed. */
  readonly failed: boolean
  readonly retry: () => void
}

/**
 * What waits for the user, asked again while the page is shown and something changes. One view reads it and it is
 * never kept for later, so it does without the cache of queries, which nothing else of the home page needs.
 */
export function useHome(active: boolean): UsedHome {
  const [home, setHome] = useState<Home | null>(null)
  const [failed, setFailed] = useState(false)
  const [asked, ask] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question is asked once
  useEffect(() => {
    if (!active) return
    const call = new AbortController()
    http.post('mail/home/index', {}, { signal: call.signal, silent: true }).then(
      (answer) => {
        setHome(answer)
        setFailed(false)
      },
      (error) => !isAbort(error) && setFailed(true),
    )
    return () => call.abort()
  }, [active, asked])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!active) return
    const refresh = () => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        ask()
      }, REFRESH_AFTER_MS)
    }
    const stops = [
      push.on(({ optType }) => optType !== 'ready' && optType !== 'event' && refresh()),
      push.onReconnect(refresh),
    ]
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
      for (const stop of stops) stop()
    }
  }, [active])
  return { home, failed, retry: ask }
}
