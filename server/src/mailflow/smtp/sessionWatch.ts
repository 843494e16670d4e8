/** Milliseconds a session may go on without finishing a message: enough for the largest over a slow line. */
const SESSION_MAX_MS = 30 * 60_000

export interface SessionWatch {
  /** Whether this address may open one more connection. */
  opened(session: string, address: string): boolean
  closed(session: string): void
  /** A message was finished, with or without success: the session's time starts again. */
  progressed(session: string): void
  /** Connections of a session that does nothing. */
  overdue(): ReadonlySet<string>
}

export interface SessionLimits {
  /** Connections that one address may have open. */
  readonly perAddress: number
  /** Whether this machine itself is not limited; true when left out. */
  readonly exemptLoopback?: boolean
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
}

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')

/** Prevents one client from using all connections: by their number, or by sending a byte now and then. */
export function watchSessions({ perAddress, exemptLoopback = true, now }: SessionLimits): SessionWatch {
  const sessions = new Map<string, { address: string; since: number }>()
  const counts = new Map<string, number>()
  return {
    opened(session, address) {
      const count = counts.get(address) ?? 0
      // A server on this machine passes on the mail of many clients.
      if (count >= perAddress && !(exemptLoopback && isLoopback(address))) return false
      counts.set(address, count + 1)
      sessions.set(session, { address, since: now() })
      return true
    },
    closed(session) {
      const known = sessions.get(session)
      if (!known) return
      sessions.delete(session)
      const left = (counts.get(known.address) ?? 1) - 1
      if (left > 0) counts.set(known.address, left)
      else counts.delete(known.address)
    },
    progressed(session) {
      const known = sessions.get(session)
      if (known) known.since = now()
    },
    overdue() {
      const limit = now() - SESSION_MAX_MS
      return new Set([...sessions].filter(([, { since }]) => since < limit).map(([session]) => session))
    },
  }
}
