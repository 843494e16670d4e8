import type { Context } from '../../store/context/context.ts'
import { forgetOldLogins } from '../../store/sessions/loginLog.ts'
import { endExpiredSessions } from '../../store/sessions/session.repository.ts'
import { forgetOldTries } from '../../store/throttle/throttle.ts'
import { forgetOldTickets } from '../../store/tickets/tickets.ts'

const EVERY_MS = 60 * 60 * 1_000

/** Deletes expired logins, tickets and counted attempts that no longer matter, once an hour. Returns how to stop. */
export function sweepLogins(context: Context): () => void {
  const timer = setInterval(() => {
    const work = [
      endExpiredSessions(context, context.now()),
      forgetOldTries(context),
      forgetOldTickets(context),
      forgetOldLogins(context.store.db, context.now()),
    ]
    Promise.all(work).catch((error: unknown) => context.log.warn({ err: error }, 'expired logins could not be removed'))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
