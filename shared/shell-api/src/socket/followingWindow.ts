import type { SocketCatchUp, SocketHello } from '@yanshu/contracts'
import { GONE, type PushEvents, type SendToWindows, type WindowMessage, type WindowRole } from './windowTalk.ts'

interface Following {
  readonly events: PushEvents
  /** The name of this window. */
  readonly me: string
  readonly toWindows: SendToWindows
}

/** A window that receives by the socket of another one. To its page it is like a socket that opens, breaks and reopens. */
export class FollowingWindow implements WindowRole {
  readonly #events: PushEvents
  readonly #me: string
  readonly #toWindows: SendToWindows
  /** The window with the socket; '' while none is known. */
  #leader = ''
  /** Whether its greeting was answered. Before that what is missing comes with the answer. */
  #greeted = false

  constructor({ events, me, toWindows }: Following) {
    this.#events = events
    this.#me = me
    this.#toWindows = toWindows
  }

  /** The token stays here: the other window's socket has been let in already. */
  send({ since }: SocketHello | SocketCatchUp): void {
    this.#toWindows({ say: 'since', window: this.#me, since })
  }

  reconnect(): void {
    this.#toWindows({ say: 'who' })
  }

  receive(received: WindowMessage): void {
    if (received.say === 'open') {
      if (received.leader === this.#leader) return
      this.leave()
      this.#leader = received.leader
      this.#events.onOpen()
    } else if (received.say === 'away') {
      if (!this.#leader) return
      this.leave()
      // It may have been a suspended window, and another one has the socket.
      this.#toWindows({ say: 'who' })
    } else if (received.say === 'message') {
      if (this.#greeted && received.leader === this.#leader) this.#events.onMessage(received.message)
    } else if (received.say === 'missed' && received.window === this.#me && received.leader === this.#leader) {
      this.#greeted = true
      for (const message of received.messages) this.#events.onMessage(message)
    }
  }

  leave(): void {
    if (!this.#leader) return
    this.#leader = ''
    this.#greeted = false
    this.#events.onClose(GONE)
  }
}
