import { SOCKET_UNAUTHORIZED, type SocketCatchUp, type SocketHello, type SocketMessage } from '@yanshu/contracts'
import ReconnectingWebSocket from 'reconnecting-websocket'
import { loginScope } from '../login/loginScope.ts'
import { platform } from '../platform/platform.ts'
import { session } from '../session/session.ts'
import { parseJson } from '../storage/browserStorage.ts'
import { eventsOf, storeOf, useStore } from '../storeOf.ts'
import { changeSeq, coverAnswers } from './changeSeq.ts'

export type PushStatus = 'connecting' | 'open' | 'closed'

const messages = eventsOf<SocketMessage>()
const reconnects = eventsOf<boolean>()
const status = storeOf<PushStatus>(() => 'closed')

let socket: ReconnectingWebSocket | null = null
let stopFollowing: (() => void) | null = null
/** Whether the connection was away since the last greeting, so that calls may have failed. */
let broken = false
/** The change from which on the last hello asked to be told. */
let askedSince: number | undefined

/** The socket's address: `{wsUrl}/mail/message/{userMail}` (§7). */
export function pushAddress(userMail: string): string {
  const { wsUrl } = platform()
  const absolute = /^wss?:/.test(wsUrl)
    ? wsUrl
    : `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${wsUrl}`
  return `${absolute}/mail/message/${encodeURIComponent(userMail)}`
}

function isMessage(value: unknown): value is SocketMessage {
  if (typeof value !== 'object' || value === null || !('optType' in value)) return false
  const { optType } = value
  if (optType === 'event') return 'name' in value && typeof value.name === 'string'
  return optType === 'ready' || optType === 'mail' || optType === 'mailbox'
}

function receive(text: unknown): void {
  const message = typeof text === 'string' ? parseJson(text) : null
  if (!isMessage(message)) return
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

/** The push socket: one a login, it comes back by itself. */
export const push = {
  /** Connects for the logged-in user until the login ends. A second start does nothing. */
  start(): void {
    const state = session.state()
    if (socket || state.status !== 'open' || !state.userMail) return
    status.set('connecting')
    const mine = new ReconnectingWebSocket(pushAddress(state.userMail), [], {
      minReconnectionDelay: 1_000 + Math.random() * 2_000,
      maxReconnectionDelay: 30_000,
      connectionTimeout: 10_000,
    })
    socket = mine
    mine.addEventListener('open', () => {
      if (socket !== mine) return
      const accessToken = session.accessToken()
      if (!accessToken) return
      const known = changeSeq()
      askedSince = known.received ?? known.answered
      known.catchUp = (since) => {
        const more: SocketCatchUp = { type: 'catchUp', since }
        mine.send(JSON.stringify(more))
      }
      const hello: SocketHello = {
        type: 'auth',
        accessToken,
        ...(askedSince === undefined ? {} : { since: askedSince }),
      }
      // Sent on the open socket only, so that no queue repeats an old token.
      mine.send(JSON.stringify(hello))
    })
    mine.addEventListener('message', (event) => {
      // What was on its way when the login ended is nobody's.
      if (socket === mine) receive(event.data)
    })
    mine.addEventListener('close', (event) => {
      if (socket !== mine) return
      broken = true
      status.set('connecting')
      if (event.code !== SOCKET_UNAUTHORIZED) return
      // The next attempt needs another token; without one the session is over, and the socket with it.
      session.refresh().then(
        (token) => token || socket !== mine || push.stop(),
        () => undefined,
      )
    })
    const wake = () => {
      if (socket !== mine) return
      // What was asked for while the network was away has failed, whether the socket noticed or not.
      reconnects.emit(false)
      if (status.get() === 'open') return
      mine.reconnect()
    }
    globalThis.addEventListener('online', wake)
    const unfollow = loginScope().onEnd(push.stop)
    stopFollowing = () => {
      globalThis.removeEventListener('online', wake)
      unfollow()
    }
  },

  stop(): void {
    const mine = socket
    socket = null
    broken = false
    stopFollowing?.()
    stopFollowing = null
    mine?.close()
    status.set('closed')
  },

  on: messages.on,
  /**
   * Called with what is said under an open name, such as `calendar.changed`. What was said while the connection was
   * broken is not repeated: ask again {@link push.onReconnect}, whatever it says of changes.
   */
  onEvent: (name: string, fn: (data: unknown) => void): (() => void) =>
    messages.on((message) => {
      if (message.optType === 'event' && message.name === name) fn(message.data)
    }),
  /**
   * Called when the connection is back after a break, and when more was missed than can be told. With `missed` everything
   * that is shown is to be read again; without, only what failed meanwhile: what changed has been told.
   */
  onReconnect: (fn: (missed: boolean) => void): (() => void) => reconnects.on(fn),
  status: (): PushStatus => status.get(),
}

export const usePushStatus = (): PushStatus => useStore(status)

/** For test doubles: a message as if the server had sent it. */
export const receivePush = (message: SocketMessage): void => receive(JSON.stringify(message))
