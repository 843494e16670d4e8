import { sha256Head } from './sha256.ts'

/** How long the page may be kept from drawing, in milliseconds. */
const SLICE_MS = 8

/**
 * Looks for a number whose hash, together with the seed, begins with so many zero bits. It lets the page breathe after
 * every slice of time. Rejects when `signal` is aborted.
 */
export async function findWork(seed: string, bits: number, signal: AbortSignal): Promise<number> {
  let work = 0
  for (;;) {
    signal.throwIfAborted()
    const until = performance.now() + SLICE_MS
    while (performance.now() < until) {
      // The clock is asked less often than a hash is made.
      for (let more = 0; more < 64; more++, work++) {
        if (Math.clz32(sha256Head(`${seed}:${work}`)) >= bits) return work
      }
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
}
