import type { Log } from './log.ts'

/** For how long an error that was logged is only counted when it comes again. */
const WINDOW_MS = 10_000
/** Errors that are remembered; when they are more, the counts are written and it begins anew. */
const KNOWN_MAX = 500

interface Repeated {
  readonly level: 'warn' | 'error'
  readonly message: string
  /** The message of the error, without its trace. */
  readonly why: string
  readonly since: number
  more: number
}

/**
 * A log in which an error is written with its trace once in ten seconds; how often it came again in that time is one line
 * after it. A store without an answer fails every call, and thousands of equal traces would hide the first. Lines without an
 * error pass as they are.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function withoutRepeats(log: Log, now: () => number = () => performance.now()): Log {
  const known = new Map<string, Repeated>()
  let isTimed = false

  const end = (key: string, { level, message, why, more }: Repeated) => {
    known.delete(key)
    if (more > 0) log[level]({ repeated: more, why }, message)
  }
  const endAll = (isOver: (one: Repeated) => boolean) => {
    for (const [key, one] of known) if (isOver(one)) end(key, one)
    if (known.size === 0 || isTimed) return
    isTimed = true
    setTimeout(() => {
      isTimed = false
      endAll(({ since }) => now() >= since + WINDOW_MS)
    }, WINDOW_MS).unref()
  }
  const write = (level: 'warn' | 'error', fields: object, message: string) => {
    const why = whyOf(fields)
    if (why === null) return log[level](fields, message)
    const key = `${level} ${message} ${why}`
    const before = known.get(key)
    if (before && now() < before.since + WINDOW_MS) {
      before.more += 1
      return
    }
    if (before) end(key, before)
    log[level](fields, message)
    known.set(key, { level, message, why, since: now(), more: 0 })
    endAll(({ since }) => known.size > KNOWN_MAX || now() >= since + WINDOW_MS)
  }
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => write('warn', fields, message),
    error: (fields, message) => write('error', fields, message),
  }
}

/** The message of an error of a line, with its class; null for a line without one. */
function whyOf(fields: object): string | null {
  const error: unknown = 'err' in fields ? fields.err : null
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : null
}
