import type { SocketCatchUp, SocketHello } from '@yanshu/contracts'
import { FollowingWindow } from './followingWindow.ts'
import { LeadingWindow } from './leadingWindow.ts'
import type { PushConnection, PushEvents, WindowMessage, WindowRole } from './windowTalk.ts'

/** How often a window asks whether the one with the socket is there, and how long that may take to answer; in milliseconds. */
export interface WindowTiming {
  readonly askEvery: number
  readonly answerWithin: number
}

const WINDOW_TIMING: WindowTiming = { askEvery: 20_000, answerWithin: 5_000 }
/** Raised when windows of two versions no longer understand each other: each version then has a socket of its own. */
const TALK = 'yanshu-push-1'

/**
 * Connects to the push socket: all windows of one login in one browser share one. A lock of the browser decides which of
 * them has it; the others are notified by a channel of the same name. When that window goes, the next one that waits for the
 * lock opens its own, and asks for the changes since the last it has received. Where the browser has no such locks (plain
 * http) each window has a socket of its own.
 * @param address absolute, with the account in it, so that windows of two accounts never share
 */
export function connectShared(address: string, events: PushEvents, timing = WINDOW_TIMING): PushConnection {
  const locks = globalThis.navigator?.locks
  if (locks && 'BroadcastChannel' in globalThis) return new SharedConnection({ address, events, timing, locks })
  const alone = new LeadingWindow({ address, events, me: '', toWindows: () => undefined })
  return { send: (message) => alone.send(message), reconnect: () => alone.reconnect(), close: () => alone.leave() }
}

interface Sharing {
  readonly address: string
  readonly events: PushEvents
  readonly timing: WindowTiming
  readonly locks: LockManager
}

class SharedConnection implements PushConnection {
  readonly #sharing: Sharing
  readonly #me = crypto.randomUUID()
  readonly #name: string
  readonly #channel: BroadcastChannel
  #role: WindowRole
  #leads = false
  #closed = false
  /** Aborted to leave the queue for the lock. */
  #turn = new AbortController()
  #release: () => void = () => undefined
  /** Whether the window with the socket has received anything since it was asked. */
  #answered = false
  #deadline: ReturnType<typeof setTimeout> | undefined
  readonly #asking: ReturnType<typeof setInterval>

  constructor(sharing: Sharing) {
    this.#sharing = sharing
    this.#name = `${TALK} ${sharing.address}`
    this.#channel = new BroadcastChannel(this.#name)
    this.#channel.onmessage = ({ data }: MessageEvent<WindowMessage>) => this.#receive(data)
    this.#role = this.#followingRole()
    void this.#queue()
    this.#ask()
    this.#asking = setInterval(this.#ask, sharing.timing.askEvery)
    globalThis.document?.addEventListener('visibilitychange', this.#ask)
  }

  send(message: SocketHello | SocketCatchUp): void {
    this.#role.send(message)
  }

  reconnect(): void {
    this.#role.reconnect()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#deadline)
    clearInterval(this.#asking)
    globalThis.document?.removeEventListener('visibilitychange', this.#ask)
    this.#role.leave()
    this.#turn.abort()
    this.#release()
    this.#channel.close()
  }

  readonly #toWindows = (message: WindowMessage): void => {
    if (!this.#closed) this.#channel.postMessage(message)
  }

  #receive(received: WindowMessage): void {
    if ('leader' in received) this.#answered = true
    this.#role.receive(received)
  }

  #followingRole(): WindowRole {
    return new FollowingWindow({ events: this.#sharing.events, me: this.#me, toWindows: this.#toWindows })
  }

  #lead(): void {
    const { address, events } = this.#sharing
    this.#leads = true
    clearTimeout(this.#deadline)
    this.#role.leave()
    this.#role = new LeadingWindow({ address, events, me: this.#me, toWindows: this.#toWindows })
  }

  /** Waits for the lock, and has the socket as long as it holds it. With `steal` it gets it at once. */
  async #queue(steal = false): Promise<void> {
    const turn = new AbortController()
    this.#turn = turn
    const hold = () =>
      new Promise<void>((release) => {
        this.#release = release
        if (this.#closed) release()
        else this.#lead()
      })
    try {
      await this.#sharing.locks.request(this.#name, steal ? { steal } : { signal: turn.signal }, hold)
    } catch {
      if (this.#closed || turn.signal.aborted) return
      // The browser refuses locks: a socket of its own, as where there are none.
      if (!this.#leads) this.#lead()
      else this.#yield()
    }
  }

  /** Another window has taken the lock, because this one did not answer: it had been suspended. */
  #yield(): void {
    this.#leads = false
    this.#role.leave()
    this.#role = this.#followingRole()
    void this.#queue()
    this.#ask()
  }

  /**
   * Asks for the window with the socket. A browser may suspend a hidden window while it holds the
   * lock; a visible window steals the lock then.
   */
  readonly #ask = (): void => {
    if (this.#leads) return
    this.#answered = false
    this.#toWindows({ say: 'who' })
    clearTimeout(this.#deadline)
    if (globalThis.document?.hidden) return
    this.#deadline = setTimeout(() => {
      if (this.#answered || this.#leads) return
      this.#turn.abort()
      void this.#queue(true)
    }, this.#sharing.timing.answerWithin)
  }
}
