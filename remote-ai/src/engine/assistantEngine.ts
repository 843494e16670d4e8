import {
  AI_FINISHED,
  AI_LOCKOUT_RELEASE_MS,
  type AssistantExtra,
  type AssistantMessage,
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
  /** `empty` is the end of an answer that said nothing (§8). */
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
  readonly ticket: string
  readonly onReply: (reply: Reply) => void
  reply: Reply
}

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
 * Asks and listens: a call first, then its ticket over the socket. What was sent while the socket was dying is sent again
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

  const lock = (next: boolean) => {
    if (!next && release !== null) {
      parts.timer.clear(release)
      release = null
    }
    if (locked === next) return
    locked = next
    parts.onLocked(next)
  }
  const end = (state: Reply['state']) => {
    const mine = running
    running = null
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
    // Whatever comes, the controls are free 30 seconds later at the latest, should the end never come (§4).
    if (release !== null) parts.timer.clear(release)
    release = parts.timer.set(() => {
      release = null
      lock(false)
    }, AI_LOCKOUT_RELEASE_MS)
    if (!running || message.id !== running.ticket) return
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
          if (again && running?.ticket) connection?.send(running.ticket)
        },
        onText: receive,
        onError: () => {
          // One that never was open is not there; one that was reconnects.
          if (!opened) unlinked()
        },
        onClose: (code) => {
          failures += 1
          if (code === SOCKET_UNAUTHORIZED || failures >= FAILURES_MAX) unlinked()
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

  return {
    isLocked: () => locked,
    /**
     * Sends one request; false while another one runs.
     * @param call answers the ticket; its errors are shown by whoever made it
     */
    async ask(call: () => Promise<string>, onReply: (reply: Reply) => void): Promise<boolean> {
      if (locked) return false
      lock(true)
      onReply(NO_REPLY)
      let mine: Running | null = null
      try {
        const ticket = await call()
        mine = { ticket, onReply, reply: { ...NO_REPLY, ticket } }
        running = mine
        ;(await connect()).send(ticket)
      } catch (error) {
        if (running === mine) running = null
        lock(false)
        onReply({ ...NO_REPLY, state: 'failed' })
        throw error
      }
      return true
    },
    /** Ends what runs, here at once and on the server as soon as it hears of it. */
    stop(): void {
      if (!running) return
      connection?.send(`stop:${running.ticket}`)
      end('stopped')
    },
    close,
  }
}

export type Engine = ReturnType<typeof createEngine>
