import type { Context } from '../context/context.ts'

/**
 * Wakes the open windows of these accounts, here and on the other servers: they are told what the change log says. Call it
 * after the commit. Where it is forgotten, windows hear of the change some seconds later, when the server looks by itself.
 */
export function announceChanges({ events }: Pick<Context, 'events'>, accountIds: readonly number[]): void {
  for (const accountId of new Set(accountIds)) events.changed(accountId)
}
