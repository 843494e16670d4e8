import { setImmediate } from 'node:timers/promises'

/**
 * Lets other calls run during long work, also inside a transaction, where a statement of SQLite and what awaits
 * it never do. Answers what to await after each piece.
 * @param pieces how many are done in one turn
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
  return async () => {
    done += 1
    if (done % pieces === 0) await setImmediate()
  }
}
