import {
  AI_FINISHED,
  AI_LOCKOUT_RELEASE_MS,
  type AssistantExtra,
  type AssistantMessage,
  SOCKET_LOCKED,
  SOCKET_UNAUTHORIZED,
} from '@yanshu/contracts'
import type { Connection, ConnectionEvents } from '@yanshu/shell-api'

export type RequestKind = AssistantMessage['type']

/** What has come of an answer so far. */
export interface Reply {
  /** What it answers; by it the answer is rated. '' until the server has named it. */
  readonly ticket: string
  readonly text: string
  readonly thought: string
  readonly extra: AssistantExtra
  /** `empty` is the end of an answer without text (§8). */
  readonly state: 'waiting' | 'running' | 'finished' | 'stopped' | 'empty' | 'failed'
}

export const NO_REPLY: Reply = { ticket: '', text: '', thought: '', extra: {}, state: 'waiting' }

/** What the engine needs of the page; a test hands in its own. */
export interface EngineParts {
  open(events: ConnectionEvents): Promise<Connection>
  /** The five kinds are locked out together while one runs (§4). */
  onLocked(locked: boolean): void
  /** The socket could not be had, or was refused; it is closed (§8). */
  onUnlinked(): void
  readonly timer: { set(fn: () => void, ms: number): number; clear(id: number): void }
}

interface Running {
  /** '' while its call is under way. */
  ticket: string
  readonly onReply: (reply: Reply) => void
  reply: Reply
}

/** Milliseconds within which a request is acknowledged; after them its socket counts as dead, whatever its state. */
export const ACKNOWLEDGED_WITHIN_MS = 10_000
/** Times in a row that the socket may end without a word before it counts as not to be had. */
const FAILURES_MAX = 4

/** An answer of the stream: a JSON string that was encoded twice. Null for anything else. */
export function readMessage(data: unknown): AssistantMessage | null {
  let value = data
  try {
    // Twice, and no more often than it was encoded.
    for (let times = 0; times < 2 && typeof value === 'string'; times += 1) value = JSON.parse(value)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || !('id' in value && 'content' in value && 'type' in value))
    return null
  return typeof value.content === 'string' ? (value as AssistantMessage) : null
}

/**
 * Asks and receives: a call first, then its ticket over the socket. What was sent while the socket was breaking is sent again
 * when it is back, until the server has acknowledged and answered it to its end.
 */
export function createEngine(parts: EngineParts) {
  let connection: Connection | null = null
  let opening: Promise<Connection> | null = null
  let opened = false
  let failures = 0
  let running: Running | null = null
  let locked = false
  let release: number | null = null
  let waiting: number | null = null

  const lock = (next: boolean) => {
    if (!next && release !== null) {
      parts.timer.clear(release)
      release = null
    }
    if (locked === next) return
    locked = next
    parts.onLocked(next)
  }
  /** Whatever goes out or comes in, the controls are free 30 seconds later at the latest (§4). */
  const releaseLater = () => {
    if (release !== null) parts.timer.clear(release)
    release = parts.timer.set(() => {
      release = null
      lock(false)
    }, AI_LOCKOUT_RELEASE_MS)
  }
  const acknowledged = () => {
    if (waiting !== null) parts.timer.clear(waiting)
    waiting = null
  }
  /** Sends what is asked for; a socket that does not acknowledge it is given up for a new one, which sends it again. */
  const sendTicket = (ticket: string) => {
    acknowledged()
    waiting = parts.timer.set(() => {
      waiting = null
      connection?.reconnect()
    }, ACKNOWLEDGED_WITHIN_MS)
    connection?.send(ticket)
  }
  const end = (state: Reply['state']) => {
    const mine = running
    running = null
    acknowledged()
    lock(false)
    if (mine) mine.onReply({ ...mine.reply, state })
  }
  const close = () => {
    connection?.close()
    connection = null
    opening = null
    opened = false
    failures = 0
  }
  const unlinked = () => {
    close()
    end('failed')
    parts.onUnlinked()
  }

  const receive = (data: unknown) => {
    const message = readMessage(data)
    if (!message) return
    failures = 0
    if (!running || message.id !== running.ticket) return
    releaseLater()
    acknowledged()
    if (message.ack) {
      // The answer begins, perhaps again after the socket was away.
      running.reply = { ...NO_REPLY, ticket: running.ticket, state: 'running' }
      running.onReply(running.reply)
      return
    }
    if (message.content === AI_FINISHED) {
      const { text, extra } = running.reply
      end(text === '' && Object.keys(extra).length === 0 ? 'empty' : 'finished')
      return
    }
    const { reply } = running
    running.reply = {
      ticket: reply.ticket,
      text: reply.text + message.content,
      thought: reply.thought + message.thought,
      extra: { ...reply.extra, ...message.extra },
      state: 'running',
    }
    running.onReply(running.reply)
  }

  const connect = (): Promise<Connection> => {
    opening ??= parts
      .open({
        onOpen: () => {
          const again = opened
          opened = true
          if (again && running?.ticket) sendTicket(running.ticket)
        },
        onText: receive,
        onError: () => {
          // One that never was open is not there; one that was reconnects.
          if (!opened) unlinked()
        },
        onClose: (code) => {
          acknowledged()
          failures += 1
          if (code === SOCKET_LOCKED) {
            // The screen is locked: nothing is wrong, and nothing more comes.
            close()
            end('stopped')
          } else if (code === SOCKET_UNAUTHORIZED || failures >= FAILURES_MAX) unlinked()
        },
      })
      .then(
        (made) => {
          connection = made
          return made
        },
        (error: unknown) => {
          opening = null
          throw error
        },
      )
    return opening
  }

  /** Ends what runs, here at once and on the server as soon as it receives the `stop`. */
  const stop = () => {
    if (!running) return
    if (running.ticket) connection?.send(`stop:${running.ticket}`)
    end('stopped')
  }

  return {
    isLocked: () => locked,
    /**
     * Sends one request; false while another one runs.
     * @param call answers the ticket; its errors are shown by its maker
     */
    async ask(call: () => Promise<string>, onReply: (reply: Reply) => void): Promise<boolean> {
      if (locked) return false
      // What was released before its end makes room: its pieces would have nowhere to go.
      stop()
      lock(true)
      const mine: Running = { ticket: '', onReply, reply: NO_REPLY }
      running = mine
      onReply(NO_REPLY)
      try {
        const ticket = await call()
        // Stopped while the call was under way.
        if (running !== mine) return true
        mine.ticket = ticket
        mine.reply = { ...NO_REPLY, ticket }
        releaseLater()
        await connect()
        if (running === mine) sendTicket(ticket)
      } catch (error) {
        if (running !== mine) return true
        end('failed')
        throw error
      }
      return true
    },
    stop,
    /** Ends everything without a word: its login is over. */
    close(): void {
      running = null
      acknowledged()
      lock(false)
      close()
    },
  }
}

export type Engine = ReturnType<typeof createEngine>
