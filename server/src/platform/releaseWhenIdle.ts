import { performance } from 'node:perf_hooks'
import { returnFreePages } from './returnFreePages.ts'

const MIB = 1_024 * 1_024
const LOOK_EVERY_MS = 10_000
/** Checks in a row at which the server must have had time: what is put into the index after many deliveries takes a third. */
const QUIET_CHECKS = 2
const QUIET_BELOW = 0.4
/** Checks until the next release, because of its pause; a server that has hardly anything to do does not wait for them. */
const CHECKS_BETWEEN = 30
const IDLE_BELOW = 0.05
/** A server that holds less has nothing that is worth a pause; it holds 130 MiB at rest. */
const RELEASE_FROM = 160 * MIB
/** So much more than the last release left must have come. */
const GROWN_BY = 32 * MIB

/** What a check measures. */
export interface Measure {
  /** Bytes that the process holds (resident set). */
  readonly bytes: number
  /** Share of its time since the last check that the event loop has worked. */
  readonly utilization: number
}

/** Answers at each check whether memory is to be released now. */
export function idleWatch(): (measure: Measure) => boolean {
  let quiet = 0
  let sinceRelease = CHECKS_BETWEEN
  let isReleased = false
  let left = 0
  return ({ bytes, utilization }) => {
    // What a release has freed is measured at the next check.
    if (isReleased) left = bytes
    isReleased = false
    quiet = utilization < QUIET_BELOW ? quiet + 1 : 0
    sinceRelease++
    if (quiet < QUIET_CHECKS || bytes < Math.max(RELEASE_FROM, left + GROWN_BY)) return false
    if (sinceRelease < CHECKS_BETWEEN && utilization >= IDLE_BELOW) return false
    quiet = 0
    sinceRelease = 0
    isReleased = true
    return true
  }
}

/**
 * Gives back at once what is free, which takes some 50 ms in which nothing else is done. V8 collects by what its own heap holds
 * and hardly by what its buffers hold beside it. Needs `--expose-gc`.
 * @param release what gives back the memory of the store
 */
export function releaseMemory(release: () => void): void {
  release()
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  returnFreePages()
}

/**
 * Gives back what a busy time left behind, once the server has time: V8 collects when something is made, pages of the
 * store's file stay mapped, and the C library keeps what is free between blocks in use. It takes some 100 ms, in which nothing is answered. Needs `--expose-gc`. Returns how
 * to stop.
 * @param release what gives back the memory of the store
 */
export function releaseWhenIdle(release: () => void): () => void {
  const isDue = idleWatch()
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (!isDue({ bytes: process.memoryUsage.rss(), utilization })) return
    releaseMemory(release)
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
