import { setImmediate } from 'node:timers/promises'

/** Milliseconds of a turn, after which others have theirs whatever it was to do. */
const TURN_MS = 10

/**
 * Lets other calls run during long work, also inside a transaction, where a statement of SQLite and what awaits
 * it never do. Answers what to await after each piece.
 * @param pieces how many are done in one turn, as long as they take less than `TURN_MS`
 *
 * @example
 * const turn = takeTurns(25)
 * for (const row of rows) {
 *   await insert(row)
 *   await turn()
 * }
 */
export function takeTurns(pieces: number): () => Promise<void> {
  let done = 0
  let began = performance.now()
  return async () => {
    done += 1
    if (done % pieces !== 0 && performance.now() - began < TURN_MS) return
    await setImmediate()
    began = performance.now()
  }
}
