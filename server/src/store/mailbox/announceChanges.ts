import type { Context } from '../context/context.ts'

/**
 * Notifies the open windows of these accounts, here and on the other servers, of what the change log has. Call it after
 * the commit. Where the call is missing, windows get the change some seconds later, when the server reads by itself.
 */
export function announceChanges({ events }: Pick<Context, 'events'>, accountIds: readonly number[]): void {
  for (const accountId of new Set(accountIds)) events.changed(accountId)
}
