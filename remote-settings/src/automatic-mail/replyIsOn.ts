import type { AutomaticMail } from '@yanshu/contracts'

type Period = NonNullable<AutomaticMail['reply']>

/** Longest delay of a timer in a browser, in milliseconds; a longer one would run at once. */
const TIMER_MAX = 0x7fff_ffff

/** Whether the automatic answer is on at a time, in epoch milliseconds. */
export const replyIsOn = ({ startAt, endAt }: Period, now: number): boolean =>
  (startAt ?? 0) <= now && now < (endAt ?? Number.POSITIVE_INFINITY)

/** Milliseconds until that changes, at most the longest delay of a timer; null when it does not. */
export function untilReplyChanges({ startAt, endAt }: Period, now: number): number | null {
  const next = [startAt, endAt].filter((at) => at !== null && at > now)
  return next.length === 0 ? null : Math.min(TIMER_MAX, Math.min(...next.map(Number)) - now)
}
