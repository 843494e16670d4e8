import { type AutoReply, saysSomething } from '@yanshu/contracts'

const SECOND = 1_000

/** A period whose end is at least a second after its start; what was changed last stays (§5, Other inputs). */
export function correctedPeriod(
  { startAt, endAt }: Pick<AutoReply, 'startAt' | 'endAt'>,
  changed: 'startAt' | 'endAt',
): { readonly startAt: number | null; readonly endAt: number | null; readonly corrected: boolean } {
  if (startAt === null || endAt === null || endAt - startAt >= SECOND) return { startAt, endAt, corrected: false }
  return changed === 'startAt'
    ? { startAt, endAt: startAt + SECOND, corrected: true }
    : { startAt: endAt - SECOND, endAt, corrected: true }
}

/** A reply that is kept: without what the form hides. */
export const keptReply = (reply: AutoReply, isDifferent: boolean): AutoReply => ({
  ...reply,
  subject: reply.subject.trim(),
  outside: isDifferent && saysSomething(reply.outside) ? reply.outside : '',
})
