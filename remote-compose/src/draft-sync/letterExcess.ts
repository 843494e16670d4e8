import { BODY_SIZE_MAX, type LetterContent, RECIPIENTS_MAX } from '@yanshu/contracts'
import { t } from '@yanshu/shell-api'
import { NS } from '../write/namespace.ts'

/** A letter has more of something than the server accepts. The message names what, how much there is and how much may be. */
export class LetterExcessError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LetterExcessError'
  }
}

/**
 * Throws {@link LetterExcessError} for what the contract refuses of any letter, also of a draft: the server would answer
 * with the name of a field, which means nothing to the writer.
 */
export function requireFits({ to, cc, bcc, html }: Pick<LetterContent, 'to' | 'cc' | 'bcc' | 'html'>): void {
  const people = Math.max(to.length, cc.length, bcc.length)
  if (people > RECIPIENTS_MAX)
    throw new LetterExcessError(t(NS, 'excess.recipients', { now: people, max: RECIPIENTS_MAX }))
  if (html.length > BODY_SIZE_MAX)
    throw new LetterExcessError(t(NS, 'excess.text', { now: html.length, max: BODY_SIZE_MAX }))
}
