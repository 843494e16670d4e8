import type { SocketCatchUp, SocketHello } from '@yanshu/contracts'
import { GONE, type PushEvents, type Said, type Tell, type WindowRole } from './windowTalk.ts'

interface Following {
  readonly events: PushEvents
  /** The name of this window. */
  readonly me: string
  readonly tell: Tell
}

/** A window that receives by the socket of another one. To its page it is like a socket that opens, breaks and reopens. */
export class FollowingWindow implements WindowRole {
  readonly #events: PushEvents
  readonly #me: string
  readonly #tell: Tell
  /** The window with the socket; '' while none is known. */
  #leader = ''
  /** Whether its greeting was answered. Before that what is missing comes with the answer. */
  #greeted = false

  constructor({ events, me, tell }: Following) {
    this.#events = events
    this.#me = me
    this.#tell = tell
  }

  /** The token stays here: the other window's socket has been let in already. */
  send({ since }: SocketHello | SocketCatchUp): void {
    this.#tell({ say: 'since', window: this.#me, since })
  }

  reconnect(): void {
    this.#tell({ say: 'who' })
  }

  hear(said: Said): void {
    if (said.say === 'open') {
      if (said.leader === this.#leader) return
      this.leave()
      this.#leader = said.leader
      this.#events.onOpen()
    } else if (said.say === 'away') {
      if (!this.#leader) return
      this.leave()
      // It may have been a suspended window, and another one has the socket.
      this.#tell({ say: 'who' })
    } else if (said.say === 'message') {
      if (this.#greeted && said.leader === this.#leader) this.#events.onMessage(said.message)
    } else if (said.say === 'missed' && said.window === this.#me && said.leader === this.#leader) {
      this.#greeted = true
      for (const message of said.messages) this.#events.onMessage(message)
    }
  }

  leave(): void {
    if (!this.#leader) return
    this.#leader = ''
    this.#greeted = false
    this.#events.onClose(GONE)
  }
}
