import { EventEmitter } from 'node:events'
import type { SocketMessage } from '@yanshu/contracts'
import type { Events } from '../context.ts'

/** Events inside one process: enough where one process serves everybody. */
export class LocalEvents implements Events {
  readonly #emitter = new EventEmitter().setMaxListeners(0)

  publish(accountId: number, message: SocketMessage): void {
    this.#emitter.emit(String(accountId), message)
  }

  hasListeners(accountId: number): boolean {
    return this.#emitter.listenerCount(String(accountId)) > 0
  }

  subscribe(accountId: number, listener: (message: SocketMessage) => void): () => void {
    const name = String(accountId)
    this.#emitter.on(name, listener)
    return () => this.#emitter.off(name, listener)
  }
}
