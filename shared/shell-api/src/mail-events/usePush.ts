import type { SocketMessage } from '@yanshu/contracts'
import { useEffect, useRef } from 'react'
import { push } from '../socket/push.ts'

/** Calls `fn` with every message of the push socket while the component is there; always the newest `fn`. */
export function usePush(fn: (message: SocketMessage) => void): void {
  const newest = useRef(fn)
  useEffect(() => {
    newest.current = fn
  })
  useEffect(() => push.on((message) => newest.current(message)), [])
}

/** Calls `fn` with the data of events of an open name while the component is there; always the newest `fn`. */
export function usePushEvent(name: string, fn: (data: unknown) => void): void {
  const newest = useRef(fn)
  useEffect(() => {
    newest.current = fn
  })
  useEffect(() => push.onEvent(name, (data) => newest.current(data)), [name])
}
