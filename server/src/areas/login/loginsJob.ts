import type { JobKind } from '../../store/jobs/index.ts'
import { forgetOldLogins } from '../../store/sessions/loginLog.ts'
import { endExpiredSessions } from '../../store/sessions/session.repository.ts'
import { forgetOldTries } from '../../store/throttle/throttle.ts'
import { forgetOldTickets } from '../../store/tickets/tickets.ts'

const EVERY_MS = 60 * 60 * 1_000

/** Deletes expired logins, tickets and counted attempts that no longer matter, once an hour. */
export const loginsJob: JobKind = {
  name: 'login.sweep',
  atOnce: 1,
  limitMs: EVERY_MS,
  everyMs: EVERY_MS,
  retryAt: (_attempts, _createdAt, now) => now + EVERY_MS,
  async run(context) {
    const work = [
      endExpiredSessions(context, context.now()),
      forgetOldTries(context),
      forgetOldTickets(context),
      forgetOldLogins(context.store.db, context.now()),
    ]
    // One that fails stops no other.
    for (const outcome of await Promise.allSettled(work)) if (outcome.status === 'rejected') throw outcome.reason
    return undefined
  },
}
