import type { FastifyReply } from 'fastify'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { SESSION_LOCKED } from '../../store/sessions/lockSession.ts'

/**
 * Ends a download when the screen of its session is locked, on whichever server that is: who sits before a locked screen
 * gets no more of a file than had come by then. The client sees a broken connection, not a whole file.
 */
export function endAtLock(
  { events }: Pick<Context, 'events'>,
  { accountId, sessionId }: Pick<SessionActor, 'accountId' | 'sessionId'>,
  { raw }: FastifyReply,
): void {
  const stop = events.onEvent(accountId, ({ name, data }) => {
    if (name === SESSION_LOCKED && data === sessionId) raw.destroy()
  })
  raw.once('close', stop)
}
