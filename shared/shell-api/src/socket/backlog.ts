import type { SocketMessage } from '@yanshu/contracts'

/** So many changes are kept for windows that come later; who needs more reads everything again. */
export const BACKLOG_MOST = 100

type Change = Exclude<SocketMessage, { optType: 'ready' | 'event' }>

/**
 * The changes that the socket of one window has brought, for the other windows. Each change is one message or several: all
 * but the last carry the number of the change before.
 */
export class Backlog {
  /** Everything after this change is here; undefined before the first greeting. */
  #floor: number | undefined
  /** The newest change of which everything is here. */
  #seq: number | undefined
  #changes: { readonly of: number; readonly message: Change }[] = []
  /** Messages of a change whose last one has not come. */
  #parts: Change[] = []

  /** The number of the newest change; 0 before the first greeting. */
  get seq(): number {
    return this.#seq ?? 0
  }

  /** The socket asks for the changes after `since`: those that are here remain when it goes on where it was. */
  greet(since: number | undefined): void {
    this.#parts = []
    if (since === undefined || since !== this.#seq) this.#beginAt(since)
  }

  /** Stores what the socket sent. Answers whether windows that have received everything before it must receive it too. */
  take(message: SocketMessage): boolean {
    if (message.optType === 'event') return true
    const { seq } = message
    if (message.optType === 'ready') {
      if (message.missed || this.#seq === undefined) this.#beginAt(seq)
      else if (seq > this.#seq) this.#close(seq)
      return message.missed
    }
    // Sent again, because this window had asked for it.
    if (this.#seq !== undefined && seq < this.#seq) return false
    this.#parts.push(message)
    if (this.#seq === undefined || seq > this.#seq) this.#close(seq)
    return true
  }

  /** The messages after a change, in their order; null when some of them are no longer here. */
  after(since: number | undefined): readonly Change[] | null {
    if (since === undefined) return this.#parts
    if (this.#floor === undefined || since < this.#floor) return null
    return [...this.#changes.flatMap(({ of, message }) => (of > since ? [message] : [])), ...this.#parts]
  }

  #beginAt(seq: number | undefined): void {
    this.#floor = seq
    this.#seq = seq
    this.#changes = []
    this.#parts = []
  }

  #close(seq: number): void {
    for (const message of this.#parts) this.#changes.push({ of: seq, message })
    this.#parts = []
    this.#seq = seq
    const tooMany = this.#changes.splice(0, this.#changes.length - BACKLOG_MOST)
    this.#floor = tooMany.at(-1)?.of ?? this.#floor
  }
}
