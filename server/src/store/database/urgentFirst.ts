import type pg from 'pg'
import { isUrgentCall } from '../../platform/urgentCall.ts'

/** What the pool itself answers when no connection came in time; `isStoreSilent` reads it. */
const TOO_LATE = 'timeout exceeded when trying to connect'

interface Waiting {
  readonly timer: NodeJS.Timeout
  resolve(): void
}

export interface UrgentFirst {
  readonly connect: () => Promise<pg.PoolClient>
  /** Connections that are handed out, and how many ask for one. */
  readonly state: () => { readonly inUse: number; readonly waiting: number }
}

/**
 * Hands out the connections of a pool in the order in which they are asked for, those of urgent calls first. A letter asks
 * some ten times; behind hundreds of lists it would wait as long each time as each of them waits once.
 * @param most connections of the pool
 * @param wait milliseconds until asking for one fails
 */
export function urgentFirst(pool: pg.Pool, most: number, wait: number): UrgentFirst {
  const urgent = new Set<Waiting>()
  const usual = new Set<Waiting>()
  let held = 0

  const next = () => {
    for (const queue of [urgent, usual]) {
      for (const waiting of queue) {
        queue.delete(waiting)
        clearTimeout(waiting.timer)
        waiting.resolve()
        return
      }
    }
    held--
  }
  const ownTurn = () =>
    new Promise<void>((resolve, reject) => {
      const queue = isUrgentCall() ? urgent : usual
      const waiting: Waiting = {
        resolve,
        timer: setTimeout(() => {
          queue.delete(waiting)
          reject(new Error(TOO_LATE))
        }, wait),
      }
      queue.add(waiting)
    })
  pool.on('release', next)
  const connect = async () => {
    if (held < most) held++
    else await ownTurn()
    try {
      return await pool.connect()
    } catch (error) {
      next()
      throw error
    }
  }
  return { connect, state: () => ({ inUse: held, waiting: urgent.size + usual.size }) }
}
