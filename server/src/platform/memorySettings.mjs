import { availableParallelism } from 'node:os'

/**
 * Blocks of at least a mebibyte go back to the system as soon as they are free. Without it glibc raises this limit to the
 * 19 MiB that comparing a password takes and keeps such a block for each thread that ever compared one.
 */
const MALLOC = 'MALLOC_MMAP_THRESHOLD_'
const MALLOC_BYTES = 1_048_576
/**
 * So much free memory at its end a heap keeps. With the limit above glibc keeps 128 KiB: what each answer needs for a moment,
 * such as its compression, was handed out by the system and cleared anew every time.
 */
const KEPT = 'MALLOC_TRIM_THRESHOLD_'
const KEPT_BYTES = 4 * MALLOC_BYTES
/**
 * Every thread that allocates would get a heap of its own, up to eight for each core, and keep what it once needed. With two
 * the server holds 3 to 12 MiB less at rest; processor time of 2,000 deliveries does not differ.
 */
const ARENAS = 'MALLOC_ARENA_MAX'
const ARENAS_MAX = 2
/**
 * Mebibytes of young objects that V8 lets grow before it collects them; its own choice is 16. With 8 the server holds 12 MiB
 * less, and 2,000 deliveries take 0.07 s more of collecting. With 4 it would be 18 MiB and 0.4 s.
 */
const SEMI_SPACE = '--max-semi-space-size'
const SEMI_SPACE_MIB = 8
/**
 * V8 collects young objects with several threads while all calls wait. Of a few mebibytes that is done sooner by the
 * thread that is blocked anyway than by helpers that the system has to wake: half the time while two cores are busy.
 */
const PARALLEL_SCAVENGE = 'parallel-scavenge'
/**
 * Threads that mark old objects and compile while the server works. Node starts four on any machine: on two cores they, and
 * a thread that searches, kept the thread that answers calls off both for up to 18 ms. One core is left to that one.
 */
const HELPERS = '--v8-pool-size'
const HELPERS_MAX = 4
/** Lets the server collect once what its start left behind: V8 does not collect in a process that does nothing. */
const EXPOSE_GC = '--expose-gc'

/**
 * Starts `file` again in this process with the settings of memory and threads that only hold from the start of a program,
 * unless they hold already. The process keeps its number, its streams and its parent; timers and listeners are gone. What an
 * operator has set stays as it is. A system that cannot replace a program goes on without them.
 */
export function withMemorySettings(file) {
  if (typeof process.execve !== 'function' || process.platform === 'win32') return
  if (process.env[MALLOC] !== undefined) return
  const isSet = (/** @type {string} */ name) => process.execArgv.some((flag) => flag.includes(name))
  const own = [
    ...(isSet(SEMI_SPACE) ? [] : [`${SEMI_SPACE}=${SEMI_SPACE_MIB}`]),
    ...(isSet(PARALLEL_SCAVENGE) ? [] : [`--no-${PARALLEL_SCAVENGE}`]),
    ...(isSet('pool-size') ? [] : [`${HELPERS}=${Math.min(Math.max(availableParallelism() - 1, 1), HELPERS_MAX)}`]),
    ...(isSet('expose-gc') || isSet('expose_gc') ? [] : [EXPOSE_GC]),
  ]
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...own, file, ...process.argv.slice(2)], {
    ...process.env,
    [MALLOC]: String(MALLOC_BYTES),
    [KEPT]: process.env[KEPT] ?? String(KEPT_BYTES),
    [ARENAS]: process.env[ARENAS] ?? String(ARENAS_MAX),
  })
}
