import type { Attendee } from '@yanshu/contracts'
import type { useWords } from '../useWords.ts'

/** How many of those invited have answered what. */
export function countAnswers(attendees: readonly Pick<Attendee, 'answer'>[]) {
  const given = (answer: Attendee['answer']) => attendees.filter((one) => one.answer === answer).length
  return { count: attendees.length, accepted: given('accepted'), declined: given('declined'), open: given('') }
}

/** The answers in one line: who has accepted of how many, then those who have declined and who have not answered. */
export function answersOf(attendees: readonly Pick<Attendee, 'answer'>[], say: ReturnType<typeof useWords>): string {
  const { count, accepted, declined, open } = countAnswers(attendees)
  return [
    say('popover.answers', { count, accepted }),
    ...(declined > 0 ? [say('popover.answersDeclined', { count: declined })] : []),
    ...(open > 0 ? [say('popover.answersOpen', { count: open })] : []),
  ].join(say('form.comma'))
}
