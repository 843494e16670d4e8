import { perLogin } from '../login/perLogin.ts'

const first = perLogin(() => ({ at: 0 }))

/** Remembers the server's time of the first answer that a login got on this page. */
export function noteAnswer({ headers }: Response): void {
  first().at ||= Date.parse(headers.get('date') ?? '') || 0
}

/**
 * When the page first heard something of its mailbox, in ms of the server's clock, to the second and never too late; 0 before.
 * Nothing that the page shows is older, and what changed after it may not be shown yet.
 */
export const firstAnswerAt = (): number => first().at
