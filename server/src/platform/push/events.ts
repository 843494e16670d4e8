import { EventEmitter } from 'node:events'
import type { EventMessage } from '@yanshu/contracts'

/**
 * Notifies the followers of an account, here and in the other servers: what has changed is in the change log. Carries
 * open events too, which are stored nowhere. Call both after the commit, never inside the transaction; they never
 * throw.
 */
export interface Events {
  /** Something of an account has changed. */
  changed(accountId: number): void
  /** Called when an account has changed, or may have. Returns how to stop. */
  subscribe(accountId: number, listener: () => void): () => void
  /** Sends an open event to the windows of an account that are open now. */
  publish(accountId: number, event: EventMessage): void
  /** Sends an open event to every window of this process alone: each server finds out for itself what concerns all. */
  publishToAll(event: EventMessage): void
  /** Called with each open event of an account. Returns how to stop. */
  onEvent(accountId: number, listener: (event: EventMessage) => void): () => void
}

/** Events inside one process: enough where one process serves all accounts. */
export class LocalEvents implements Events {
  readonly #changes = new EventEmitter().setMaxListeners(0)
  readonly #events = new EventEmitter().setMaxListeners(0)
  readonly #failed: (error: unknown) => void

  /** @param failed called with the error of a listener that threw */
  constructor(failed: (error: unknown) => void = () => {}) {
    this.#failed = failed
  }

  changed(accountId: number): void {
    this.#call(this.#changes, accountId)
  }

  /** Changes in any account until now may have been missed. */
  lost(): void {
    for (const name of this.#changes.eventNames()) this.changed(Number(name))
  }

  subscribe(accountId: number, listener: () => void): () => void {
    return listen(this.#changes, accountId, listener)
  }

  publish(accountId: number, event: EventMessage): void {
    this.#call(this.#events, accountId, event)
  }

  publishToAll(event: EventMessage): void {
    for (const name of this.#events.eventNames()) this.publish(Number(name), event)
  }

  onEvent(accountId: number, listener: (event: EventMessage) => void): () => void {
    return listen(this.#events, accountId, listener)
  }

  #call(emitter: EventEmitter, accountId: number, ...messages: readonly EventMessage[]): void {
    for (const listener of emitter.listeners(String(accountId))) {
      try {
        listener(...messages)
      } catch (error) {
        // An error of one listener must not prevent the call of the others, nor fail the call that changed something.
        this.#failed(error)
      }
    }
  }
}

function listen(emitter: EventEmitter, accountId: number, listener: (event: EventMessage) => void): () => void {
  const name = String(accountId)
  emitter.on(name, listener)
  return () => emitter.off(name, listener)
}
