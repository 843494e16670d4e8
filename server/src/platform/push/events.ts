import { EventEmitter } from 'node:events'
import type { SocketMessage } from '@yanshu/contracts'

/** Tells open windows what changed. Call `publish` after the commit, never inside the transaction. */
export interface Events {
  publish(accountId: number, message: SocketMessage): void
  /** Something of an account has changed. Answers whether anybody may be listening; when not, no message need be made. */
  changed(accountId: number): boolean
  /** Whether anything of an account may have changed since a time (ms); yes as well when that is no longer known. */
  changedSince(accountId: number, time: number): boolean
  /** Every message for an account, from this process or another. Returns how to stop. */
  subscribe(accountId: number, listener: (message: SocketMessage) => void): () => void
}

/** Events inside one process: enough where one process serves everybody. */
export class LocalEvents implements Events {
  readonly #emitter = new EventEmitter().setMaxListeners(0)
  /** When each account last changed, as far as these events know. */
  readonly #changes = new Map<number, number>()
  #knownFrom = Date.now()
  readonly #failed: (error: unknown) => void

  /** @param failed told of a listener that threw */
  constructor(failed: (error: unknown) => void = () => {}) {
    this.#failed = failed
  }

  publish(accountId: number, message: SocketMessage): void {
    for (const listener of this.#emitter.listeners(String(accountId))) {
      try {
        listener(message)
      } catch (error) {
        // One window that cannot be told must not cost the others their message, nor the caller its answer.
        this.#failed(error)
      }
    }
  }

  changed(accountId: number): boolean {
    this.#changes.set(accountId, Date.now())
    return this.#emitter.listenerCount(String(accountId)) > 0
  }

  changedSince(accountId: number, time: number): boolean {
    return time < this.#knownFrom || time <= (this.#changes.get(accountId) ?? 0)
  }

  /** What happened until now may have been missed. */
  lost(): void {
    this.#changes.clear()
    this.#knownFrom = Date.now()
  }

  subscribe(accountId: number, listener: (message: SocketMessage) => void): () => void {
    const name = String(accountId)
    this.#emitter.on(name, listener)
    return () => this.#emitter.off(name, listener)
  }
}
