import { performance } from 'node:perf_hooks'
import { constants } from 'node:zlib'
import { brotliCompressSync } from '../zlibSync.mjs'

/**
 * How well answers are compressed. With 5 a list of 15 mails is a sixth smaller than with 3, and takes six times as long
 * (0.76 and 0.12 ms): a tenth of all that the event loop does while hundreds of people ask for lists.
 */
export const BROTLI_QUALITY = { quiet: 5, busy: 3 } as const
/** Share of its time that the event loop works, from which on it counts as busy. */
const BUSY_FROM = 0.7
/** Answers between two measurements. */
const LOOK_EVERY = 20

/** Since the last call: the share of its time that the event loop has worked. */
type Utilization = () => number

function utilizationSinceLastCall(): Utilization {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}

/** Compresses answers as small as is sensible, and more quickly while the event loop has hardly a moment without work. */
export function brotliByLoad(utilization = utilizationSinceLastCall()): typeof brotliCompressSync {
  let answers = 0
  let quality: number = BROTLI_QUALITY.quiet
  return (bytes, options) => {
    if (answers++ % LOOK_EVERY === 0) {
      quality = utilization() > BUSY_FROM ? BROTLI_QUALITY.busy : BROTLI_QUALITY.quiet
    }
    return brotliCompressSync(bytes, {
      ...options,
      params: { ...options?.params, [constants.BROTLI_PARAM_QUALITY]: quality },
    })
  }
}
