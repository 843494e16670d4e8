/** There is more work waiting than can be done soon; nothing of what was asked has been begun. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

export interface QueueLimits {
  /** Pieces of work that run side by side. */
  readonly atOnce: number
  /** Pieces of work that may wait. */
  readonly waiting: number
  /** How long one may wait, in milliseconds. */
  readonly waitMs: number
}

interface Waiting {
  start(): void
  refuse(): void
}

/**
 * Runs costly work a few pieces at a time. Parties take turns, so that one that asks for a thousand pieces delays itself;
 * where too many pieces wait, the party with the most of them is refused, not the one that comes last.
 * The answer rejects with `QueueFullError` when the work was not begun.
 */
export function fairQueue(limits: QueueLimits): <T>(party: string, work: () => Promise<T>) => Promise<T> {
  /** Parties in the order of their turns, each with what it waits for, oldest first. */
  const parties = new Map<string, Waiting[]>()
  let waiting = 0
  let running = 0

  const takeOut = (party: string, list: Waiting[], at: number): Waiting | undefined => {
    const [taken] = list.splice(at, 1)
    if (list.length === 0) parties.delete(party)
    if (taken) waiting--
    return taken
  }

  const startNext = () => {
    const next = parties.entries().next().value
    if (running >= limits.atOnce || !next) return
    const [party, list] = next
    const one = takeOut(party, list, 0)
    // Its next turn comes after those of all other parties.
    if (parties.delete(party)) parties.set(party, list)
    one?.start()
  }

  const refuseNewestOfLargest = () => {
    const [largest] = [...parties].sort(([, a], [, b]) => b.length - a.length)
    if (largest) takeOut(...largest, largest[1].length - 1)?.refuse()
  }

  const turn = (party: string) =>
    new Promise<void>((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer)
        reject(new QueueFullError('too much work is waiting'))
      }
      const one: Waiting = {
        start: () => {
          clearTimeout(timer)
          running++
          resolve()
        },
        refuse,
      }
      const timer = setTimeout(() => {
        const list = parties.get(party)
        if (list) takeOut(party, list, list.indexOf(one))
        refuse()
      }, limits.waitMs)
      const list = parties.get(party)
      if (list) list.push(one)
      else parties.set(party, [one])
      waiting++
      startNext()
      if (waiting > limits.waiting) refuseNewestOfLargest()
    })

  return async (party, work) => {
    await turn(party)
    try {
      return await work()
    } finally {
      running--
      startNext()
    }
  }
}
