import type { FastifyReply } from 'fastify'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { SESSION_LOCKED } from '../../store/sessions/lockSession.ts'

/**
 * Ends a download when the screen of its session is locked, on whichever server that is:
 * nothing more of the file is sent from then on. The client gets a broken connection and not a whole file.
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
