import { format } from '@yanshu/shell-api'
import type { Say } from '../useWords.ts'
import type { RecipientReadiness } from './readiness.ts'

/** Who cannot be encrypted to, with why, in one line. */
export function stateWords({ name, address, state, since }: RecipientReadiness, say: Say): string {
  const dated = (state === 'expired' || state === 'revoked') && since !== null
  const why = dated ? say(`write.since.${state}`, { since: format().mailTime(since) }) : say(`write.states.${state}`)
  return `${name || address}${why}`
}
