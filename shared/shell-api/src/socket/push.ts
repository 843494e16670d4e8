import {
  SOCKET_LOCKED,
  SOCKET_UNAUTHORIZED,
  type SocketCatchUp,
  type SocketHello,
  type SocketMessage,
} from '@yanshu/contracts'
import { screenLocked } from '../http/exchange.ts'
import { loginScope } from '../login/loginScope.ts'
import { fetchPart } from '../parts/fetchPart.ts'
import { platform } from '../platform/platform.ts'
import { session } from '../session/session.ts'
import { eventsOf, storeOf, useStore } from '../storeOf.ts'
import { absoluteSocket } from './absoluteSocket.ts'
import { changeSeq, coverAnswers } from './changeSeq.ts'
import type { PushConnection } from './windowTalk.ts'

export type PushStatus = 'connecting' | 'open' | 'closed'

const messages = eventsOf<SocketMessage>()
const reconnects = eventsOf<boolean>()
const status = storeOf<PushStatus>(() => 'closed')

/** Milliseconds after which the code of the connection is asked for again, when it did not come. */
const RETRY_MS = 10_000

/** One start of the socket, until it is stopped. */
interface Started {
  readonly address: string
  /** Null while the code for it is on its way. */
  connection: PushConnection | null
  stop(): void
}

let started: Started | null = null
/** Whether the connection was away since the last greeting, so that calls may have failed. */
let broken = false
/** The number of the last greeting: changes after it were asked for. */
let askedSince: number | undefined

/** The socket's address: `{wsUrl}/mail/message/{userMail}` (§7). */
export function pushAddress(userMail: string): string {
  return `${absoluteSocket(platform().wsUrl)}/mail/message/${encodeURIComponent(userMail)}`
}

function receive(message: SocketMessage): void {
  const mine = changeSeq()
  if (message.optType === 'ready') {
    mine.floor ??= askedSince ?? message.seq
    mine.received = message.seq
    status.set('open')
    if (broken || message.missed) reconnects.emit(message.missed)
    broken = false
    coverAnswers()
  } else if (message.optType !== 'event') mine.received = Math.max(message.seq, mine.received ?? 0)
  messages.emit(message)
}

function greet(mine: Started): void {
  const accessToken = session.accessToken()
  if (!accessToken) return
  const known = changeSeq()
  askedSince = known.received ?? known.answered
  const say = (message: SocketHello | SocketCatchUp) => mine.connection?.send(message)
  known.catchUp = (since) => say({ type: 'catchUp', since })
  // Sent on the open socket only, so that no queue repeats an old token.
  say({ type: 'auth', accessToken, ...(askedSince === undefined ? {} : { since: askedSince }) })
}

function lost(mine: Started, code: number): void {
  broken = true
  status.set('connecting')
  if (code === SOCKET_LOCKED) {
    push.stop()
    screenLocked()
  }
  if (code !== SOCKET_UNAUTHORIZED) return
  // The next attempt needs another token; without one the session is over and the socket is closed.
  session.refresh().then(
    (token) => token || started !== mine || push.stop(),
    () => undefined,
  )
}

/** The code of the connection is loaded when the socket is started; nothing waits for it. */
async function open(mine: Started): Promise<void> {
  const { connectShared } = await fetchPart(() => import(/* webpackChunkName: "socket" */ './sharedConnection.ts'))
  // A connection of a login that has ended is closed, also when its code arrives late.
  const ifMine =
    <A extends unknown[]>(act: (...args: A) => void) =>
    (...args: A) => {
      if (started === mine) act(...args)
    }
  ifMine(() => {
    mine.connection ??= connectShared(mine.address, {
      onOpen: ifMine(() => greet(mine)),
      onMessage: ifMine(receive),
      onClose: ifMine((code) => lost(mine, code)),
    })
  })()
}

/** The push socket: one for all windows of a login in one browser; it reconnects by itself. */
export const push = {
  /** Connects for the logged-in user until the login ends. A second start does nothing. */
  start(): void {
    const state = session.state()
    if (started || state.status !== 'open' || !state.userMail) return
    status.set('connecting')
    let retry: ReturnType<typeof setTimeout> | undefined
    const attempt = () => {
      clearTimeout(retry)
      open(mine).catch(() => {
        if (started === mine) retry = setTimeout(attempt, RETRY_MS)
      })
    }
    const wake = () => {
      // Calls that were made while the network was away have failed, whether the socket noticed the break or not.
      reconnects.emit(false)
      if (!mine.connection) attempt()
      else if (status.get() !== 'open') mine.connection.reconnect()
    }
    globalThis.addEventListener('online', wake)
    const unfollow = loginScope().onEnd(() => push.stop())
    const mine: Started = {
      address: pushAddress(state.userMail),
      connection: null,
      stop() {
        clearTimeout(retry)
        globalThis.removeEventListener('online', wake)
        unfollow()
        mine.connection?.close()
      },
    }
    started = mine
    attempt()
  },

  stop(): void {
    const mine = started
    started = null
    broken = false
    mine?.stop()
    status.set('closed')
  },

  on: messages.on,
  /**
   * Called with each event of an open name, such as `calendar.changed`. Events during a broken connection are not repeated:
   * read again in {@link push.onReconnect}, whatever its `missed` is.
   */
  onEvent: (name: string, fn: (data: unknown) => void): (() => void) =>
    messages.on((message) => {
      if (message.optType === 'event' && message.name === name) fn(message.data)
    }),
  /**
   * Called when the connection is back after a break, and when too many changes were missed. With `missed` everything that
   * is shown has to be read again; without it only what failed meanwhile, because the changes have been sent.
   */
  onReconnect: (fn: (missed: boolean) => void): (() => void) => reconnects.on(fn),
  status: (): PushStatus => status.get(),
}

export const usePushStatus = (): PushStatus => useStore(status)

/** What is shown was not read from the server: all of it is read again, as after too many missed changes. */
export const readAgain = (): void => reconnects.emit(true)

/** For test doubles: a message as if the server had sent it. */
export const receivePush = (message: SocketMessage): void => receive(message)
