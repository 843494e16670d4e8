/** Notes that are kept whatever their age. */
export const KEPT_NOTES = 2_000
/** Longer than any request lasts (shell-api gives up long before), in milliseconds: no answer that comes later is older than the note. */
export const NOTES_STAY_MS = 600_000

/**
 * Notes about items, against answers that were asked for before a change and arrive after it. All notes of the last ten
 * minutes are kept, and of older ones the newest 2,000 at most.
 */
export class RecentNotes<Id, T> {
  readonly #notes = new Map<Id, { readonly note: T; readonly at: number }>()

  get size(): number {
    return this.#notes.size
  }

  get(id: Id): T | undefined {
    return this.#notes.get(id)?.note
  }

  has(id: Id): boolean {
    return this.#notes.has(id)
  }

  set(id: Id, note: T): void {
    // The order of the map is the order of the last change.
    this.#notes.delete(id)
    this.#notes.set(id, { note, at: Date.now() })
  }

  delete(id: Id): void {
    this.#notes.delete(id)
  }

  /** Drops the oldest notes while there are more than 2,000 and the oldest is older than ten minutes. */
  trim(): void {
    if (this.#notes.size <= KEPT_NOTES) return
    const before = Date.now() - NOTES_STAY_MS
    for (const [id, { at }] of this.#notes) {
      if (this.#notes.size <= KEPT_NOTES || at >= before) return
      this.#notes.delete(id)
    }
  }
}
