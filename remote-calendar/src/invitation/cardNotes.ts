import type { Attendee, Invitation } from '@yanshu/contracts'

const DECIDED = { '': '', taken: 'Taken', refused: 'Refused' } as const

/** What the reader of an invitation should know first, as the key of a message; the most important one. */
export function noteOf(invitation: Invitation): { readonly key: string; readonly tone: 'info' | 'warning' } | null {
  const { method, trusted, unconfirmed, role, cancelled, stale, said } = invitation
  if (method === 'REPLY' && trusted && said?.answer) return { key: `invitation.said.${said.answer}`, tone: 'info' }
  if (method === 'COUNTER' && trusted) {
    return { key: `invitation.said.proposed${DECIDED[invitation.decided]}`, tone: 'info' }
  }
  if (method === 'REFRESH' && trusted) return { key: 'invitation.said.asked', tone: 'info' }
  if (method === 'PUBLISH') return null
  if (unconfirmed) return { key: 'invitation.unconfirmed', tone: 'warning' }
  if (role === 'guest' && !trusted && method === 'REQUEST') return { key: 'invitation.forwarded', tone: 'warning' }
  if (!trusted) return { key: 'invitation.untrusted', tone: 'warning' }
  if (cancelled) return { key: 'invitation.cancelled', tone: 'warning' }
  if (method === 'DECLINECOUNTER') return { key: 'invitation.refusedProposal', tone: 'info' }
  return stale ? { key: 'invitation.stale', tone: 'info' } : null
}

/** How many of the people have given each answer. */
export function countAnswers(attendees: readonly Pick<Attendee, 'answer'>[]) {
  const count = (answer: Attendee['answer']) => attendees.filter((one) => one.answer === answer).length
  return { yes: count('accepted'), maybe: count('tentative'), no: count('declined'), none: count('') }
}
