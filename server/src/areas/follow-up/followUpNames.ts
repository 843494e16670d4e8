import type { Context } from '../../store/context/context.ts'

/** The job of a follow-up; its key is the id. */
export const FOLLOW_UP_JOB = 'follow-up.due'

/** Open pages read the follow-ups of these accounts anew. */
export function announceFollowUps({ events }: Pick<Context, 'events'>, accountId: number): void {
  events.publish(accountId, { optType: 'event', name: 'mail.followUp', data: {} })
}
