import type { FollowFile } from '../../platform/http/caller.ts'
import type { Context } from '../context/context.ts'
import { SESSION_LOCKED } from './lockSession.ts'

/**
 * Ends the answer with a file when the screen of its session is locked, on whichever server that is:
 * nothing more of the file is sent from then on. The client gets a broken connection and not a whole file.
 */
export const endAtLock =
  ({ events }: Pick<Context, 'events'>): FollowFile =>
  ({ accountId, sessionId }, { raw }) => {
    const stop = events.onEvent(accountId, ({ name, data }) => {
      if (name === SESSION_LOCKED && data === sessionId) raw.destroy()
    })
    raw.once('close', stop)
  }
