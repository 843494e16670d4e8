import type { SocketCatchUp, SocketHello, SocketMessage } from '@yanshu/contracts'
import { Backlog } from './backlog.ts'
import { type Connection, connect } from './connection.ts'
import { GONE, type PushEvents, type SendToWindows, type WindowMessage, type WindowRole } from './windowTalk.ts'

interface Leading {
  /** Absolute, of the scheme `ws` or `wss`. */
  readonly address: string
  readonly events: PushEvents
  /** The name of this window. */
  readonly me: string
  readonly toWindows: SendToWindows
}

/** The window that has the socket: it hands on what comes, and answers the windows that greet. */
export class LeadingWindow implements WindowRole {
  readonly #events: PushEvents
  readonly #me: string
  readonly #toWindows: SendToWindows
  readonly #socket: Connection
  readonly #backlog = new Backlog()
  #open = false
  #left = false

  constructor({ address, events, me, toWindows }: Leading) {
    this.#events = events
    this.#me = me
    this.#toWindows = toWindows
    // Windows that listened to another one greet anew, once this socket stands.
    toWindows({ say: 'away', leader: me })
    this.#socket = connect(address, {
      onOpen: () => events.onOpen(),
      onText: (text) => this.#receive(text),
      onClose: (code) => this.#lost(code),
    })
  }

  send(message: SocketHello | SocketCatchUp): void {
    if (message.type === 'auth') this.#backlog.greet(message.since)
    this.#socket.send(JSON.stringify(message))
  }

  reconnect(): void {
    this.#socket.reconnect()
  }

  receive(received: WindowMessage): void {
    if (received.say === 'who') this.#toWindows({ say: this.#open ? 'open' : 'away', leader: this.#me })
    else if (received.say === 'since' && this.#open) {
      const missed = this.#backlog.after(received.since)
      const ready: SocketMessage = { optType: 'ready', seq: this.#backlog.seq, missed: missed === null }
      this.#toWindows({
        say: 'missed',
        leader: this.#me,
        window: received.window,
        messages: [...(missed ?? []), ready],
      })
    }
  }

  leave(): void {
    this.#left = true
    this.#socket.close()
    this.#events.onClose(GONE)
  }

  #receive(text: unknown): void {
    const message = readMessage(text)
    if (!message || this.#left) return
    const isNews = this.#backlog.take(message)
    if (this.#open && isNews) this.#toWindows({ say: 'message', leader: this.#me, message })
    this.#events.onMessage(message)
    if (message.optType !== 'ready' || this.#open) return
    this.#open = true
    this.#toWindows({ say: 'open', leader: this.#me })
  }

  #lost(code: number): void {
    if (this.#left) return
    this.#open = false
    this.#toWindows({ say: 'away', leader: this.#me })
    this.#events.onClose(code)
  }
}

/** A message of a kind that this version supports; null for any other. */
export function readMessage(text: unknown): SocketMessage | null {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : null
    return isMessage(value) ? value : null
  } catch {
    return null
  }
}

function isMessage(value: unknown): value is SocketMessage {
  if (typeof value !== 'object' || value === null || !('optType' in value)) return false
  const { optType } = value
  if (optType === 'event') return 'name' in value && typeof value.name === 'string'
  return optType === 'ready' || optType === 'mail' || optType === 'mailbox'
}
